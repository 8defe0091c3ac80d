/**
 * Header fields as a reader may see them. Credentials and session ids are described; of everything else a value is
 * shown where its field says nothing of content, or where it is too plain to be a secret.
 */
import type { HeaderField } from '../../wire/message.ts'
import { credentialsShape } from './credentials.ts'
import { bounded, characters, isPlain } from './measured.ts'
import { type KnownToken, named } from './tokens.ts'

const credentials = new Set(['authorization', 'proxy-authorization'])
/** Whoever has one of these may act as its owner. */
const handles = new Set(['cookie', 'set-cookie', 'mcp-session-id', 'last-event-id'])

/** Names and codes of a protocol, and nothing of what agents hand to each other. */
const spoken = new Set([
  'accept', 'accept-charset', 'accept-encoding', 'accept-language', 'access-control-allow-headers', 'access-control-allow-methods',
  'access-control-allow-origin', 'access-control-request-headers', 'access-control-request-method', 'allow', 'cache-control', 'connection',
  'content-encoding', 'content-length', 'content-type', 'expect', 'forwarded', 'host', 'mcp-method', 'mcp-name', 'mcp-protocol-version', 'origin',
  'retry-after', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'vary', 'www-authenticate',
])

/** Of a response, those that cases look at. `mcp-*` and `access-control-*` come with them. */
const telling = /^(?:www-authenticate|content-type|content-encoding|content-length|transfer-encoding|allow|location|retry-after|cache-control|vary|connection|set-cookie|mcp-.*|access-control-.*)$/

/** More fields of one message are counted, not shown. */
const maxFields = 40

export function fieldLine([name, value]: HeaderField, known: readonly KnownToken[]): string {
  const field = name.toLowerCase()
  if (credentials.has(field)) {
    const shape = credentialsShape(value, known)
    // The redaction knows a variable from a credential, and takes everything else away.
    return /^\w+ +\$[A-Z0-9_]+_TOKEN$/.test(shape) ? `${name}: ${shape}` : `${name} (masked): ${bounded(shape)}`
  }
  if (handles.has(field)) return `${name} (masked): ${characters(value)}`
  if (field === 'location') return `${name}: ${bounded(withoutQuery(value, known))}`
  const shown = named(value, known)
  return `${bounded(name, 200)}: ${spoken.has(field) || (isPlain(shown) && !field.startsWith('mcp-param-')) ? bounded(shown) : characters(value)}`
}

/** A target of a request or a link: of a query or a user part only what its parts are called. */
export function withoutQuery(target: string, known: readonly KnownToken[]): string {
  const [path, query] = splitAt(target, '?')
  const place = named(path, known).replace(/\/\/[^/@]*@/, '//<user>@')
  return query === undefined ? place : `${place}?${parametersShape(query, known)}`
}

/** `name=value` pairs, each value a known token or its length. */
export function parametersShape(text: string, known: readonly KnownToken[]): string {
  return text.split('&').slice(0, maxFields).map((pair) => {
    const [name, value] = splitAt(pair, '=')
    if (value === undefined) return bounded(name, 60)
    const shown = named(value, known)
    return `${bounded(name, 60)}=${/^\$[A-Z0-9_]+_TOKEN$/.test(shown) ? shown : characters(value)}`
  }).join('&')
}

export function requestFields(headers: readonly HeaderField[]): readonly HeaderField[] {
  return headers.slice(0, maxFields)
}

/** Those of a response that matter, in order. @param alsoTelling Names of others that do. */
export function responseFields(headers: readonly HeaderField[], alsoTelling: readonly string[] = []): readonly HeaderField[] {
  const also = new Set(alsoTelling.map((name) => name.toLowerCase()))
  return headers.filter(([name]) => telling.test(name.toLowerCase()) || also.has(name.toLowerCase())).slice(0, maxFields)
}

function splitAt(text: string, sign: string): [string, string?] {
  const at = text.indexOf(sign)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
