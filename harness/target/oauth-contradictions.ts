/** What a schema cannot say clearly of `auth.kind: oauth`: what it needs, and what it excludes. */
import { isIssuer, isPlainAddress } from '../oauth/addresses.ts'
import type { Mistake } from './placeholder-rules.ts'
import type { TargetText } from './target-text.ts'

export function oauthContradictions({ auth, transport, registry, driver }: TargetText): Mistake[] {
  if (auth === undefined) return []
  const { kind, oauth, identities } = auth
  if (kind !== 'oauth') return oauth === undefined ? [] : [{ at: ['auth', 'oauth'], message: `"oauth" contradicts kind: ${kind}` }]
  if (driver !== undefined) return oauth === undefined ? [] : [{ at: ['auth', 'oauth'], message: 'with "driver" the tokens come from it' }]
  const found: Mistake[] = []
  const say = (at: readonly string[], message: string): void => { found.push({ at: ['auth', ...at], message }) }
  if (transport === 'stdio') say(['kind'], 'OAuth is for servers that are spoken to over HTTP; over stdio credentials come from the environment')
  if (registry !== undefined) say(['kind'], 'with "registry" the harness makes the tokens itself')
  if (identities !== undefined) say(['identities'], 'identities are tokens that somebody has already; with kind: oauth they come from "oauth"')
  if (oauth === undefined) {
    say(['kind'], 'kind: oauth needs "oauth", with client_id and client_secret_env')
    return found
  }
  const { issuer, resource, client_id: client, beta } = oauth
  if (issuer !== undefined && !isIssuer(issuer)) say(['oauth', 'issuer'], 'issuer must be an absolute https or http address without credentials, query and fragment')
  if (resource !== undefined && !isPlainAddress(resource)) say(['oauth', 'resource'], 'resource must be an absolute https or http address without credentials and fragment')
  if (beta?.client_id === client) say(['oauth', 'beta', 'client_id'], 'beta is the same client as alpha')
  return found
}
