/** The version field of a request, and its agreement with the envelope. */
import type { Case } from '../../harness/run/case.ts'
import type { TargetProfile } from '../../harness/target/profile.ts'
import { withField } from '../../harness/wire/message.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { messageIn, rpcErrorIs, statusIs, withBody, witness } from '../support/http.ts'
import { modernHttpCase, revision } from './define.ts'

const field = 'MCP-Protocol-Version'
const required = 'mcp-2026-07-28.version-field-required'
const matches = 'mcp-2026-07-28.version-field-matches'
const code = 'mcp-2026-07-28.version-mismatch-code'

/** The revision before the field was defined. */
const before = '2025-03-26'

export const cases: readonly Case[] = [
  modernHttpCase({
    id: 'spec.version-field-missing',
    title: 'A request without its version field is refused',
    requirements: [required],
    appliesTo: mayServeOlderClients,
    async inputs(context) {
      const probe = await witness(context)
      return [{ input: 'no version field', part: 'headers', probe, fault: (control) => withField(control, field), expect: [statusIs(required, 400), rpcErrorIs(required, -32_020)] }]
    },
    explain: {
      sends: 'A well-formed request without MCP-Protocol-Version; only to targets that do not serve revision 2025-03-26, whose clients do not have the field.',
      expects: 'Status 400 with the JSON-RPC error -32020.',
      why: 'What stands before the server decides by the field; a request that can leave it out passes by that decision.',
      failure: 'The revision is taken from the envelope alone, or a default is assumed.',
      fix: 'Demand the field before the message is dispatched.',
    },
  }),
  modernHttpCase({
    id: 'spec.version-field-mismatch',
    title: 'A request whose version field and envelope differ is refused',
    requirements: [matches, code],
    async inputs(context) {
      const probe = await witness(context)
      const served = (version: string): boolean => context.target.revisions.includes(version)
      return ['2025-11-25', '1900-01-01'].flatMap((version) => {
        const expect = [statusIs(matches, 400), rpcErrorIs(code, -32_020, ...(served(version) ? [] : [-32_022]))]
        return [
          { input: `${version} in the field`, part: 'headers' as const, probe, fault: (control: HttpRequest) => withField(control, field, version), expect },
          { input: `${version} in the envelope`, part: 'body' as const, probe, fault: (control: HttpRequest) => inEnvelope(control, version), expect },
        ]
      })
    },
    explain: {
      sends: 'Well-formed requests in which an older or an unknown revision stands in the version field, or in the envelope, and the right one in the other.',
      expects: 'Status 400 with the JSON-RPC error -32020. Where the target does not serve the other revision, -32022 is as true.',
      why: 'A proxy that reads the field and a server that reads the envelope would treat one request in two ways.',
      failure: 'Only one of the two is looked at.',
      fix: `Compare the field with the envelope before anything else; both must say ${revision}.`,
    },
  }),
]

function mayServeOlderClients({ revisions, channels, eras }: TargetProfile): string | undefined {
  const spoken = [...revisions, ...channels.map((channel) => channel.revision)]
  if (spoken.includes(before)) return 'the target also serves clients from before the field, and may take the request for theirs'
  return eras.has('legacy') && spoken.every((each) => each >= revision) ? 'it is not known which older revisions the target serves' : undefined
}

function inEnvelope(control: HttpRequest, version: string): HttpRequest {
  const message = messageIn(control)
  const params = message['params'] as { readonly _meta: object }
  return withBody(control, JSON.stringify({ ...message, params: { ...params, _meta: { ...params._meta, 'io.modelcontextprotocol/protocolVersion': version } } }))
}
