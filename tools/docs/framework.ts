/** The table of what the official framework is known to be wrong about. */
import knownWrong from '../../harness/external/framework/known-wrong.json' with { type: 'json' }
import { code, table } from './markdown.ts'

export function frameworkDifferences(): string {
  return table(
    ['scenario', 'check', 'row', 'complaint that is set aside', 'why it is wrong'],
    knownWrong.map(({ scenario, check, row, message, reason }) => [code(scenario), code(check), row, message, reason]),
  )
}
