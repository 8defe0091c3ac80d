/** The credentials that a reader of the evidence knows by a name, and texts in which that name stands in their place. */

/** A token and the environment variable from which a command line may take it. */
export interface KnownToken {
  /** Such as `ALPHA_TOKEN`. */
  readonly variable: string
  readonly token: string
}

/** A part of a text: as it is, or a token that is known by its variable. */
export type Piece = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'token'; readonly variable: string }

/** The environment variable for the token of an identity. */
export function variableOf(name: string): string {
  return `${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_TOKEN`
}

/** Splits a text at every known token. A token that holds another one is found before it. */
export function piecesOf(text: string, known: readonly KnownToken[]): Piece[] {
  let pieces: Piece[] = [{ kind: 'text', text }]
  for (const { variable, token } of known.toSorted((one, other) => other.token.length - one.token.length)) {
    if (token === '') continue
    pieces = pieces.flatMap((piece) => (piece.kind === 'token' ? [piece] : split(piece.text, token, variable)))
  }
  return pieces
}

/** The text with `$VARIABLE` where a known token stood. */
export function named(text: string, known: readonly KnownToken[]): string {
  return piecesOf(text, known).map((piece) => (piece.kind === 'token' ? `$${piece.variable}` : piece.text)).join('')
}

/** So many characters in a row are of a token and no coincidence; tokens of one issuer may begin alike. */
const telling = 12

/** Where parts of known tokens stand in a text, in order: a token that was spoiled or halved is still most of a secret. */
function partsIn(text: string, known: readonly KnownToken[]): { readonly start: number; readonly end: number; readonly variable: string }[] {
  const folded = text.toLowerCase()
  const found = known.flatMap(({ variable, token }) => Array.from({ length: Math.max(0, token.length - telling + 1) }, (_, at) => token.slice(at, at + telling).toLowerCase())
    .flatMap((part) => placesOf(part, folded).map((start) => ({ start, end: start + telling, variable }))))
  const merged: { start: number; end: number; variable: string }[] = []
  for (const part of found.sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1)
    if (last !== undefined && part.start <= last.end) last.end = Math.max(last.end, part.end)
    else merged.push({ ...part })
  }
  return merged
}

function placesOf(part: string, text: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) places.push(at)
  return places
}

export const holdsPart = (text: string, known: readonly KnownToken[]): boolean => partsIn(text, known).length > 0

/** The text without any part of a known token. */
export function withoutParts(text: string, known: readonly KnownToken[]): string {
  let shown = ''
  let from = 0
  for (const { start, end, variable } of partsIn(text, known)) {
    shown += `${text.slice(from, start)}<part of $${variable}>`
    from = end
  }
  return shown + text.slice(from)
}

function split(text: string, token: string, variable: string): Piece[] {
  const pieces: Piece[] = []
  for (const [index, part] of text.split(token).entries()) {
    if (index > 0) pieces.push({ kind: 'token', variable })
    if (part !== '') pieces.push({ kind: 'text', text: part })
  }
  return pieces
}
