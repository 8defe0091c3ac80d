/**
 * One failure for a person at a terminal: what was sent and how it differs from the control, what came back, what the
 * source demands, what it usually means, how to fix it, and one line that shows it again.
 */
import type { ShownExchange, ShownLine } from '../run/outcome.ts'
import { failureLines } from './failures.ts'
import { type Entry, expectationText, type Violation } from './report.ts'
import type { RenderOptions } from './reporter.ts'
import { labelled, type Paint, plural, type Style, wrap } from './text.ts'

/** More of one text does not fit a screen; the whole is in `results.json`. In UTF-16 code units. */
const maxShown = 300
/** A case that tries many inputs can be violated by each of them in the same way. */
const maxViolations = 6
/** Lines of one message. */
const maxLines = 14

export const shortened = (text: string, most: number = maxShown): string => (text.length <= most ? text : `${text.slice(0, most)}…`)

const styleOf = ({ result }: Entry): Style => (result.outcome === 'fail' ? 'red' : 'yellow')

/** All that is needed to act. */
export function findingInFull(entry: Entry, options: RenderOptions, paint: Paint): string[] {
  const { columns } = options
  const { result, explanation, failures } = entry
  const [exchange] = result.exchanges ?? []
  return [
    ...head(entry, columns, paint),
    ...violations(entry, columns, paint),
    ...(exchange === undefined ? [] : exchangeLines(exchange, (result.exchanges?.length ?? 0) - 1, columns, paint)),
    ...(explanation === undefined ? [] : [...labelled('usually: ', shortened(explanation.failure), columns, '  '), ...labelled('fix:     ', shortened(explanation.fix), columns, '  ')]),
    // Whole, so that it can be copied: a terminal wraps it by itself.
    ...(exchange?.curl === undefined ? [] : [paint('cyan', `  ${exchange.curl}`)]),
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
function violations(entry: Entry, columns: number, paint: Paint): string[] {
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

function exchangeLines({ input, sent, received }: ShownExchange, others: number, columns: number, paint: Paint): string[] {
  const compared = sent.some(({ mark }) => mark !== undefined)
  const about = input === '' ? '' : ` (${shortened(input, 60)})`
  return [
    ...wrap(`${compared ? 'sent, beside the control' : 'sent last'}${about}:`, columns, '  '),
    ...essential(sent).flatMap((line) => messageLine(line, columns, paint)),
    '  came back:',
    ...telling(received).flatMap((text) => messageLine({ text }, columns, paint)),
    ...(others > 0 ? wrap(`${plural(others, 'more exchange')} of this case ${others === 1 ? 'is' : 'are'} in results.json`, columns, '  ') : []),
  ]
}

const colors = { '+': 'green', '-': 'red' } as const

function messageLine({ text, mark }: ShownLine, columns: number, paint: Paint): string[] {
  const indent = /^ */.exec(text)?.[0] ?? ''
  const [first = '', ...rest] = wrap(shortened(text.trimStart()), columns, `      ${indent}`)
  const lines = [`    ${mark ?? ' '} ${first.slice(6)}`, ...rest]
  return mark === undefined ? lines : lines.map((line) => paint(colors[mark], line))
}

/** What is asked, and what is marked with it; of a message without marks the beginning. */
function essential(sent: readonly ShownLine[]): ShownLine[] {
  const needed = (line: ShownLine, at: number): boolean => at === 0 || line.mark !== undefined || /^ *(?:method|params\.name): /.test(line.text)
  const lines: ShownLine[] = []
  for (const [at, line] of sent.entries()) {
    if (needed(line, at)) lines.push(line)
    else if (lines.at(-1) !== gap) lines.push(gap)
  }
  return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines), gap]
}

const gap: ShownLine = { text: '…' }

/** Without what only says how the bytes came. */
function telling(received: readonly string[]): string[] {
  const lines = received.filter((line) => !/^(?:connection|transfer-encoding|cache-control|vary|content-length|set-cookie|access-control-[a-z-]+)(?: \(masked\))?:/i.test(line))
  return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines), '…']
}
