/** Bytes that no token can hold: characters outside the grammar, control bytes inside the field, and far too many. */
import type { Case, CaseContext, NegativeInput } from '../../harness/run/case.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { authCase } from './define.ts'
import {
  challenged, clientErrorUnder, errorFitsStatus, expectation, noServerError, notServed, refusedWith, requirementsOf,
} from './expectations.ts'
import { isFulfilled, isServed, statusOf } from './reactions.ts'
import { tokenOf, withAuthorization } from './tokens.ts'

const malformed = [refusedWith(400, 401), challenged, errorFitsStatus, notServed]

const badTokens: readonly (readonly [string, (token: string) => string])[] = [
  ['a double quote around it', (token) => `"${token}"`],
  ['single quotes around it', (token) => `'${token}'`],
  ['angle brackets around it', (token) => `<${token}>`],
  ['first character percent-encoded', (token) => `%${token.charCodeAt(0).toString(16)}${token.slice(1)}`],
  ['a byte above 127 after it', (token) => `${token}\xe9`],
  ['UTF-8 bytes after it', (token) => `${token}\xe2\x80\x8b`],
  ['a no-break space after it', (token) => `${token}\xa0`],
  ['a backslash in it', (token) => `${token.slice(0, 8)}\\${token.slice(8)}`],
]

const badCharacters: Case = authCase({
  id: 'auth.bad-characters',
  title: 'A token with characters outside its grammar is refused',
  requirements: requirementsOf(...malformed),
  explain: {
    sends: 'The good token in quotes or brackets, percent-encoded, with a backslash, or with bytes above 127 after it.',
    expects: 'Status 400 or 401 with a Bearer challenge, and no server error.',
    why: 'None of these is the token; each is what a lenient parser would turn into it.',
    failure: 'The value is unquoted, percent-decoded, normalised or trimmed of Unicode spaces before it is compared, or the code throws.',
    fix: 'Take the token byte for byte, refuse what does not match the grammar of RFC 6750 §2.1, and never decode it.',
  },
  inputs: () => badTokens.map(([input, change]) => ({
    input, part: 'headers', sender: 'raw', fault: (control) => withAuthorization(control, `Bearer ${change(tokenOf(control))}`), expect: malformed,
  })),
})

interface ControlByte {
  readonly name: string
  readonly bytes: string
  /** What a recipient may read instead: a space, or the end of the line. */
  readonly twin: string
  readonly requirement: string
}

const controlBytes: readonly ControlByte[] = [
  { name: 'NUL', bytes: '\0', twin: ' ', requirement: 'rfc9110.field-control-bytes' },
  { name: 'bare CR', bytes: '\r', twin: ' ', requirement: 'rfc9112.bare-cr' },
  { name: 'bare LF', bytes: '\n', twin: '\r\n', requirement: 'rfc9110.field-control-bytes' },
  { name: 'obs-fold', bytes: '\r\n ', twin: ' ', requirement: 'rfc9112.obs-fold' },
]

/** Where the byte stands: as the separator, inside the token, and between the token and something else. */
const places: readonly (readonly [string, (token: string, between: string) => string])[] = [
  ['between scheme and token', (token, between) => `Bearer${between}${token}`],
  ['inside the token', (token, between) => `Bearer ${token.slice(0, 12)}${between}${token.slice(12)}`],
  ['after the token', (token, between) => `Bearer ${token}${between}X-After: 1`],
]

const status400 = expectation('hardening.control-bytes-400', 'status 400', (reaction) => statusOf(reaction) === 400)

const controlBytesCase: Case = authCase({
  id: 'auth.control-bytes',
  title: 'A control byte in the field is refused, or read as the space or line end that it may be',
  requirements: ['rfc9110.field-control-bytes', 'rfc9112.bare-cr', 'rfc9112.obs-fold', ...requirementsOf(noServerError, status400)],
  explain: {
    sends: 'NUL, a bare CR, a bare LF and a folded line, each between scheme and token, inside the token and after it, over a raw socket.',
    expects: 'The message is refused (best with 400), or served exactly where its twin with a space (for LF: with a line end) is served.',
    why: 'A reader that drops such a byte, or stops at it, sees other credentials than the one before it; that is how requests are smuggled.',
    failure: 'The parser removes the byte, or treats the value as ended there, so that a broken token becomes a good one.',
    fix: 'Use a parser that refuses these bytes with 400, or replace each with a space before anything reads the value.',
  },
  async inputs(context) {
    const inputs: NegativeInput[] = []
    for (const byte of controlBytes) for (const [place, build] of places) inputs.push(await controlByteInput(context, byte, place, build))
    return inputs
  },
})

/** The twin is sent first, since it decides whether serving the input is a legal reading. */
async function controlByteInput(context: CaseContext, byte: ControlByte, place: string, build: (token: string, between: string) => string): Promise<NegativeInput> {
  const withBetween = (request: HttpRequest, between: string): HttpRequest => withAuthorization(request, build(tokenOf(request), between))
  await context.control()
  const twin = await context.wire.send(withBetween(context.probe.fresh().request(context.alpha), byte.twin), { sender: 'raw' })
  const legal = isFulfilled(twin)
  const expected = legal ? 'refused, or served as its twin is' : 'not served, since its twin is not'
  return {
    input: `${byte.name} ${place}`,
    part: 'headers',
    sender: 'raw',
    fault: (control) => withBetween(control, byte.bytes),
    expect: [expectation(byte.requirement, expected, (reaction) => legal || !isServed(reaction)), noServerError, status400],
    mayTakeEffect: legal,
  }
}

const oversized = [clientErrorUnder('rfc9110.oversized-field'), notServed]

const oversizedToken: Case = authCase({
  id: 'auth.oversized-token',
  title: 'A token of any size is refused with a 4xx status',
  requirements: requirementsOf(...oversized),
  explain: {
    sends: 'Tokens of 8, 16, 64 and 256 KiB over a raw socket.',
    expects: 'A 4xx status each time (400, 401, 413 and 431 are all right), and the control is served afterwards.',
    why: 'A field that is too large has to be refused, not ignored; a field that is ignored leaves a request without its credentials.',
    failure: 'The connection is dropped without an answer, the server answers 5xx, or it hashes a quarter of a megabyte for every stranger.',
    fix: 'Bound the header section, answer 431 before closing, and refuse tokens that are longer than any that you issue.',
  },
  inputs: () => [8, 16, 64, 256].map((kibibytes) => ({
    input: `${kibibytes} KiB`,
    part: 'headers',
    sender: 'raw',
    fault: (control) => withAuthorization(control, `Bearer ${'A'.repeat(kibibytes * 1024)}`),
    expect: oversized,
  })),
})

export const presentationBytes: readonly Case[] = [badCharacters, controlBytesCase, oversizedToken]
