/** From what a few cases came to on one revision to whether a server is ready for it. Pure. */
import type { CaseResult, Outcome, RootCause } from '../run/outcome.ts'

export type Ready = 'YES' | 'NO' | 'UNKNOWN'

export interface RevisionVerdict {
  readonly revision: string
  readonly ready: Ready
  /** Undefined where that could not be found out. */
  readonly spoken: boolean | undefined
  /** What decided it, in one sentence without its full stop. */
  readonly reason: string
  /** What was run, with what it came to. */
  readonly cases: readonly { readonly id: string; readonly outcome: Outcome }[]
}

/** Root causes that say of a server that it does not speak the revision; every other one leaves that open. */
const notSpoken = new Set(['revision-not-spoken', 'target-not-mcp'])

export function verdictOf(revision: string, results: readonly CaseResult[], findings: readonly RootCause[]): RevisionVerdict {
  const [finding] = findings
  if (finding !== undefined) {
    const no = notSpoken.has(finding.id)
    return { revision, ready: no ? 'NO' : 'UNKNOWN', spoken: no ? false : undefined, reason: finding.title, cases: [] }
  }
  const cases = results.map(({ id, outcome }) => ({ id, outcome }))
  const of = (...outcomes: Outcome[]): readonly CaseResult[] => results.filter(({ outcome }) => outcomes.includes(outcome))
  const failed = of('fail')
  if (failed.length > 0) return { revision, ready: 'NO', spoken: true, reason: failed.map(failureText).join('; '), cases }
  const open = of('inconclusive', 'not-run')
  if (open.length > 0) return { revision, ready: 'UNKNOWN', spoken: true, reason: open.map(({ id, reason }) => `${id}: ${reason ?? 'it gave no verdict'}`).join('; '), cases }
  const passed = of('pass', 'warn')
  if (passed.length === 0) return { revision, ready: 'UNKNOWN', spoken: undefined, reason: 'none of the cases applies', cases }
  const warned = of('warn')
  const warnings = warned.length === 0 ? '' : `, with warnings of ${warned.map(({ id }) => id).join(', ')}`
  return { revision, ready: 'YES', spoken: true, reason: `${passed.map(({ id }) => id).join(', ')} pass${warnings}`, cases }
}

function failureText({ id, observations }: CaseResult): string {
  const wrong = observations.find(({ ok }) => !ok)
  return wrong === undefined ? id : `${id} expected ${wrong.expected} and got ${wrong.actual}`
}

/**
 * 1: a revision that is spoken is not ready, or none is spoken; 3: something is unknown; 0: every one that is spoken is
 * ready.
 */
export function readinessExitCode(verdicts: readonly RevisionVerdict[]): 0 | 1 | 3 {
  if (verdicts.some(({ ready, spoken }) => ready === 'NO' && spoken === true)) return 1
  if (verdicts.some(({ ready }) => ready === 'UNKNOWN')) return 3
  return verdicts.some(({ ready }) => ready === 'YES') ? 0 : 1
}
