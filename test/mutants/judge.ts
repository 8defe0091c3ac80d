/** Compares what a run against a mutant came to with what the mutant's data says. Pure. */

export interface RunOutcome {
  readonly exitCode: number | undefined
  /** Outcome of each case that was selected. */
  readonly outcomes: ReadonlyMap<string, string>
  /** Why those that did not pass did not, for whoever mends it. */
  readonly reasons?: ReadonlyMap<string, string>
  /** What cases kept of what they found; for a program, how many steps it has. */
  readonly failures?: readonly { readonly case: string; readonly kind: string; readonly steps?: number }[]
  /** Root causes that the run found, by their ids. */
  readonly findings: readonly string[]
  /** What the hook noted in a test's process; empty where there is none. */
  readonly notes: readonly string[]
  /** The last that the process said where it gave no result. */
  readonly said: string
}

const quiet = new Set(['pass', 'not-applicable'])
const clouded = new Set(['inconclusive', 'not-applicable'])

export interface Expected {
  readonly kills: readonly string[]
  /** Cases that have to be inconclusive. */
  readonly unclear?: readonly string[]
  /** Whether every other case of the same area has to be inconclusive, or not applicable. */
  readonly clouds?: boolean
  /** What each of these cases has to keep of what it found. */
  readonly program?: { readonly atMost: number }
  readonly history?: boolean
}

/** @returns What is wrong; empty where the mutant was killed by exactly the cases that it names. */
export function judgeMutant(expected: Expected, run: RunOutcome): string[] {
  const { kills, clouds = false, unclear = [] } = expected
  const areas = new Set(kills.map(areaOf))
  if (run.outcomes.size === 0) return [`the run gave no result (exit code ${String(run.exitCode)}): ${run.said}`]
  const problems: string[] = []
  const caught = new Set<string>()
  for (const [id, outcome] of run.outcomes) {
    if (unclear.includes(id)) {
      if (outcome !== 'inconclusive') problems.push(`${id} is ${outcome}, though it has nothing to look at${why(run, id)}`)
    } else if (outcome === 'fail' || outcome === 'warn') caught.add(id)
    else if (clouds && areas.has(areaOf(id)) ? !clouded.has(outcome) : !quiet.has(outcome) && !(clouds && clouded.has(outcome))) problems.push(`${id} is ${outcome}${why(run, id)}`)
  }
  if (caught.size === 0) problems.push('survived: no case failed')
  for (const id of kills) if (!caught.has(id)) problems.push(`${id} does not see it (${run.outcomes.get(id) ?? 'not selected'}${why(run, id)})`)
  for (const id of caught) if (!kills.includes(id)) problems.push(`${id} falls over as well${why(run, id)}`)
  problems.push(...kills.filter((id) => caught.has(id)).flatMap((id) => keptProblems(id, expected, run)))
  if (caught.size > 0 && run.exitCode !== 1) problems.push(`exit code ${String(run.exitCode)} instead of 1${run.said === '' ? '' : `: ${run.said}`}`)
  return problems
}

/** Whether a case kept what it has to keep of what it found. */
function keptProblems(id: string, { program, history = false }: Expected, { failures = [] }: RunOutcome): string[] {
  const kept = failures.filter((failure) => failure.case === id)
  const shortest = Math.min(...kept.flatMap(({ kind, steps }) => (kind === 'program' && steps !== undefined ? [steps] : [])))
  return [
    ...(program === undefined || shortest <= program.atMost ? [] : [shortest === Infinity ? `${id} keeps no program` : `the program of ${id} has ${shortest} steps, ${program.atMost} at most were wanted`]),
    ...(!history || kept.some(({ kind }) => kind === 'history' || kind === 'crash') ? [] : [`${id} keeps no history`]),
  ]
}

/** @returns What is wrong with a run against a server without a fault. */
export function judgeClean(run: RunOutcome): string[] {
  if (run.outcomes.size === 0) return [`the run gave no result (exit code ${String(run.exitCode)}): ${run.said}`]
  const problems = [...run.outcomes].filter(([, outcome]) => !quiet.has(outcome)).map(([id, outcome]) => `${id} is ${outcome}${why(run, id)}`)
  if (run.exitCode !== 0) problems.push(`exit code ${String(run.exitCode)} instead of 0${run.said === '' ? '' : `: ${run.said}`}`)
  return problems
}

/** @returns What is wrong with a test file that ran against a server without one of its checks. */
export function judgeTest(run: RunOutcome): string[] {
  const unapplied = appliedProblem(run.notes)
  if (unapplied !== undefined) return [unapplied]
  if (run.outcomes.size === 0) return [`the test gave no result (exit code ${String(run.exitCode)}): ${run.said}`]
  const failed = [...run.outcomes.values()].includes('fail')
  if (failed !== (run.exitCode !== 0)) return [`exit code ${String(run.exitCode)} does not fit the tests`]
  return failed ? [] : ['survived: the test passes']
}

function appliedProblem(notes: readonly string[]): string | undefined {
  const failed = notes.find((note) => note !== 'applied')
  if (failed !== undefined) return `the patch does not apply, ${failed}`
  return notes.length === 0 ? 'the patch was never applied' : undefined
}

/** What a case saw, where it is known. */
function why({ reasons }: RunOutcome, id: string): string {
  const reason = reasons?.get(id) ?? ''
  return reason === '' ? '' : `: ${reason}`
}

/** What an id begins with: `auth`, `spec`. */
export function areaOf(caseId: string): string {
  return caseId.split('.')[0] ?? ''
}
