/** `explain CASE`: what is sent, what is expected, why, what a failure usually means, and how to fix it. */
import { HarnessError } from '../errors.ts'
import { abilityName } from '../fixture/ability-name.ts'
import type { DescribedCase, DescribedCatalogue } from '../run/described-catalogue.ts'
import { labelled, painter, wrap } from '../reporters/text.ts'
import type { ChannelFilter } from '../target/profile.ts'
import { didYouMean } from './suggest.ts'
import { quoted } from './target-words.ts'
import type { Terminal } from './terminal.ts'

/** @throws HarnessError `unknown_case`, with what may have been meant. */
export function explainCommand(terminal: Terminal, catalogue: DescribedCatalogue, id: string, options: { json?: boolean } = {}): void {
  const entry = catalogue.find(id)
  if (entry === undefined) {
    if (id.includes('*')) throw new HarnessError('unknown_case', `explain tells of one case, and ${JSON.stringify(id)} is a pattern`, { remedy: `See which it fits with \`handoff-conformance list --only ${quoted(id)}\`, and name one of them.` })
    const hint = didYouMean(id, catalogue.cases.map((each) => each.id))
    throw new HarnessError('unknown_case', `there is no case ${JSON.stringify(id)}`, hint === undefined ? {} : { remedy: `${hint} See \`handoff-conformance list\` for all.` })
  }
  terminal.out(options.json === true ? `${JSON.stringify(explained(entry, catalogue), undefined, 2)}\n` : explainText(entry, catalogue, terminal))
}

function explained(entry: DescribedCase, catalogue: DescribedCatalogue): object {
  const { id, suite, title, explain } = entry
  return { id, suite, title, ...explain, ...(entry.channels === undefined ? {} : { channels: entry.channels }), needs: entry.needs ?? [], requirements: entry.requirements.map((each) => catalogue.requirement(each)) }
}

function explainText(entry: DescribedCase, catalogue: DescribedCatalogue, { color, columns }: Terminal): string {
  const paint = painter(color)
  const { sends, expects, why, failure, fix } = entry.explain
  const lines = [paint('bold', entry.id), ...wrap(entry.title, columns), '']
  const parts: readonly (readonly [string, string])[] = [['Sends:  ', sends], ['Expects:', expects], ['Why:    ', why], ['Failing:', failure], ['Fix:    ', fix]]
  for (const [label, text] of parts) lines.push(...labelled(label, text, columns, ''))
  const about = aboutChannels(entry.channels)
  if (about !== '') lines.push(...labelled('About:  ', about, columns, ''))
  if (entry.needs !== undefined && entry.needs.length > 0) lines.push(...labelled('Needs:  ', `a driver that can ${entry.needs.map(abilityName).join(', ')}`, columns, ''))
  lines.push('', paint('bold', 'Requirements'))
  for (const id of entry.requirements) {
    const requirement = catalogue.requirement(id)
    if (requirement === undefined) continue
    lines.push(...wrap(`${id} (${requirement.level}, ${requirement.source} ${requirement.section})`, columns, '  '))
    lines.push(...wrap(requirement.statement, columns, '    '))
    if (requirement.reason !== undefined) lines.push(...wrap(requirement.reason, columns, '    '))
    lines.push(`    ${requirement.url}`)
  }
  lines.push('', `Run it alone: handoff-conformance run --suite ${entry.suite} --only ${entry.id}`)
  if (entry.last === true) lines.push(...wrap(`Alone it may find less: it runs when all others have ended, and may judge what came for them. \`handoff-conformance replay ${entry.id}\` runs those along that a finding came of.`, columns, '  '))
  return `${lines.join('\n')}\n`
}

/** Which conversations a case is about, in words; empty for any. */
function aboutChannels({ revisions, era, transport }: ChannelFilter = {}): string {
  const spoken = revisions?.join(' or ') ?? { modern: 'revisions of envelopes (2026-07-28 and later)', legacy: 'revisions that begin with initialize', any: '' }[era ?? 'any']
  const over = transport === undefined ? '' : `over ${transport === 'http' ? 'HTTP' : 'stdio'}`
  return [spoken, over].filter((part) => part !== '').join(' ')
}
