/**
 * The exchanges of a result as they may leave the run: each line without credentials and without anything hidden, cut
 * only after that, and nothing at all where a secret stands in pieces over several lines.
 */
import type { ShownExchange, ShownLine } from '../../run/outcome.ts'
import type { SecretRegistry } from '../secrets.ts'

/** Longer lines of an exchange are cut. In UTF-16 code units. */
const maxLength = 400
/** More lines of one message say no more. */
const maxLines = 60

/** @param clean Takes the credentials out of one text and makes everything visible. */
export function cleanExchange(exchange: ShownExchange, clean: (text: string) => string, secrets: SecretRegistry): ShownExchange {
  const sent = cutLines(exchange.sent, (text) => ({ text })).map((line): ShownLine => ({ ...line, text: cut(cleanLine(line.text, clean)) }))
  const received = cutLines(exchange.received, (text) => text).map((line) => cut(clean(line)))
  const curl = exchange.curl === undefined ? undefined : clean(exchange.curl)
  const cleaned: ShownExchange = {
    input: clean(exchange.input), sent, received,
    // A command in which something had to be masked sends something else.
    ...(curl === undefined || curl !== exchange.curl ? {} : { curl }),
    ...(exchange.unsure === true ? { unsure: true } : {}),
  }
  return inPieces(cleaned, secrets) ? { input: cleaned.input, sent: [{ text: hidden }], received: [hidden] } : cleaned
}

/** A credential in the address of a request would take all behind it along, and so the version that is none of it. */
function cleanLine(text: string, clean: (text: string) => string): string {
  const [, request, version] = /^([A-Z]+ .+)( HTTP\/1\.[01])$/.exec(text) ?? []
  return request === undefined || version === undefined ? clean(text) : clean(request) + version
}

const hidden = 'not shown: a secret of the run stands in it in pieces'

/** A target can send one half of a token in one field and the other half in the next. */
function inPieces({ sent, received }: ShownExchange, secrets: SecretRegistry): boolean {
  return [sent.map(({ text }) => text), received].some((lines) => secrets.find(Buffer.from(JSON.stringify(lines, undefined, 2))).length > 0 || secrets.find(Buffer.from(lines.join('\n'))).length > 0)
}

function cutLines<Each>(lines: readonly Each[], rest: (text: string) => Each): Each[] {
  return lines.length <= maxLines ? [...lines] : [...lines.slice(0, maxLines), rest(`… and ${lines.length - maxLines} more lines`)]
}

const cut = (text: string): string => (text.length <= maxLength ? text : `${text.slice(0, maxLength)}… (${text.length - maxLength} more characters)`)
