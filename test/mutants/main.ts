/**
 * `npm run mutants`: proves the cases. First every target without a fault, then the sentinels, then every mutant, two
 * at a time; one line each, and at the end how many were killed and who was not.
 */
import { parseArgs } from 'node:util'
import { cases } from '../../cases/index.ts'
import { matchesGlob } from '../../harness/run/glob.ts'
import { casesWithoutMutant, equivalents, lintMutants, mutants } from './catalogue.ts'
import { cleanJob, cleanTestJob, equivalentJob, mutantJob, sentinelJob } from './jobs.ts'
import type { Job } from './jobs.ts'
import { temporaryFolder } from './places.ts'
import { sentinels } from './sentinels.ts'
import { sampleFor } from './sample.ts'

const atOnce = 2

const { values } = parseArgs({
  options: { only: { type: 'string' }, list: { type: 'boolean', default: false }, whole: { type: 'boolean', default: false } },
})
const caseIds = cases.filter(({ suite }) => suite === 'auth-negative').map(({ id }) => id)
const selected = mutants.filter(({ id }) => values.only === undefined || matchesGlob(values.only, id))

if (values.list) {
  for (const mutant of selected) print(`${mutant.id}  ${mutant.title}  ${'kills' in mutant ? mutant.kills.join(' ') : mutant.test}`)
} else if (selected.length === 0) {
  process.stderr.write(`No mutant fits ${JSON.stringify(values.only)}.\n`)
  process.exitCode = 2
} else {
  process.exitCode = await prove()
}

async function prove(): Promise<number> {
  const folder = temporaryFolder()
  const wrong = [...lintMutants(caseIds)]
  for (const id of casesWithoutMutant(caseIds)) wrong.push(`${id} has no mutant`)
  for (const problem of wrong) print(`wrong: ${problem}`)

  const targets = [...new Set(selected.map(({ target }) => target))].filter((target) => target !== 'test')
  const tests = [...new Set(selected.flatMap((mutant) => (mutant.target === 'test' ? [mutant.test] : [])))]
  const clean = await runAll([...targets.map((target) => cleanJob(target, folder)), ...tests.map((test) => cleanTestJob(test, folder))], 'clean')
  if (clean.length > 0) return 1
  const judged = values.only === undefined ? await runAll(sentinels.map((sentinel) => sentinelJob(sentinel, folder, caseIds)), 'judged right') : []
  const seen = values.only === undefined ? await runAll(equivalents.map((entry) => equivalentJob(entry, folder)), 'unseen, as said') : []
  const survivors = await runAll(selected.map((mutant, index) => mutantJob(mutant, folder, values.whole ? undefined : sampleFor(mutant, index, caseIds))), 'killed')

  print(`${selected.length - survivors.length} / ${selected.length} mutants killed`)
  for (const { id, problems } of survivors) print(`  ${id}: ${problems.join('; ')}`)
  return wrong.length + judged.length + seen.length + survivors.length === 0 ? 0 : 1
}

interface Failure {
  readonly id: string
  readonly problems: readonly string[]
}

/** @returns Those that did not come to what they should. */
async function runAll(jobs: readonly Job[], good: string): Promise<Failure[]> {
  const failures: Failure[] = []
  const waiting = [...jobs]
  const worker = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const started = performance.now()
      const problems = await job.run()
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      if (problems.length > 0) failures.push({ id: job.id, problems })
      print(`${problems.length === 0 ? good : 'WRONG'}  ${job.id}  ${problems.length === 0 ? job.title : problems.join('; ')}  (${seconds} s)`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return failures
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
