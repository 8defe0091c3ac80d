/** The client-credentials grant (RFC 6749 section 4.4), for one resource (RFC 8707). */
import { HarnessError } from '../errors.ts'
import { ownMember } from '../wire/json.ts'
import type { JsonObject } from '../wire/json.ts'
import type { HeaderField } from '../wire/message.ts'
import type { OAuthRules } from './addresses.ts'
import { ask, remedyFor } from './ask.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import type { OAuthClient } from './claim.ts'

export interface TokenRequest {
  readonly server: AuthorizationServer
  readonly client: OAuthClient
  readonly secret: string
  readonly resource: string
  readonly scopes: readonly string[] | undefined
}

export interface AccessToken {
  readonly token: string
  /** How long it is good for, counted from the request for it, in ms; undefined where nobody said so. */
  readonly lifetimeMs: number | undefined
}

/** In characters: no server takes longer ones in a field, and what keeps tokens out of reports looks for every part of them. */
const longestToken = 16 * 1024

/** A user id and password as the header field carries them: each form-encoded first (RFC 6749 section 2.3.1). */
export function basicCredentials({ clientId }: OAuthClient, secret: string): string {
  return Buffer.from(`${formEncoded(clientId)}:${formEncoded(secret)}`, 'latin1').toString('base64')
}

function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}

/** @throws HarnessError `access_token_refused`, `authorization_server_unusable`, `remote_refused`; nothing of it is what a server wrote. */
export async function requestToken(wanted: TokenRequest, rules: OAuthRules): Promise<AccessToken> {
  const { server, client, secret, resource, scopes } = wanted
  const form = new URLSearchParams({ grant_type: 'client_credentials', resource, ...(scopes === undefined || scopes.length === 0 ? {} : { scope: scopes.join(' ') }) })
  const headers: HeaderField[] = [['Accept', 'application/json'], ['Content-Type', 'application/x-www-form-urlencoded']]
  switch (server.authentication) {
    case 'client_secret_basic':
      headers.push(['Authorization', `Basic ${basicCredentials(client, secret)}`])
      break
    case 'client_secret_post':
      form.set('client_id', client.clientId)
      form.set('client_secret', secret)
  }
  const answer = await ask(server.tokenEndpoint, { method: 'POST', headers, body: Buffer.from(form.toString()) }, rules, 'the token endpoint')
  if (answer.kind === 'none') throw new HarnessError('authorization_server_unusable', `the token endpoint of ${server.issuer} ${answer.what}`, { remedy: remedyFor(answer, 'the authorization server') })
  if (answer.kind === 'other') throw refused(wanted, `the token endpoint ${answer.what}`)
  return answer.status === 200 ? tokenFrom(answer.value, wanted) : refusal(answer.value, answer.status, wanted)
}

function tokenFrom(answer: JsonObject, wanted: TokenRequest): AccessToken {
  const token = ownMember(answer, 'access_token')
  const type = ownMember(answer, 'token_type')
  // RFC 6750 section 2.1, b64token.
  if (typeof token !== 'string' || !/^[A-Za-z0-9._~+/-]+=*$/.test(token)) throw refused(wanted, 'its answer holds no access_token that can be sent as a bearer token')
  if (token.length > longestToken) throw refused(wanted, `its access_token is longer than ${longestToken} characters`, 'Let the authorization server give this client shorter tokens, such as with fewer claims.')
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') throw refused(wanted, `its token_type is ${typeof type === 'string' ? 'another than Bearer' : 'missing'}`, 'Let the authorization server give this client bearer tokens; MCP knows no others.')
  const lifetime = lifetimeOf(ownMember(answer, 'expires_in'))
  if (lifetime !== undefined && lifetime <= 0) throw refused(wanted, 'the token that it gives has expired already')
  return { token, lifetimeMs: lifetime === undefined ? undefined : lifetime * 1_000 }
}

/** In seconds; some write it as a text. Undefined for what is no number. */
function lifetimeOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** What each error code means here (RFC 6749 section 5.2; RFC 8707 section 2). Others are not repeated. */
const remedies: Readonly<Record<string, (client: OAuthClient) => string>> = {
  invalid_client: ({ secretEnv }) => `Check client_id, and that the environment variable ${secretEnv} holds the secret of that client.`,
  invalid_scope: () => 'Name scopes that this client may have under scopes.',
  invalid_target: () => 'Write the resource as the authorization server knows this target under auth.oauth.resource.',
  unauthorized_client: () => 'Allow the client-credentials grant for this client at the authorization server.',
  unsupported_grant_type: () => 'Turn the client-credentials grant on at the authorization server.',
  invalid_request: () => 'See the log of the authorization server for what it misses.',
  invalid_grant: () => 'See the log of the authorization server.',
  access_denied: () => 'Let the authorization server give this client tokens for this resource.',
  temporarily_unavailable: () => 'Try again later.',
  server_error: () => 'See the log of the authorization server.',
}

function refusal(answer: JsonObject, status: number, wanted: TokenRequest): never {
  const code = ownMember(answer, 'error')
  const known = typeof code === 'string' && Object.hasOwn(remedies, code) ? code : undefined
  throw refused(wanted, known === undefined ? `the token endpoint answers with status ${status} and no error code of a specification` : `${known} (status ${status})`, known === undefined ? undefined : remedies[known]?.(wanted.client))
}

function refused({ server, client }: TokenRequest, why: string, remedy?: string): HarnessError {
  return new HarnessError('access_token_refused', `${server.issuer} gives the client ${JSON.stringify(client.clientId)} no access token: ${why}`, remedy === undefined ? {} : { remedy })
}
