/**
 * Credentials as a reader may see them: how they are written (scheme, spaces, what else stands there) and how they
 * differ from a token that is known, and never a character of them.
 */
import { characters, plural } from './measured.ts'
import { type KnownToken, piecesOf } from './tokens.ts'

/** The value of a credential field. */
export function credentialsShape(value: string, known: readonly KnownToken[]): string {
  const [, scheme = '', rest = ''] = /^([\t ]*(?:bearer|basic|dpop|digest|negotiate|token)(?![A-Za-z0-9._~+/=-])[\t ]*)?(.*)$/is.exec(value) ?? []
  if (rest === '') return scheme === '' ? '<empty>' : scheme
  return scheme + piecesOf(rest, known).map((piece) => (piece.kind === 'token' ? `$${piece.variable}` : besides(piece.text, known))).join('')
}

/** What stands beside or in place of a known token: marks and control characters are no part of a credential. */
function besides(text: string, known: readonly KnownToken[]): string {
  if (/^[^A-Za-z0-9]{1,8}$/.test(text)) return text
  for (const { variable, token } of known) {
    const difference = token === '' ? undefined : differenceFrom(text, token)
    if (difference !== undefined) return `<$${variable} ${difference}>`
  }
  return characters(text)
}

function differenceFrom(text: string, token: string): string | undefined {
  if (text.toLowerCase() === token.toLowerCase()) return 'in another case of its letters'
  if (text.length === token.length) {
    const changed = Array.from(token).filter((char, at) => char !== text[at]).length
    return changed <= 3 ? `with ${plural(changed, 'character')} changed` : undefined
  }
  if (text.length < 8) return undefined
  if (token.startsWith(text)) return `without its last ${plural(token.length - text.length, 'character')}`
  if (token.endsWith(text)) return `without its first ${plural(token.length - text.length, 'character')}`
  return undefined
}
