/** Where metadata stand, by what a resource is called, and which addresses a secret may be sent to. */
import { HarnessError } from '../errors.ts'
import { isLoopback } from '../target/loopback.ts'
import { namesLoopback } from '../wire/loopback.ts'

export interface OAuthRules {
  /** Whether anything but this machine may be spoken to. */
  readonly allowRemote: boolean
  /** For one exchange, in ms. */
  readonly timeoutMs?: number
}

/** Whether it is an absolute http or https address without credentials, query and fragment (RFC 8414 section 2). */
export function isIssuer(text: string): boolean {
  return isPlainAddress(text) && !text.includes('?')
}

/** Whether it can name a resource (RFC 8707 section 2): absolute, http or https, without fragment; and without credentials. */
export function isPlainAddress(text: string): boolean {
  // Only what RFC 3986 lets an address be written with: a parser takes much more, which would stand in messages.
  if (!URL.canParse(text) || !/^[\w.~:/?[\]@!$&'()*+,;=%-]+$/.test(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}

/**
 * Where the metadata of an authorization server may stand, in the order in which they are asked for (RFC 8414 sections
 * 3.1 and 5; 2026-07-28, basic/authorization "Authorization Server Metadata Discovery").
 */
export function serverMetadataUrls(issuer: string): URL[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  return [
    at(origin, `/.well-known/oauth-authorization-server${path}`),
    at(origin, `/.well-known/openid-configuration${path}`),
    ...(path === '' ? [] : [at(origin, `${path}/.well-known/openid-configuration`)]),
  ]
}

/** A path at an origin, and never at another one: a path that begins with two slashes would be read as a host. */
function at(origin: string, path: string): URL {
  const url = new URL(origin)
  url.pathname = path
  return url
}

/** Where the metadata of a protected resource may stand (RFC 9728 section 3.1), at its path and at the root. */
export function resourceMetadataUrls({ origin, pathname, search }: URL): URL[] {
  const path = pathname.replace(/\/$/, '')
  const root = new URL('/.well-known/oauth-protected-resource', origin)
  return path === '' && search === '' ? [root] : [new URL(`/.well-known/oauth-protected-resource${path}${search}`, origin), root]
}

/** The canonical URI of a server (2026-07-28, basic/authorization "Canonical Server URI"): no final slash where it has no path. */
export function canonicalResource(endpoint: URL): string {
  const url = new URL(endpoint.href)
  url.hash = ''
  return url.pathname === '/' && url.search === '' ? url.origin : url.href
}

/** An address that a server wrote is of some use in a message up to this length, in UTF-16 code units. */
const longestShown = 200

/** How messages name an address that a server may have written: without query, in ASCII, and cut where it is long. */
export function shownAddress({ origin, pathname }: URL): string {
  const text = origin + pathname
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

/**
 * @param what Whose address it is, for the message.
 * @throws HarnessError `remote_refused` for another machine that nobody allowed, `authorization_server_unusable` for
 * one that would be spoken to without TLS
 */
export async function requireSecure(url: URL, { allowRemote }: OAuthRules, what: string): Promise<void> {
  if (await isLoopback(url)) return
  if (!allowRemote) throw new HarnessError('remote_refused', `${what}, ${shownAddress(url)}, is not on this machine`)
  if (url.protocol !== 'https:') throw new HarnessError('authorization_server_unusable', `${what}, ${shownAddress(url)}, is on another machine and has no TLS`, { remedy: 'Use an https address: secrets and tokens go over plain http to this machine only.' })
}

/**
 * A target must not be able to have the secret of a client sent to whomever it likes: what it alone names is at its own
 * origin or, for a target on this machine, on this machine too, by a name that nobody else answers for.
 * @param named For the message: what it is to the target, and how it was written.
 * @throws HarnessError `authorization_server_unusable`
 */
export function requireNear(url: URL, endpoint: URL, { what, written }: { readonly what: string; readonly written: string }): void {
  if (url.origin === endpoint.origin) return
  const local = namesLoopback(endpoint)
  if (local && namesLoopback(url)) return
  const shown = written.length > longestShown || url.href.replace(/\/$/, '') !== written.replace(/\/$/, '') ? shownAddress(url) : written
  const where = local ? "neither at the target's own origin nor at a loopback address or localhost" : "not at the target's own origin"
  throw new HarnessError('authorization_server_unusable', `the target names ${shown} as ${what}, which is ${where}, and a secret goes to no other that the target alone names`, { remedy: 'If it is the one that knows your client, write its issuer under auth.oauth.issuer of the target file.' })
}
