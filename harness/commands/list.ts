/** `list`: what is checked, as a table for people, as JSON, or as Markdown for the documentation. */
import { abilityName } from '../fixture/ability-name.ts'
import type { DescribedCase, DescribedCatalogue } from '../run/described-catalogue.ts'
import type { Selection } from '../run/plan.ts'
import type { Level } from '../run/requirement.ts'
import type { ChannelFilter } from '../target/profile.ts'
import { shownCases } from './check-selection.ts'
import type { Terminal } from './terminal.ts'

export interface ListedCase {
  readonly id: string
  readonly suite: string
  readonly title: string
  /** Of its main requirement. */
  readonly level: Level
  readonly source: string
  readonly section: string
  readonly requirements: readonly { readonly id: string; readonly level: Level; readonly source: string; readonly section: string; readonly url: string }[]
  /** Which revisions and transport it is about; what is absent is any. */
  readonly channels?: ChannelFilter
  /** Abilities of the driver without which it is not tested. */
  readonly needs: readonly string[]
}

export function listCommand(terminal: Terminal, catalogue: DescribedCatalogue, options: Selection & { json?: boolean; markdown?: boolean }): void {
  const listed = shownCases(catalogue, options).map((entry) => listedCase(entry, catalogue))
  if (options.json === true) terminal.out(`${JSON.stringify(listed, undefined, 2)}\n`)
  else if (options.markdown === true) terminal.out(markdownTable(listed))
  else terminal.out(plainTable(listed, terminal.isWidthKnown === true ? terminal.columns : undefined))
}

export function listedCase(entry: DescribedCase, catalogue: DescribedCatalogue): ListedCase {
  const requirements = entry.requirements.flatMap((id) => {
    const found = catalogue.requirement(id)
    return found === undefined ? [] : [{ id, level: found.level, source: found.source, section: found.section, url: found.url }]
  })
  const [main] = requirements
  return {
    id: entry.id, suite: entry.suite, title: entry.title,
    level: main?.level ?? 'hardening', source: main?.source ?? '', section: main?.section ?? '',
    requirements, ...(entry.channels === undefined ? {} : { channels: entry.channels }), needs: entry.needs ?? [],
  }
}

/** @param columns Where the last of a line has to end; undefined where nobody looks at it yet. */
function plainTable(cases: readonly ListedCase[], columns: number | undefined): string {
  const rows = cases.map(({ id, suite, level, source, section }) => [id, suite, level, `${source} ${section}`])
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()).map((line) => (columns === undefined || line.length <= columns ? line : `${line.slice(0, Math.max(columns, ...widths) - 1).trimEnd()}…`))
  return [...lines, '', `${cases.length} cases`, ''].join('\n')
}

export function markdownTable(cases: readonly ListedCase[]): string {
  const cell = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('|', '\\|')
  const rows = cases.map(({ id, title, requirements, needs }) => {
    const cited = requirements.map(({ level, source, section, url }) => `${level}: [${cell(`${source} ${section}`)}](${url})`)
    return `| \`${id}\` | ${cell(title)} | ${cited.join('<br>')} | ${needs.map((ability) => `\`${abilityName(ability)}\``).join(', ')} |`
  })
  return ['| case | title | requirements | needs |', '| --- | --- | --- | --- |', ...rows, ''].join('\n')
}
