/** Decides whether records may be put together at all: parts of one plan, or runs that share no case. */
import { HarnessError } from '../errors.ts'
import type { RunRecord } from '../evidence/results.ts'
import { planDigest } from '../run/shard.ts'

export interface NamedRun {
  /** The folder, as the user wrote it. */
  readonly name: string
  readonly run: RunRecord
}

/** What must be alike, and how it is called. */
const alike: readonly { readonly what: string; readonly of: (run: RunRecord) => unknown }[] = [
  { what: 'catalogue', of: (run) => run.catalogueDigest },
  { what: 'version of handoff-conformance', of: (run) => run.harnessVersion },
  { what: 'seed', of: (run) => run.seed },
  { what: 'level', of: (run) => run.level },
  { what: 'number of parts', of: (run) => run.shard?.of ?? 'none' },
]

/** A part whose target could not be opened says nothing of it. */
const sameTarget: readonly { readonly what: string; readonly of: (target: NonNullable<RunRecord['target']>) => unknown }[] = [
  { what: 'target', of: (target) => target.name },
  { what: 'kind of driver', of: (target) => target.driver },
  { what: 'server software', of: (target) => [target.serverInfo?.name, target.serverInfo?.version] },
  { what: 'revisions', of: (target) => [target.revision, target.revisions] },
  { what: 'kind of authentication', of: (target) => target.auth },
]

/**
 * @param partial True where parts may be missing.
 * @returns The numbers of the parts that are missing; none for runs that are no parts of a plan.
 * @throws HarnessError `merge_refused`
 */
export function checkParts(parts: readonly NamedRun[], partial: boolean): number[] {
  for (const { what, of } of alike) differing(what, parts.map(({ name, run }) => ({ name, value: of(run) })))
  for (const { what, of } of sameTarget) {
    differing(what, parts.flatMap(({ name, run }) => (run.target === null ? [] : [{ name, value: of(run.target) }])))
  }
  const [first] = parts
  if (first === undefined) return []
  if (first.run.shard === undefined) {
    refuseSharedCases(parts)
    return []
  }
  differing('plan', parts.map(({ name, run }) => ({ name, value: [run.shard?.plan, run.shard?.planned, run.suites] })))
  const missing = missingParts(parts, first.run.shard.of)
  if (missing.length > 0 && !partial) throw refused(`part ${missing.join(', ')} of ${first.run.shard.of} is missing`)
  refuseSharedCases(parts)
  if (missing.length === 0) refuseAnotherPlan(parts, first.run.shard.plan)
  return missing
}

function differing(what: string, values: readonly { readonly name: string; readonly value: unknown }[]): void {
  const [first, ...others] = values
  const other = others.find(({ value }) => JSON.stringify(value) !== JSON.stringify(first?.value))
  if (first === undefined || other === undefined) return
  const shown = (value: unknown): string => (typeof value === 'number' || (typeof value === 'string' && value.length <= 40) ? ` (${value})` : '')
  throw refused(`${first.name}${shown(first.value)} and ${other.name}${shown(other.value)} differ in their ${what}`)
}

function missingParts(parts: readonly NamedRun[], of: number): number[] {
  const names = new Map<number, string>()
  for (const { name, run } of parts) {
    const index = run.shard?.index ?? 0
    const before = names.get(index)
    if (before !== undefined) throw refused(`${before} and ${name} are both part ${index} of ${of}`)
    if (index > of) throw refused(`${name} is part ${index} of ${of}, which there cannot be`)
    names.set(index, name)
  }
  return Array.from({ length: of }, (_, at) => at + 1).filter((index) => !names.has(index))
}

/** In parts of a plan only what judges all the others is in each; whatever else two of them have was run twice. */
function refuseSharedCases(parts: readonly NamedRun[]): void {
  const names = new Map<string, string[]>()
  for (const { name, run } of parts) for (const { id } of run.results) names.set(id, [...(names.get(id) ?? []), name])
  // A part that was killed may not have come to them.
  const whole = parts.filter(({ run }) => run.shard !== undefined && run.status === 'complete').map(({ name }) => name)
  for (const [id, holders] of names) {
    const [one, other] = holders
    const inAll = parts[0]?.run.shard !== undefined && whole.every((name) => holders.includes(name))
    if (other !== undefined && !inAll) throw refused(`${one} and ${other} both hold the case ${id}`)
  }
}

/** Parts of one plan that all came to their end hold its cases and no other. */
function refuseAnotherPlan(parts: readonly NamedRun[], plan: string): void {
  if (parts.some(({ run }) => run.status === 'incomplete')) return
  const ids = new Set(parts.flatMap(({ run }) => run.results.map(({ id }) => id)))
  if (planDigest([...ids]) !== plan) throw refused('the cases of the parts are not those of their plan, so that a case is missing or was added')
}

function refused(why: string): HarnessError {
  return new HarnessError('merge_refused', `the folders cannot be merged: ${why}`)
}
