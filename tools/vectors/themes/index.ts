/** Which file holds what. */
import { bannerTheme } from './banner.ts'
import { boardHashTheme } from './board-hash.ts'
import { bodyBindingTheme } from './body-binding.ts'
import { canonicalJsonTheme } from './canonical-json.ts'
import { capabilityTheme } from './capability.ts'
import { deliverySourceTheme } from './delivery-source.ts'
import { errorLimitsTheme } from './error-limits.ts'
import { errorLoneSurrogatesTheme } from './error-lone-surrogates.ts'
import { errorTypesTheme } from './error-types.ts'
import { examplesTheme } from './examples.ts'
import { gatesTheme } from './gates.ts'
import { identityAttributesTheme } from './identity-attributes.ts'
import { identityPathTheme } from './identity-path.ts'
import { identityQuotingTheme } from './identity-quoting.ts'
import { identityTagTheme } from './identity-tag.ts'
import { manifestHashTheme } from './manifest-hash.ts'
import { precedenceTheme } from './precedence.ts'
import { projectNameTheme } from './project-name.ts'
import { sequencesTheme } from './sequences.ts'
import { tokenTheme } from './token.ts'
import { tokenTimeTheme } from './token-time.ts'
import { verifyToolTheme } from './verify-tool.ts'
import type { Group } from '../format.ts'

/** By the name of the file, without its ending. */
export const themes: Readonly<Record<string, readonly Group[]>> = {
  examples: examplesTheme,
  token: tokenTheme,
  'token-time': tokenTimeTheme,
  'body-binding': bodyBindingTheme,
  banner: bannerTheme,
  'identity-tag': identityTagTheme,
  'identity-attributes': identityAttributesTheme,
  'identity-path': identityPathTheme,
  'identity-quoting': identityQuotingTheme,
  capability: capabilityTheme,
  'manifest-hash': manifestHashTheme,
  'board-hash': boardHashTheme,
  'canonical-json': canonicalJsonTheme,
  precedence: precedenceTheme,
  gates: gatesTheme,
  'project-name': projectNameTheme,
  'delivery-source': deliverySourceTheme,
  'error-types': errorTypesTheme,
  'error-limits': errorLimitsTheme,
  'error-lone-surrogates': errorLoneSurrogatesTheme,
  'verify-tool': verifyToolTheme,
  sequences: sequencesTheme,
}
