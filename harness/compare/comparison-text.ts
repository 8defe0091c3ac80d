/** A comparison of two runs for a person, as wide as the terminal. */
import { visibleLine } from '../evidence/visible.ts'
import { labelled, type Paint, painter, plural, type Style, wrap } from '../reporters/text.ts'
import { type Change, type ChangeKind, changeKinds, type Comparison } from './compare-runs.ts'

const headings: Readonly<Record<ChangeKind, readonly [title: string, style: Style]>> = {
  'newly-failing': ['newly failing', 'red'], 'newly-not-run': ['newly not run', 'red'], fixed: ['fixed', 'green'],
  'newly-expected': ['newly expected to fail', 'yellow'], other: ['other changes', 'yellow'],
}

/** What a target was quoted with does not fit a screen; the whole is in `results.json`. */
const maxReason = 300

export function comparisonText({ changes, unchanged, notes, regression }: Comparison, { columns, color }: { readonly columns: number; readonly color: boolean }): string {
  const paint = painter(color)
  const lines = notes.flatMap((note) => wrap(shown(`note: ${note}`), columns).map((line) => paint('yellow', line)))
  for (const kind of changeKinds) {
    const of = changes.filter((change) => change.kind === kind)
    const [title, style] = headings[kind]
    if (of.length > 0) lines.push(paint(style, `${title}  ${plural(of.length, 'case')}`), ...of.flatMap((change) => changeLines(change, columns, paint)))
  }
  const said = changeKinds.flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length
    return count === 0 ? [] : [`${count} ${headings[kind][0]}`]
  })
  lines.push(...wrap(`${[...said, `${unchanged} unchanged`].join(', ')}: ${regression ? 'a regression' : 'no regression'}`, columns).map((line) => paint(regression ? 'red' : 'green', line)))
  return `${lines.join('\n')}\n`
}

function changeLines({ case: id, before, after, reason }: Change, columns: number, paint: Paint): string[] {
  return [
    `  ${paint('bold', shown(id))}`,
    ...wrap(`${before}, then ${after}`, columns, '    '),
    ...(reason === undefined ? [] : labelled('reason:', shown(reason), columns, '    ')),
  ]
}

function shown(text: string): string {
  const line = visibleLine(text)
  return line.length <= maxReason ? line : `${line.slice(0, maxReason)}…`
}
