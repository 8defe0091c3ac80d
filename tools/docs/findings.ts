/** The tables of docs/findings: what a failure of each case usually means, and how it is fixed. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cases } from '../../cases/index.ts'
import { suites } from '../../harness/run/case.ts'
import type { SuiteName } from '../../harness/run/case.ts'
import { code, table } from './markdown.ts'

/** The suites that have cases, each with a link to its page. */
export function findingPages(): string {
  const rows = suites.flatMap((suite) => {
    const count = cases.filter((entry) => entry.suite === suite).length
    if (count > 0 && !existsSync(join(import.meta.dirname, '../../docs/findings', `${suite}.md`))) throw new Error(`docs/findings/${suite}.md is missing: copy another one and put the name of the suite in`)
    return count === 0 ? [] : [[`[${code(suite)}](findings/${suite}.md)`, String(count)]]
  })
  return table(['suite', 'cases'], rows)
}

export function findingTable(suite: SuiteName): string {
  return table(['case', 'what', 'a failure usually means', 'how to fix it'], cases.filter((entry) => entry.suite === suite)
    .map(({ id, title, explain }) => [code(id), prose(title), prose(explain.failure), prose(explain.fix)]))
}

/** What reads like markup is meant as it stands. */
function prose(text: string): string {
  return text.replaceAll(/[\\*_<>[\]`]/g, (sign) => `\\${sign}`)
}
