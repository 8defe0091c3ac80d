/** Finds the authorization server of a target by what the target says (RFC 9728; 2026-07-28, basic/authorization "Authorization Server Location"). */
import { HarnessError } from '../errors.ts'
import { parseChallenges } from '../wire/challenge.ts'
import { ownMember } from '../wire/json.ts'
import type { JsonObject } from '../wire/json.ts'
import { rpcRequest } from '../wire/mcp.ts'
import { fieldValues } from '../wire/message.ts'
import type { HttpResponse } from '../wire/message.ts'
import { canonicalResource, isIssuer, isPlainAddress, requireNear, resourceMetadataUrls, shownAddress } from './addresses.ts'
import type { OAuthRules } from './addresses.ts'
import { ask, exchange } from './ask.ts'

export interface ProtectedResource {
  readonly issuer: string
  /** As its metadata call it. */
  readonly resource: string
  /** Those that it asks for, in its challenge or else in its metadata. */
  readonly scopes: readonly string[] | undefined
}

const remedy = 'Write the issuer of its authorization server under auth.oauth.issuer of the target file.'

/**
 * Where a secret may be sent to.
 * @returns Undefined where the target gives no HTTP response at all.
 * @throws HarnessError `authorization_server_unusable`, `remote_refused`
 */
export async function findAuthorizationServer(endpoint: URL, rules: OAuthRules): Promise<ProtectedResource | undefined> {
  const found = await readResourceMetadata(endpoint, rules)
  if (found !== undefined) requireNear(new URL(found.issuer), endpoint, { what: 'its authorization server', written: found.issuer })
  return found
}

/** The same, whoever it names: for those who only tell of it. */
export async function readResourceMetadata(endpoint: URL, rules: OAuthRules): Promise<ProtectedResource | undefined> {
  const { target: _, ...request } = rpcRequest({ endpoint, era: 'modern', revision: '2026-07-28', method: 'server/discover', params: {}, id: 'discover' })
  const reaction = await exchange(endpoint, request, rules, 'the target')
  if (reaction.kind !== 'response') return undefined
  const challenge = challengeOf(reaction.response)
  const seen: string[] = []
  for (const url of metadataUrls(endpoint, challenge.metadata)) {
    const answer = await ask(url, { method: 'GET', headers: [['Accept', 'application/json']] }, rules, 'the target')
    if (answer.kind === 'none') return undefined
    const at = shownAddress(url)
    if (answer.kind === 'other') seen.push(`${at} ${answer.what}`)
    else if (answer.status !== 200) seen.push(`${at} answers with status ${answer.status}`)
    else return resourceFrom(answer.value, { endpoint, at, scopes: challenge.scopes })
  }
  throw unusable(`the target does not say where its authorization server is: ${seen.join('; ')}`)
}

function challengeOf(response: HttpResponse): { readonly metadata: string | undefined; readonly scopes: readonly string[] | undefined } {
  const { challenges } = parseChallenges(fieldValues(response, 'www-authenticate'))
  const parameter = (wanted: string): string | undefined => challenges.flatMap(({ parameters }) => parameters).find(({ name }) => name.toLowerCase() === wanted)?.value
  return { metadata: parameter('resource_metadata'), scopes: scopesOf(parameter('scope')?.split(' ')) }
}

/** What a challenge names goes before the well-known places; nothing but the target's own origin is asked. */
function metadataUrls(endpoint: URL, named: string | undefined): URL[] {
  if (named === undefined) return resourceMetadataUrls(endpoint)
  if (!isPlainAddress(named) || new URL(named).origin !== endpoint.origin) throw unusable("the target's challenge names resource_metadata that are not at the target's own origin, which are not fetched")
  return [new URL(named)]
}

function resourceFrom(metadata: JsonObject, { endpoint, at, scopes }: { readonly endpoint: URL; readonly at: string; readonly scopes: readonly string[] | undefined }): ProtectedResource {
  const resource = ownMember(metadata, 'resource')
  if (typeof resource !== 'string' || !covers(resource, endpoint)) throw unusable(`the metadata at ${at} are of another resource than ${canonicalResource(endpoint)}`)
  const servers = ownMember(metadata, 'authorization_servers')
  const [issuer, ...more] = Array.isArray(servers) ? servers as readonly unknown[] : []
  if (issuer === undefined) throw unusable(`the metadata at ${at} name no authorization server`)
  if (more.length > 0) throw unusable(`the metadata at ${at} name ${more.length + 1} authorization servers, and a client is known to one`)
  if (typeof issuer !== 'string' || !isIssuer(issuer)) throw unusable(`the metadata at ${at} name an authorization server by what is no address`)
  return { issuer, resource, scopes: scopes ?? scopesOf(ownMember(metadata, 'scopes_supported')) }
}

/** Whether a resource is the target or the whole of which it is a part, such as its origin. */
function covers(resource: string, endpoint: URL): boolean {
  if (!isPlainAddress(resource)) return false
  const { origin, pathname, search } = new URL(resource)
  if (origin !== endpoint.origin) return false
  if (search !== '') return search === endpoint.search && pathname === endpoint.pathname
  const path = pathname.replace(/\/$/, '')
  return endpoint.pathname === path || endpoint.pathname.startsWith(`${path}/`)
}

/** Undefined for what holds no scopes (RFC 6749 section 3.3). */
function scopesOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const scopes = (value as readonly unknown[]).filter((each): each is string => typeof each === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(each))
  return scopes.length === 0 || scopes.length > 100 ? undefined : scopes
}

function unusable(message: string): HarnessError {
  return new HarnessError('authorization_server_unusable', message, { remedy })
}
