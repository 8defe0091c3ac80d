/** Counts scenarios of the framework in a case's result, the way its users know them: so many of so many. Pure. */
import type { CaseResult } from '../../run/outcome.ts'
import { unscored } from './judge.ts'
import { frameworkRevisions } from './run.ts'
import type { FrameworkRevision } from './run.ts'

export interface Tally {
  readonly revision: FrameworkRevision
  /** Scored scenarios of the requirement set. */
  readonly scored: number
  /** Those that apply to the target and show something. */
  readonly applicable: number
  readonly passed: number
  /** By name, scored or not. */
  readonly failed: readonly string[]
}

/** @returns Undefined where the case is not one of the framework, or has not come to a result. */
export function tallyOf({ id, outcome, observations, setAside = [] }: CaseResult): Tally | undefined {
  const revision = frameworkRevisions.find((each) => id === `interop.framework-${each}`)
  if (revision === undefined || !['pass', 'warn', 'fail'].includes(outcome)) return undefined
  const checks = observations.filter(({ requirement }) => requirement.startsWith('hardening.framework-'))
  const failed = new Set(checks.filter(({ ok, requirement }) => !ok && requirement !== 'hardening.framework-advice').map(({ input }) => scenarioOf(input)))
  const aside = new Map(setAside.filter(({ input }) => !input.includes(': ')).map(({ input, reason }) => [input, reason]))
  const notScored = new Set([...aside].filter(([, reason]) => reason.startsWith(unscored)).map(([name]) => name))
  const all = new Set([...checks, ...setAside].map(({ input }) => scenarioOf(input)))
  const scored = [...all].filter((name) => !notScored.has(name))
  const applicable = scored.filter((name) => !aside.has(name))
  return { revision, scored: scored.length, applicable: applicable.length, passed: applicable.filter((name) => !failed.has(name)).length, failed: [...failed] }
}

function scenarioOf(input: string | undefined): string {
  return input?.split(': ')[0] ?? ''
}
