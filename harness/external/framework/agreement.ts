/**
 * Holds the framework's verdicts against our own on the same rows of the contract. Two readings that differ mean that
 * one of them is wrong: each difference is listed, with the reason where it is known. Pure.
 */
import type { CaseResult } from '../../run/outcome.ts'
import type { Requirement } from '../../run/requirement.ts'
import knownWrong from './known-wrong.json' with { type: 'json' }
import mapping from './mapping.json' with { type: 'json' }
import { checkStatuses, frameworkRevisions } from './run.ts'
import type { CheckStatus } from './run.ts'

export interface Disagreement {
  /** The requirement set. */
  readonly revision: string
  readonly check: string
  readonly row: string
  /** The worst that the framework reported for the check. */
  readonly framework: CheckStatus
  readonly ours: 'holds' | 'violated'
  /** Cases of ours that judged the row. */
  readonly cases: readonly string[]
  /** Why; undefined where nobody has found out yet. */
  readonly reason: string | undefined
}

export interface Agreement {
  /** Pairs of a check and a row on which both have a verdict. */
  readonly compared: number
  readonly disagreements: readonly Disagreement[]
}

/** What the framework's statuses say of a requirement; the others say nothing. */
const says: Readonly<Partial<Record<CheckStatus, Disagreement['ours']>>> = { SUCCESS: 'holds', WARNING: 'violated', FAILURE: 'violated' }
const rows: Readonly<Record<string, readonly string[]>> = mapping.checks

/** The cases that judge a row which a check of the framework is about: all that a comparison needs of ours. */
export function casesCompared<Each extends { readonly requirements: readonly string[] }>(cases: readonly Each[], requirements: readonly Pick<Requirement, 'id' | 'rows'>[]): Each[] {
  const mapped = new Set(Object.values(rows).flat())
  const judged = new Set(requirements.filter((requirement) => requirement.rows?.some((row) => mapped.has(row))).map(({ id }) => id))
  return cases.filter((each) => each.requirements.some((id) => judged.has(id)))
}

export function compareVerdicts(results: readonly CaseResult[], requirements: Readonly<Record<string, Requirement>>): Agreement {
  const own = ownVerdicts(results, requirements)
  const disagreements: Disagreement[] = []
  let compared = 0
  // The rows are those of 2026-07-28; its set is the one that they compare with.
  const [revision] = frameworkRevisions
  for (const [check, { status: framework, wrong }] of frameworkVerdicts(results, revision)) {
    const theirs = says[framework]
    for (const row of rowsOf(check, wrong)) {
      const ours = own.get(row)
      if (ours === undefined || theirs === undefined) continue
      compared += 1
      const verdict = ours.ok ? 'holds' : 'violated'
      if (verdict !== theirs) disagreements.push({ revision, check, row, framework, ours: verdict, cases: [...ours.cases], reason: knownReason(check, row, framework) })
    }
  }
  return { compared, disagreements }
}

/** Of a check that is wrong only what it is wrong about can be compared. */
function rowsOf(check: string, wrong: boolean): readonly string[] {
  const all = Object.hasOwn(rows, check) ? rows[check] ?? [] : []
  return wrong ? all.filter((row) => knownWrong.some((each) => each.check === check && each.row === row)) : all
}

interface FrameworkVerdict {
  readonly status: CheckStatus
  /** Every complaint was about something that the framework is known to be wrong about. */
  readonly wrong: boolean
}

/** The worst status of each check; also of those that count for nothing, where something was tested. */
function frameworkVerdicts(results: readonly CaseResult[], revision: string): Map<string, FrameworkVerdict> {
  const result = results.find(({ id }) => id === `interop.framework-${revision}`)
  const verdicts = new Map<string, FrameworkVerdict>()
  const add = (input: string, status: CheckStatus | undefined, wrong: boolean): void => {
    const check = /^[^:]+: (.+?)(?: \(\d+\))?$/.exec(input)?.[1]
    if (check === undefined || status === undefined) return
    const before = verdicts.get(check)
    if (before === undefined || severity(status) > severity(before.status)) verdicts.set(check, { status, wrong })
  }
  for (const { input = '', actual } of result?.observations ?? []) add(input, checkStatuses.find((status) => status === actual), false)
  // A check that is wrong, or that the framework does not score, has a verdict all the same.
  for (const { input, reason } of result?.setAside ?? []) {
    const wrong = reason.startsWith('a check that is wrong')
    const unscored = /^not scored by the framework \([^)]*\); the framework reported/.test(reason)
    if (wrong || unscored) add(input, checkStatuses.find((status) => reason.endsWith(`the framework reported ${status}`)), wrong)
  }
  return verdicts
}

function severity(status: CheckStatus): number {
  return ['INFO', 'SKIPPED', 'SUCCESS', 'WARNING', 'FAILURE'].indexOf(status)
}

/** What our own cases observed of each row. A case that could not tell says nothing. */
function ownVerdicts(results: readonly CaseResult[], requirements: Readonly<Record<string, Requirement>>): Map<string, { ok: boolean; cases: Set<string> }> {
  const verdicts = new Map<string, { ok: boolean; cases: Set<string> }>()
  for (const { id, suite, observations } of results) {
    if (suite === 'interop') continue
    for (const { requirement, ok } of observations) {
      for (const row of requirements[requirement]?.rows ?? []) {
        const verdict = verdicts.get(row) ?? { ok: true, cases: new Set<string>() }
        verdict.ok &&= ok
        verdict.cases.add(id)
        verdicts.set(row, verdict)
      }
    }
  }
  return verdicts
}

function knownReason(check: string, row: string, framework: CheckStatus): string | undefined {
  return framework === 'FAILURE' ? knownWrong.find((each) => each.check === check && each.row === row)?.reason : undefined
}
