/**
 * Writes the generated blocks of the README and of the pages in docs/, and which mutants prove each case. With `--check` it writes nothing and exits 1
 * where a block is stale, so that no table ever says what the code does not.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { suites } from '../harness/run/case.ts'
import { caseTables, requirementTables, suiteTable } from './docs/catalogue.ts'
import { exitCodeTable, harnessErrorTable, registryProblemTable, serverErrorTable } from './docs/errors.ts'
import { findingPages, findingTable } from './docs/findings.ts'
import { frameworkDifferences } from './docs/framework.ts'
import { commandHelp } from './docs/help.ts'
import { fill } from './docs/markdown.ts'
import type { Blocks } from './docs/markdown.ts'
import { metricsTable } from './docs/metrics.ts'
import { proofText } from './docs/proofs.ts'
import { serverToolTable } from './docs/server-tools.ts'

const root = dirname(import.meta.dirname)
const check = process.argv.includes('--check')

const blocks: Blocks = {
  suites: suiteTable,
  cases: caseTables,
  requirements: requirementTables,
  'finding-pages': findingPages,
  ...Object.fromEntries(suites.map((suite) => [`findings-of-${suite}`, () => findingTable(suite)])),
  'exit-codes': exitCodeTable,
  'harness-errors': harnessErrorTable,
  'server-errors': serverErrorTable,
  'registry-problems': registryProblemTable,
  'server-tools': serverToolTable,
  'server-metrics': metricsTable,
  'framework-differences': frameworkDifferences,
  'harness-commands': () => commandHelp(join(root, 'harness/bin.ts'), 'handoff-conformance'),
  'server-commands': () => commandHelp(join(root, 'server/bin.ts'), 'handoff-server'),
}

const stale: string[] = []
for (const path of ['README.md', ...globSync(['docs/*.md', 'docs/findings/*.md'], { cwd: root }).sort()]) {
  const page = readFileSync(join(root, path), 'utf8')
  const filled = await fill(page, blocks)
  if (filled === page) continue
  stale.push(path)
  if (!check) writeFileSync(join(root, path), filled)
}

const proofs = join(root, 'cases/mutants.json')
const proven = proofText()
if (readFileSync(proofs, 'utf8') !== proven) {
  stale.push('cases/mutants.json')
  if (!check) writeFileSync(proofs, proven)
}

if (check && stale.length > 0) {
  process.stderr.write(`Stale: ${stale.join(', ')}. Run: npm run docs\n`)
  process.exitCode = 1
} else {
  process.stdout.write(stale.length === 0 ? 'Every generated block is up to date.\n' : `Written: ${stale.join(', ')}\n`)
}
