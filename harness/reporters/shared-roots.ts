/**
 * Which findings are one and the same: cases that saw the same thing where the same rule wants another. It is told once,
 * and what is shown in full beside it is about other rules. Pure.
 */
import type { Entry, Violation } from './report.ts'

/** What several cases have in common, or the worst of one alone. */
export interface Root {
  /** Absent of a case that has seen nothing that did not hold. */
  readonly violation: Violation | undefined
  /** Shown for all of them: one that is about this rule before any other, where there is one. */
  readonly shown: Entry
  readonly others: readonly Entry[]
}

/**
 * @param entries Of one standing.
 * @returns Each entry in one root, by what it shares with most of the others; one root a rule first, and of those the most shared.
 */
export function rootsOf(entries: readonly Entry[]): readonly Root[] {
  const shared = new Map<string, number>()
  for (const key of entries.flatMap((entry) => [...keysOf(entry).keys()])) shared.set(key, (shared.get(key) ?? 0) + 1)
  const roots = [...Map.groupBy(entries, (entry) => mostShared(entry, shared)).entries()].map(([key, members]): Root => {
    const violation = members.map((entry) => keysOf(entry).get(key)).find((each) => each !== undefined)
    const [shown, ...others] = members.toSorted((one, other) => distance(one, violation) - distance(other, violation)) as [Entry, ...Entry[]]
    return { violation, shown, others }
  }).toSorted((one, other) => other.others.length - one.others.length)
  const rules = new Set<string>()
  const again = roots.filter(({ violation }) => {
    const seen = violation !== undefined && rules.has(violation.requirement)
    if (violation !== undefined) rules.add(violation.requirement)
    return seen
  })
  return [...roots.filter((root) => !again.includes(root)), ...again]
}

/** Whether a case is about this rule before any other: what it observes first is its main one. */
export function isOwn({ result }: Entry, { requirement }: Violation): boolean {
  return result.observations[0]?.requirement === requirement
}

/** Whether all that a case found is what it shares. */
export function isAllOf(entry: Entry, root: Violation): boolean {
  return [...keysOf(entry).keys()].every((key) => key === keyOf(root))
}

const keyOf = ({ requirement, expected, actual }: Violation): string => JSON.stringify([requirement, expected, actual])

/** What a failure failed for, or a warning warns of. */
function keysOf({ violations }: Entry): Map<string, Violation> {
  const counting = violations.some(({ isFailure }) => isFailure) ? violations.filter(({ isFailure }) => isFailure) : violations
  return new Map(counting.toReversed().map((each) => [keyOf(each), each]))
}

/** The worst of those that are shared by as many. A case without any is alone. */
function mostShared(entry: Entry, shared: ReadonlyMap<string, number>): string {
  const keys = [...keysOf(entry).keys()].toReversed()
  return keys.toSorted((one, other) => (shared.get(other) ?? 0) - (shared.get(one) ?? 0))[0] ?? entry.result.id
}

/** How far a case is from being about that rule and nothing else. */
function distance(entry: Entry, violation: Violation | undefined): number {
  return (violation !== undefined && isOwn(entry, violation) ? 0 : 1_000) + new Set(entry.violations.map(({ requirement }) => requirement)).size
}
