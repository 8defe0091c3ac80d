/** What an authorization server says of itself (RFC 8414, OpenID Connect Discovery 1.0): where tokens are given, and to whom. */
import { HarnessError } from '../errors.ts'
import { ownMember } from '../wire/json.ts'
import type { JsonObject } from '../wire/json.ts'
import { isPlainAddress, requireNear, requireSecure, serverMetadataUrls, shownAddress } from './addresses.ts'
import type { OAuthRules } from './addresses.ts'
import { ask, htmlPage, remedyFor } from './ask.ts'

/** How a client says who it is at the token endpoint (RFC 6749 section 2.3.1). */
export type ClientAuthentication = 'client_secret_basic' | 'client_secret_post'

export interface AuthorizationServer {
  readonly issuer: string
  readonly tokenEndpoint: URL
  readonly authentication: ClientAuthentication
}

/**
 * @param namedBy The target, where nobody but its own metadata names the issuer.
 * @throws HarnessError `authorization_server_unusable`, `remote_refused`
 */
export async function discoverServer(issuer: string, rules: OAuthRules, namedBy?: URL): Promise<AuthorizationServer> {
  const seen: string[] = []
  for (const url of serverMetadataUrls(issuer)) {
    const answer = await ask(url, { method: 'GET', headers: [['Accept', 'application/json']] }, rules, 'the authorization server')
    const at = shownAddress(url)
    if (answer.kind === 'none') throw unusable(`the authorization server ${answer.what}, asked for ${at}`, remedyFor(answer, 'the authorization server'))
    if (answer.kind === 'other') seen.push(`${at} ${answer.what}`)
    else if (answer.status !== 200) seen.push(`${at} answers with status ${answer.status}`)
    else if (ownMember(answer.value, 'issuer') !== issuer) seen.push(`${at} ${otherIssuer(ownMember(answer.value, 'issuer'), issuer)}`)
    else return serverFrom(answer.value, { issuer, at, namedBy }, rules)
  }
  throw unusable(`there are no metadata of the authorization server: ${seen.join('; ')}`, seen.some((what) => what.endsWith(`status 200 and ${htmlPage}`)) ? 'There is another server than an authorization server there, or a page of its own in front of it: correct auth.oauth.issuer of the target file.' : 'Correct auth.oauth.issuer of the target file; it must be the same, letter by letter, as the issuer in the metadata.')
}

function otherIssuer(found: unknown, wanted: string): string {
  if (typeof found !== 'string') return 'holds metadata without an issuer'
  const slash = found.replace(/\/$/, '') === wanted.replace(/\/$/, '')
  return `holds metadata of another issuer than ${JSON.stringify(wanted)}${slash ? ': they differ in the final slash' : ''}`
}

async function serverFrom(metadata: JsonObject, { issuer, at, namedBy }: { readonly issuer: string; readonly at: string; readonly namedBy: URL | undefined }, rules: OAuthRules): Promise<AuthorizationServer> {
  const grants = names(metadata, 'grant_types_supported')
  if (grants !== undefined && !grants.includes('client_credentials')) throw unusable(`the metadata at ${at} do not name client_credentials among grant_types_supported`, 'The harness has no browser and nobody to ask: turn the client-credentials grant on, or name tokens under auth.identities with kind: static-bearer.')
  const endpoint = ownMember(metadata, 'token_endpoint')
  if (typeof endpoint !== 'string' || !isPlainAddress(endpoint)) throw unusable(`the metadata at ${at} hold no token_endpoint that is an address`, 'Mend the metadata of the authorization server.')
  const tokenEndpoint = new URL(endpoint)
  if (namedBy !== undefined) requireNear(tokenEndpoint, namedBy, { what: 'the token endpoint of its authorization server', written: endpoint })
  await requireSecure(tokenEndpoint, rules, 'the token endpoint')
  return { issuer, tokenEndpoint, authentication: authenticationIn(metadata, at) }
}

/** What is absent means client_secret_basic (RFC 8414 section 2). */
function authenticationIn(metadata: JsonObject, at: string): ClientAuthentication {
  const known: readonly ClientAuthentication[] = ['client_secret_basic', 'client_secret_post']
  const methods = names(metadata, 'token_endpoint_auth_methods_supported') ?? ['client_secret_basic']
  const method = known.find((each) => methods.includes(each))
  if (method === undefined) throw unusable(`the metadata at ${at} name neither ${known.join(' nor ')} among token_endpoint_auth_methods_supported`, 'Let the client authenticate with a secret; keys and certificates are not supported.')
  return method
}

function names(metadata: JsonObject, name: string): readonly unknown[] | undefined {
  const value = ownMember(metadata, name)
  return Array.isArray(value) ? value : undefined
}

function unusable(message: string, remedy: string): HarnessError {
  return new HarnessError('authorization_server_unusable', message, { remedy })
}
