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

/** The parts of each token, told once: every line of what is shown is held against them. */
const partsByToken = new WeakMap<KnownToken, ReadonlySet<string>>()

function partsOf(known: KnownToken): ReadonlySet<string> {
  const told = partsByToken.get(known)
  if (told !== undefined) return told
  const folded = foldCase(known.token)
  const parts = new Set(Array.from({ length: Math.max(0, folded.length - telling + 1) }, (_, at) => folded.slice(at, at + telling)))
  partsByToken.set(known, parts)
  return parts
}

/** Of ASCII alone, so that no character becomes two and every place stays where it was. */
const foldCase = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/**
 * Where parts of known tokens stand in a text, in order: a token that was spoiled or halved is still most of a secret.
 * One walk over the text, whatever it and the tokens repeat: a target may have chosen both.
 */
function partsIn(text: string, known: readonly KnownToken[]): { readonly start: number; readonly end: number; readonly variable: string }[] {
  const folded = foldCase(text)
  const tokens = known.map((each) => ({ variable: each.variable, parts: partsOf(each) }))
  const merged: { start: number; end: number; variable: string }[] = []
  for (let start = 0; start + telling <= folded.length; start += 1) {
    const part = folded.slice(start, start + telling)
    const whose = tokens.find(({ parts }) => parts.has(part))
    if (whose === undefined) continue
    const last = merged.at(-1)
    if (last !== undefined && start <= last.end) last.end = start + telling
    else merged.push({ start, end: start + telling, variable: whose.variable })
  }
  return merged
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
