/**
 * The command line that sends a request again with the program `curl`, byte for byte but for the fields of the
 * connection, for a POSIX shell. Where curl would send anything else there is none.
 */
import type { HttpRequest } from '../../wire/message.ts'
import { fieldValues } from '../../wire/message.ts'
import { isLibrarySendable } from '../../wire/sendable.ts'
import { holdsPart, type KnownToken, type Piece, piecesOf } from './tokens.ts'

/** Longer lines help nobody. In bytes. */
const maxBody = 4_000
/** curl asks before it sends a body, from some size on that depends on its version. In bytes. */
const askedBefore = 1_000

const withContent = new Set(['POST', 'PUT', 'PATCH'])

/** Neither a session nor a cookie can be taken from an environment that does not have it. */
const personal = ['mcp-session-id', 'cookie', 'proxy-authorization', 'content-length', 'last-event-id']

/** @param known Tokens that a shell has in its environment. */
export function curlLine(origin: URL, request: HttpRequest, known: readonly KnownToken[]): string | undefined {
  const body = Buffer.from(request.body ?? new Uint8Array())
  if (!isLibrarySendable(request) || !curlSends(request, body)) return undefined
  const headers = [
    ...['User-Agent', 'Accept'].filter((name) => fieldValues(request, name).length === 0).map((name) => `${name}:`),
    ...(body.length > 0 && fieldValues(request, 'content-type').length === 0 ? ['Content-Type:'] : []),
    ...(body.length >= askedBefore ? ['Expect:'] : []),
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
  ]
  const data = body.length > 0 || withContent.has(request.method)
  const words = [
    'curl', '-qsSig', '--http1.1', '--path-as-is', '--noproxy', '*',
    ...(request.method === (data ? 'POST' : 'GET') ? [] : ['-X', request.method]),
    ...headers.flatMap((header) => ['-H', header]),
    ...(data ? ['--data-binary', body.toString('utf8')] : []),
    origin.origin + request.target,
  ]
  // A token that was spoiled for a test must not be told.
  const pieces = words.map((word) => piecesOf(word, known))
  return pieces.flat().some((piece) => piece.kind === 'text' && holdsPart(piece.text, known)) ? undefined : pieces.map(quotedWord).join(' ')
}

function curlSends(request: HttpRequest, body: Buffer): boolean {
  return request.method !== 'HEAD'
    && /^\/[!"$-~]*$/.test(request.target)
    && personal.every((name) => fieldValues(request, name).length === 0)
    && request.headers.every(([, value]) => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value))
    && body.length <= maxBody
    && /^(?!@)[\x20-\x7e]*$/.test(body.toString('latin1'))
}

/** Nothing of a text means anything to the shell, and of a token its variable alone. */
function quotedWord(pieces: readonly Piece[]): string {
  const texts = pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []))
  if (texts.length === pieces.length) return texts.length > 0 && texts.every((text) => /^[\w@%+=:,./-]+$/.test(text)) ? texts.join('') : single(texts.join(''))
  if (texts.some((text) => /[$`"\\!]/.test(text))) return pieces.map((piece) => (piece.kind === 'text' ? single(piece.text) : `"$${piece.variable}"`)).join('')
  return `"${pieces.map((piece, at) => (piece.kind === 'text' ? piece.text : reference(piece.variable, pieces[at + 1]))).join('')}"`
}

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function reference(variable: string, next: Piece | undefined): string {
  return next?.kind === 'text' && /^\w/.test(next.text) ? `\${${variable}}` : `$${variable}`
}
