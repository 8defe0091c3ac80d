/**
 * One failure for a person at a terminal: what was sent and how it differs from the control, what came back, what the
 * source demands, what it usually means, how to fix it, and one line that shows it again.
 */
import type { ShownExchange, ShownLine } from '../run/outcome.ts'
import { namedFields } from '../evidence/shown/named-fields.ts'
import { failureLines } from './failures.ts'
import { beforeByHand } from './by-hand.ts'
import { type Entry, expectationText, type Violation } from './report.ts'
import type { RenderOptions } from './reporter.ts'
import { labelled, type Paint, plural, type Style, wrap } from './text.ts'

/** More of one text does not fit a screen; the whole is in `results.json`. In UTF-16 code units. */
const maxShown = 300
/** A case that tries many inputs can be violated by each of them in the same way. */
const maxViolations = 6
/** Lines of one message. */
const maxLines = 14
/** Where nothing says which exchange it was there are two. */
const maxExchanges = 2

export const shortened = (text: string, most: number = maxShown): string => (text.length <= most ? text : `${text.slice(0, most)}…`)

const styleOf = ({ result }: Entry): Style => (result.outcome === 'fail' ? 'red' : 'yellow')

/** All that is needed to act. */
export function findingInFull(entry: Entry, options: RenderOptions, paint: Paint): string[] {
  const { columns } = options
  const { result, explanation, failures } = entry
  const { exchanges = [] } = result
  const shown = exchanges.filter(({ input }) => input === exchanges[0]?.input).slice(0, maxExchanges)
  return [
    ...head(entry, columns, paint),
    ...violationLines(entry, columns, paint),
    ...shown.flatMap((exchange, at) => exchangeLines(exchange, fieldsOf(entry, exchange), { columns, paint, more: at < shown.length - 1 })),
    ...(exchanges.length > shown.length ? wrap(`${plural(exchanges.length - shown.length, 'more exchange')} of this case ${exchanges.length - shown.length === 1 ? 'is' : 'are'} in results.json`, columns, '  ') : []),
    ...(explanation === undefined ? [] : [...labelled('usually: ', shortened(explanation.failure), columns, '  '), ...labelled('fix:     ', shortened(explanation.fix), columns, '  ')]),
    ...byHandLines(entry, shown, columns, paint),
    ...failures.flatMap((failure) => failureLines(failure, options, paint)),
    paint('cyan', `  handoff-conformance explain ${result.id}`),
    '',
  ]
}

/** What is wrong, and how to learn more. */
export function findingInBrief(entry: Entry, options: RenderOptions, paint: Paint): string[] {
  const { columns } = options
  const [worst] = entry.violations
  return [
    ...head(entry, columns, paint),
    ...(worst === undefined ? reason(entry, columns) : [...labelled('expected:', shortened(worst.expected), columns, '    '), ...labelled('actual:  ', shortened(worst.actual), columns, '    ')]),
    ...entry.failures.flatMap((failure) => failureLines({ ...failure, kind: 'case' }, options, paint)),
  ]
}

/** One of many: what was wrong, as much of it as fits a line; a title alone would read as though all of it were. */
export function findingInALine(entry: Entry, columns: number, paint: Paint): string {
  const { result } = entry
  const room = Math.max(columns, 40) - result.outcome.length - result.id.length - 4
  return paint(styleOf(entry), `${result.outcome}  `) + paint('bold', result.id) + (room < 12 ? '' : `  ${shortened(result.reason ?? result.title, room - 1)}`)
}

function head(entry: Entry, columns: number, paint: Paint): string[] {
  const { outcome, id, title, flaky, expectedFailure } = entry.result
  return [
    paint(styleOf(entry), `${outcome}  `) + paint('bold', id), ...wrap(title, columns, '  '),
    ...(flaky === true ? ['  flaky: it failed in some of its runs and not in others'] : []),
    ...(expectedFailure === undefined ? [] : wrap(shortened(`expected failure: ${expectationText(expectedFailure)}`), columns, '  ')),
  ]
}

function reason({ result }: Entry, columns: number): string[] {
  return result.reason === undefined ? [] : wrap(shortened(result.reason), columns, '  ')
}

/** By requirement, the worst first: what the source demands once, then each input that did not hold. */
export function violationLines(entry: Entry, columns: number, paint: Paint): string[] {
  const shown = entry.violations.slice(0, maxViolations)
  const rest = entry.violations.length - shown.length
  if (shown.length === 0) return reason(entry, columns)
  const groups = Map.groupBy(shown, ({ requirement, level }) => `${requirement} ${level}`)
  return [
    ...[...groups.values()].flatMap((members) => demanded(members, columns, paint)),
    ...(rest > 0 ? wrap(`${plural(rest, 'more violation')} of this case ${rest === 1 ? 'is' : 'are'} in results.json`, columns, '  ') : []),
  ]
}

function demanded(members: readonly Violation[], columns: number, paint: Paint): string[] {
  const [first] = members
  if (first === undefined) return []
  const { requirement, level, source } = first
  return [
    ...wrap(`${requirement} (${level}${source === undefined ? '' : `, ${source.source} ${source.section}`})`, columns, '  '),
    ...(source === undefined ? [] : [...wrap(shortened(source.statement), columns, '    '), paint('dim', `    ${source.url}`)]),
    ...[...Map.groupBy(members, ({ expected, actual }) => `${expected}\n${actual}`).values()].flatMap((alike) => seen(alike, columns)),
  ]
}

/** Inputs that came to the same. */
function seen(alike: readonly Violation[], columns: number): string[] {
  const [first] = alike
  if (first === undefined) return []
  const inputs = alike.flatMap(({ input }) => (input === undefined ? [] : [shortened(input)]))
  return [
    ...(inputs.length === 0 ? [] : labelled(inputs.length === 1 ? 'input:   ' : 'inputs:  ', inputs.join('; '), columns, '    ')),
    ...labelled('expected:', shortened(first.expected), columns, '    '),
    ...labelled('actual:  ', shortened(first.actual), columns, '    '),
  ]
}

/** The fields that what did not hold for the input of an exchange speaks of. */
function fieldsOf({ violations }: Entry, { input }: ShownExchange): readonly string[] {
  return namedFields(...violations.filter((violation) => (violation.input ?? '') === input).flatMap(({ input: name = '', expected, actual }) => [name, expected, actual]))
}

interface Layout {
  readonly columns: number
  readonly paint: Paint
  /** Another one for the same input follows. */
  readonly more: boolean
}

function exchangeLines({ input, sent, received, unsure }: ShownExchange, fields: readonly string[], { columns, paint, more }: Layout): string[] {
  const compared = sent.some(({ mark }) => mark !== undefined)
  const about = input === '' ? '' : ` (${shortened(input, 60)})`
  const heading = compared ? 'sent, beside the control' : more ? 'sent first' : unsure === true ? 'sent last' : 'sent'
  return [
    ...wrap(`${heading}${about}:`, columns, '  '),
    ...essential(sent, fields).flatMap((line) => messageLine(line, columns, paint)),
    '  came back:',
    ...telling(received, fields).flatMap((text) => messageLine({ text }, columns, paint)),
  ]
}

function byHandLines(entry: Entry, shown: readonly ShownExchange[], columns: number, paint: Paint): string[] {
  const curl = shown.find((exchange) => exchange.curl !== undefined)?.curl
  if (curl === undefined) return []
  const note = beforeByHand(entry)
  // Whole, so that it can be copied: a terminal wraps it by itself.
  return [...(note === undefined ? [] : wrap(`by hand, ${note}:`, columns, '  ')), paint('cyan', `  ${curl}`)]
}

const colors = { '+': 'green', '-': 'red' } as const

function messageLine({ text, mark }: ShownLine, columns: number, paint: Paint): string[] {
  const indent = /^ */.exec(text)?.[0] ?? ''
  const [first = '', ...rest] = wrap(shortened(text.trimStart()), columns, `      ${indent}`)
  const lines = [`    ${mark ?? ' '} ${first.slice(6)}`, ...rest]
  return mark === undefined ? lines : lines.map((line) => paint(colors[mark], line))
}

/** Of a message without marks: what every request has says nothing. */
const usual = /^(?:accept|accept-encoding|content-type|content-length|host|user-agent|connection): |^ *(?:jsonrpc: |id: |params\._meta\.io\.modelcontextprotocol\/(?:protocolVersion|clientInfo|clientCapabilities))/i

/** What is asked, and what is marked with it; of a message without marks all that is not in every request. */
function essential(sent: readonly ShownLine[], fields: readonly string[]): ShownLine[] {
  const compared = sent.some(({ mark }) => mark !== undefined)
  const needed = (line: ShownLine, at: number): boolean =>
    at === 0 || line.mark !== undefined || /^ *(?:method|params\.name): /.test(line.text) || isField(line.text, fields) || (!compared && !usual.test(line.text))
  const lines: ShownLine[] = []
  for (const [at, line] of sent.entries()) {
    if (needed(line, at)) lines.push(line)
    else if (lines.at(-1) !== gap) lines.push(gap)
  }
  return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines), gap]
}

const isField = (line: string, fields: readonly string[]): boolean => fields.some((name) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))

const gap: ShownLine = { text: '…' }

/** Without what only says how the bytes came, unless that is at fault. */
function telling(received: readonly string[], fields: readonly string[]): string[] {
  const lines = received.filter((line) => isField(line, fields) || !/^(?:connection|transfer-encoding|cache-control|vary|content-length|set-cookie|access-control-[a-z-]+)(?: \(masked\))?:/i.test(line))
  return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines), '…']
}
