/** Tokens that are not the one they were made from, and the requests that carry them. Pure. */
import { createHash } from 'node:crypto'
import { fieldValues, withField } from '../../harness/wire/message.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'

const classes = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789'] as const

/** The token of a well-formed request; an error of the case where it has none. */
export function tokenOf(request: HttpRequest): string {
  const token = /^Bearer (\S+)$/.exec(fieldValues(request, 'authorization')[0] ?? '')?.[1]
  if (token === undefined) throw new Error('the control carries no bearer token')
  return token
}

/** The request with this as its whole Authorization value. */
export function withAuthorization(request: HttpRequest, ...values: string[]): HttpRequest {
  return withField(request, 'Authorization', ...values)
}

export function withoutAuthorization(request: HttpRequest): HttpRequest {
  return withField(request, 'Authorization')
}

export function withToken(request: HttpRequest, token: string): HttpRequest {
  return withAuthorization(request, `Bearer ${token}`)
}

/** A token of the same shape that nobody was given: same length, same kinds of characters, same prefix up to `_`. */
export function strangerToken(token: string, random: () => number): string {
  const kept = prefixOf(token).length
  const stranger = token.slice(0, kept) + Array.from(token.slice(kept), (character) => another(character, random)).join('')
  // Of few characters, or none that can be replaced, chance may make the same again.
  return stranger === token ? changedAt(token, 0) : stranger
}

/** Another letter or digit at that place. */
function changedAt(token: string, place: number): string {
  return token.slice(0, place) + (token[place] === 'A' ? 'B' : 'A') + token.slice(place + 1)
}

/** What stands before the secret part, `_` included; empty where there is no such prefix. */
export function prefixOf(token: string): string {
  return /^[A-Za-z]{1,24}_/.exec(token)?.[0] ?? ''
}

export interface TokenVariant {
  readonly name: string
  readonly token: string
}

/** Near misses of a token, each different from it and from the others. */
export function tokenVariants(token: string, other: string | undefined): TokenVariant[] {
  // What RFC 6750 §2.1 lets stand at the end only; a near miss must still be a token, or another refusal is due.
  const core = token.replace(/=+$/, '')
  const middle = prefixOf(core).length + Math.floor((core.length - prefixOf(core).length) / 2)
  const variants: TokenVariant[] = [
    { name: 'last character missing', token: core.slice(0, -1) },
    { name: 'second half missing', token: token.slice(0, Math.ceil(token.length / 2)) },
    { name: 'one character more', token: `${core}A${token.slice(core.length)}` },
    { name: 'repeated', token: core + token },
    { name: 'letters in the other case', token: swapCase(token) },
    { name: 'one character changed', token: changedAt(token, middle) },
    { name: 'prefix missing', token: token.slice(prefixOf(token).length || 8) },
    { name: 'its SHA-256 digest in hexadecimal', token: sha256(token, 'hex') },
    { name: 'its SHA-256 digest in base64url', token: sha256(token, 'base64url') },
  ]
  if (other !== undefined) variants.push({ name: 'the SHA-256 digest of another token', token: sha256(other, 'hex') })
  const seen = new Set([token, other])
  return variants.filter((variant) => variant.token !== '' && !seen.has(variant.token) && seen.add(variant.token))
}

export function sha256(text: string, encoding: 'hex' | 'base64' | 'base64url'): string {
  return createHash('sha256').update(text).digest(encoding)
}

function another(character: string, random: () => number): string {
  const own = classes.find((letters) => letters.includes(character))
  return own === undefined ? character : (own[Math.floor(random() * own.length)] ?? character)
}

function swapCase(text: string): string {
  return Array.from(text, (character) => (character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase())).join('')
}
