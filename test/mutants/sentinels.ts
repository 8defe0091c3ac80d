/**
 * What the suites may claim about servers that are none, and about one that says yes to everything. The exit code is
 * never 0: a run that could show nothing is incomplete. Where nothing but refusals come back, nothing passes; and no
 * suite is passed by what says yes to everything.
 */
import { createUrlDriver } from '../../harness/fixture/url.ts'
import { outcomes } from '../../harness/run/outcome.ts'
import type { Outcome } from '../../harness/run/outcome.ts'
import { areaOf } from './judge.ts'
import type { RunOutcome } from './judge.ts'
import { runCases } from './run.ts'
import { alwaysMethodNotFound, alwaysOk, alwaysResult, alwaysUnauthorized, deadPort } from './sentinel-servers.ts'
import type { RunningSentinel } from './sentinel-servers.ts'

export interface Sentinel {
  readonly id: string
  readonly title: string
  readonly start: () => Promise<RunningSentinel>
  /** The one finding that every case points at; undefined where the cases are run. */
  readonly finding: string | undefined
  /** What every case comes to, but for those below; where cases are run, those of `auth-negative`. */
  readonly every: Outcome
  /** Case ids by what they come to instead. */
  readonly but?: Partial<Readonly<Record<Outcome, readonly string[]>>>
  readonly exitCode: number
}

export const sentinels: readonly Sentinel[] = [
  { id: 'dead-port', title: 'Nothing listens.', start: deadPort, finding: 'target-unreachable', every: 'not-run', exitCode: 3 },
  { id: 'always-200', title: 'Everything is answered with 200.', start: alwaysOk, finding: 'target-not-mcp', every: 'not-run', exitCode: 3 },
  { id: 'always-401', title: 'Everything is answered with 401 and a proper challenge.', start: alwaysUnauthorized, finding: 'credentials-refused', every: 'not-run', exitCode: 3 },
  { id: 'always-404', title: 'Everything is answered with 404 and the JSON-RPC error -32601.', start: alwaysMethodNotFound, finding: 'target-not-mcp', every: 'not-run', exitCode: 3 },
  {
    id: 'always-a-result',
    title: 'Everything is answered with 200 and a result in which all is there.',
    start: alwaysResult,
    finding: undefined,
    every: 'fail',
    but: {
      'not-applicable': [
        'auth.boundary-expiry', 'auth.concurrent-rotation', 'auth.disabled-identity', 'auth.expired-token', 'auth.identity-spoof', 'auth.revoked-token',
        'auth.rotated-token', 'auth.session-needs-token', 'auth.session-of-another', 'auth.uniform-refusal',
      ],
      inconclusive: [
        'auth.control-bytes', 'auth.delete-endpoint', 'auth.flood', 'auth.header-whitespace', 'auth.health-leak', 'auth.no-echo', 'auth.scheme-case',
        'auth.scheme-spaces',
      ],
    },
    exitCode: 1,
  },
]

/** @returns What is wrong with the verdicts about a sentinel. */
export function judgeSentinel(sentinel: Sentinel, caseIds: readonly string[], run: RunOutcome): string[] {
  const problems: string[] = []
  if (run.exitCode !== sentinel.exitCode) problems.push(`exit code ${String(run.exitCode)} instead of ${sentinel.exitCode}`)
  if (run.exitCode === 0) problems.push('the run claims success')
  const pinned = caseIds.filter((id) => sentinel.finding !== undefined || areaOf(id) === 'auth')
  for (const id of pinned) {
    const outcome = run.outcomes.get(id) ?? 'missing'
    const wanted = outcomes.find((each) => sentinel.but?.[each]?.includes(id)) ?? sentinel.every
    if (outcome === 'pass') problems.push(`${id} is called passing`)
    else if (outcome !== wanted) problems.push(`${id} is ${outcome} instead of ${wanted}`)
  }
  for (const area of new Set(caseIds.map(areaOf))) {
    const came = caseIds.filter((id) => areaOf(id) === area).map((id) => run.outcomes.get(id) ?? 'missing')
    if (came.includes('pass') && came.every((outcome) => outcome === 'pass' || outcome === 'not-applicable')) problems.push(`${area} is called conforming`)
  }
  if (run.findings.join() !== (sentinel.finding ?? '')) problems.push(`the finding is ${run.findings.join() || 'none'} instead of ${sentinel.finding ?? 'none'}`)
  return problems
}

const environment = { SENTINEL_TOKEN: 'sentinel_0123456789abcdefghijklmnopqrstuvwxyz' }

/** With a token that no server gave out. */
export async function runSentinel(sentinel: Sentinel, cases: readonly string[]): Promise<RunOutcome> {
  const server = await sentinel.start()
  try {
    const driver = createUrlDriver({ url: new URL(server.url), identities: { alpha: { kind: 'env', name: 'SENTINEL_TOKEN' } }, environment })
    return await runCases({ driver, target: { name: 'sentinel', claims: {} } }, cases)
  } finally {
    await server.close()
  }
}
