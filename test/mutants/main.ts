/**
 * `npm run mutants`: proves the cases. First every target without a fault, then the sentinels, then every mutant, by
 * a few workers; one line each, and at the end how many were killed and who was not.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { matchesGlob } from '../../harness/run/glob.ts'
import { casesWithoutMutant, equivalents, lastCases, lintMutants, mutants, provenCases } from './catalogue.ts'
import { fromGate } from './gate-record.ts'
import { nameOf } from './jobs.ts'
import type { Job, JobResult } from './jobs.ts'
import { areaOf } from './judge.ts'
import { temporaryFolder } from './places.ts'
import { isInTurn } from './rotation.ts'
import { sentinels } from './sentinels.ts'
import { stdioNames } from './stdio-target.ts'
import { targetNames } from './targets.ts'
import type { TargetName } from './targets.ts'
import type { Mutant } from './mutant.ts'
import { mostlyWaits } from './waiting.ts'
import { runJobs } from './workers.ts'
import type { Ended } from './workers.ts'

/** One more than there are processors: some of their time goes by in waiting. */
const atOnce = availableParallelism() + 1
/** Beside those, of what waits for most of its time. */
const waitingAtOnce = 2
/** Servers that others are a part of: without a fault they meet every case with `--whole` only. */
const variants: ReadonlySet<TargetName> = new Set(['reference-process', 'fixture-2025', 'fixture-modern', 'fixture-legacy', ...stdioNames])

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, list: { type: 'boolean', default: false }, whole: { type: 'boolean', default: false }, turn: { type: 'string' } },
})
const titles = new Map([...mutants, ...equivalents, ...sentinels].map(({ id, title }) => [id, title]))

/** By case: the first mutant that names it and that it is run against. */
const firstNaming = new Map(mutants.toReversed().flatMap((mutant) => ('kills' in mutant && mutant.target !== 'library' ? mutant.kills.map((id) => [id, mutant.id] as const) : [])))

const needed = new Set(firstNaming.values())
const selected = mutants.filter(({ id }) => {
  if (values.turn !== undefined && !isInTurn(id, needed, values.turn)) return false
  return values.only === undefined || values.only.some((pattern) => matchesGlob(pattern, id))
})

if (values.list) {
  for (const mutant of selected) print(`${mutant.id}  ${mutant.title}  ${'kills' in mutant ? mutant.kills.join(' ') : mutant.test}`)
} else if (selected.length === 0) {
  process.stderr.write(`No mutant fits ${JSON.stringify(values.only)}.\n`)
  process.exitCode = 2
} else {
  process.exitCode = await prove(temporaryFolder())
}

/** @returns The exit code. */
async function prove(folder: string): Promise<number> {
  const started = performance.now()
  const wrong = lintMutants(provenCases)
  if (values.only === undefined) for (const id of casesWithoutMutant(provenCases)) wrong.push(`${id} has no mutant`)

  const proofs = selected.map((mutant): Job => ({ kind: 'mutant', id: mutant.id, cases: values.whole ? provenCases : casesFor(mutant) }))
  const tests = [...new Set(selected.flatMap((mutant) => (mutant.target === 'test' ? [mutant.test] : [])))]
  const before: Job[] = values.only === undefined
    ? [
        ...targetNames.flatMap((target) => cleanJob(target, values.whole || !variants.has(target) ? provenCases : casesOn(target, proofs))),
        // With a turn it is CI that asks, which runs every test by itself.
        ...(values.turn === undefined ? tests : []).map((test): Job => ({ kind: 'clean-test', test })),
        ...sentinels.map(({ id }): Job => ({ kind: 'sentinel', id, cases: provenCases })),
        ...equivalents.map(({ id }): Job => ({ kind: 'equivalent', id, cases: values.whole ? provenCases : provenCases.filter((each) => areaOf(each) === 'auth') })),
      ]
    : targetNames.flatMap((target) => cleanJob(target, casesOn(target, proofs)))
  const results = new Map<Job, JobResult>()
  const ended = ({ job, result, durationMs }: Ended): void => {
    results.set(job, result)
    const good = result.problems.length === 0
    print(`${good ? goodWord(job) : 'WRONG'}  ${nameOf(job)}  ${good ? titleOf(job) : result.problems.join('; ')}  (${(durationMs / 1000).toFixed(1)} s)`)
  }
  const unknown = [...before, ...proofs].filter((job) => !knownFromGate(job, ended))
  await Promise.all([
    runJobs(unknown.filter((job) => !mostlyWaits(job)), { atOnce, folder, ended }),
    runJobs(unknown.filter(mostlyWaits), { atOnce: waitingAtOnce, folder, ended }),
  ])
  if (values.only === undefined) wrong.push(...neverPassed(results, new Set(proofs.flatMap((job) => ('cases' in job ? job.cases : [])))))
  for (const problem of wrong) print(`wrong: ${problem}`)
  for (const job of before) if (problemsOf(results, job).length > 0) print(`wrong: ${nameOf(job)}: ${problemsOf(results, job).join('; ')}`)
  const survivors = proofs.filter((job) => problemsOf(results, job).length > 0)
  print(`${proofs.length - survivors.length} / ${proofs.length} mutants killed in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  for (const job of survivors) print(`  ${nameOf(job)}: ${problemsOf(results, job).join('; ')}`)
  return wrong.length === 0 && [...before, ...proofs].every((job) => problemsOf(results, job).length === 0) ? 0 : 1
}

/** The gate may have seen the reference without a fault; then that is what its run comes to. */
function knownFromGate(job: Job, ended: (ended: Ended) => void): boolean {
  if (values.only !== undefined || job.kind !== 'clean' || job.target !== 'reference') return false
  const result = fromGate(job.cases)
  if (result !== undefined) ended({ job, result, durationMs: 0 })
  return result !== undefined
}

/** The first that must see it, and those that no earlier mutant is the first for. The others are asked with `--whole` or `--only`, and beside one that judges what others saw. */
function casesFor(mutant: Mutant): readonly string[] {
  if (!('kills' in mutant) || mutant.target === 'library') return []
  const alone = values.only === undefined && !mutant.kills.some((id) => lastCases.has(id))
  const killing = alone ? mutant.kills.filter((id, index) => index === 0 || firstNaming.get(id) === mutant.id) : mutant.kills
  return [...killing, ...mutant.unclear ?? []]
}

function cleanJob(target: TargetName, cases: readonly string[]): Job[] {
  return cases.length === 0 ? [] : [{ kind: 'clean', target, cases }]
}

/** The cases that are held against mutants of a target. */
function casesOn(target: TargetName, proofs: readonly Job[]): string[] {
  const ids = new Set(selected.flatMap((mutant) => ((mutant.target === 'proxy' ? 'reference' : mutant.target) === target ? [mutant.id] : [])))
  const wanted = new Set(proofs.flatMap((job) => (job.kind === 'mutant' && ids.has(job.id) ? job.cases : [])))
  return provenCases.filter((id) => wanted.has(id))
}

/** A case that applies to no server of ours has shown nothing. With a turn the variants meet only what it asks of their mutants. */
function neverPassed(results: ReadonlyMap<Job, JobResult>, asked: ReadonlySet<string>): string[] {
  const passed = new Set([...results.values()].flatMap((result) => result.passed ?? []))
  return provenCases.filter((id) => (values.turn === undefined || asked.has(id)) && !passed.has(id)).map((id) => `${id} passes on none of the clean servers`)
}

function problemsOf(results: ReadonlyMap<Job, JobResult>, job: Job): readonly string[] {
  return results.get(job)?.problems ?? ['it was not run']
}

function goodWord(job: Job): string {
  return { clean: 'clean', 'clean-test': 'clean', sentinel: 'judged right', equivalent: 'unseen, as said', mutant: 'killed' }[job.kind]
}

function titleOf(job: Job): string {
  return 'id' in job ? (titles.get(job.id) ?? '') : 'Everything passes, or does not apply.'
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
