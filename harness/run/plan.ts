/** Decides, before anything is sent, which cases run and which are ruled out, with the reason. Pure. */
import { HarnessError } from '../errors.ts'
import { abilityName } from '../fixture/ability-name.ts'
import type { Ability, Driver } from '../fixture/driver.ts'
import { fitsChannel } from '../target/profile.ts'
import type { TargetProfile } from '../target/profile.ts'
import { suites } from './case.ts'
import type { Case, SuiteName } from './case.ts'
import { matchesGlob } from './glob.ts'

export interface Selection {
  /** Default: every suite but `interop`. */
  readonly suites?: readonly string[]
  /** Globs over case ids; a case must fit one of them. */
  readonly only?: readonly string[]
  /** Globs over case ids; a case must fit none of them. */
  readonly skip?: readonly string[]
  /** Of these only the cases that make their inputs up. */
  readonly fuzz?: boolean
}

export type PlannedCase =
  | { readonly kind: 'run'; readonly case: Case }
  | { readonly kind: 'not-applicable'; readonly case: Case; readonly reason: string; readonly missingAbility?: Ability }

/** The suites of a selection, in the catalogue's order; a name that is none is left out. */
export function selectedSuites(selection: Selection): readonly SuiteName[] {
  if (selection.suites === undefined || selection.suites.length === 0) return suites.filter((name) => name !== 'interop')
  return suites.filter((name) => selection.suites?.includes(name))
}

/**
 * The cases that a selection names, in the catalogue's order.
 * @throws HarnessError `unknown_suite`, also where a suite that was named has no case, or `unknown_case` where an `only` or `skip` pattern fits no case at all, or where no fuzzing case is left.
 */
export function selectCases<Each extends Pick<Case, 'id' | 'suite' | 'fuzz'>>(cases: readonly Each[], selection: Selection): Each[] {
  const chosen = selectedSuites(selection)
  const inUse = new Set<string>(cases.map(({ suite }) => suite))
  for (const name of selection.suites ?? []) {
    if (!inUse.has(name)) throw new HarnessError('unknown_suite', `there is no suite ${JSON.stringify(name)}; there are ${suites.filter((each) => inUse.has(each)).join(', ')}`)
  }
  const only = selection.only ?? []
  const skip = selection.skip ?? []
  for (const pattern of [...only, ...skip]) {
    if (!cases.some(({ id }) => matchesGlob(pattern, id))) {
      throw new HarnessError('unknown_case', `no case fits ${JSON.stringify(pattern)}`)
    }
  }
  const selected = cases.filter(({ id, suite }) =>
    chosen.includes(suite)
    && (only.length === 0 || only.some((pattern) => matchesGlob(pattern, id)))
    && !skip.some((pattern) => matchesGlob(pattern, id)))
  if (selection.fuzz !== true) return selected
  const fuzzing = selected.filter(({ fuzz }) => fuzz === true)
  if (fuzzing.length === 0) throw new HarnessError('unknown_case', 'no case that makes its inputs up is among those that are selected', { remedy: 'Leave --suite, --only and --skip away, or name one of the cases that `handoff-conformance run --fuzz` runs without them.' })
  return fuzzing
}

/**
 * What becomes of each case on this target: the target's claims speak first, then the driver's abilities.
 * @param abilities What the driver can do with the fixture that a case is given.
 * @param kind Of the driver: there is none behind a target that is given by its URL.
 */
export function planCases(cases: readonly Case[], target: TargetProfile, abilities: (entry: Case) => ReadonlySet<Ability>, kind: Driver['kind'] = 'command'): PlannedCase[] {
  return cases.map((entry): PlannedCase => {
    const claim = ruledOut(entry, target)
    if (claim !== undefined) return { kind: 'not-applicable', case: entry, reason: claim }
    const able = abilities(entry)
    const missing = entry.needs?.find((ability) => !able.has(ability))
    if (missing !== undefined) {
      return { kind: 'not-applicable', case: entry, reason: withoutAbility(missing, kind), missingAbility: missing }
    }
    return { kind: 'run', case: entry }
  })
}

/** Nobody has written a driver for a server that runs already, and would not know what is meant. */
function withoutAbility(missing: Ability, kind: Driver['kind']): string {
  const name = abilityName(missing)
  return kind === 'url' ? `the target is given by its URL: nothing can be provisioned there, nor the server started and stopped, so that nobody can ${name}` : `the driver cannot ${name}`
}

function ruledOut(entry: Case, target: TargetProfile): string | undefined {
  try {
    return withoutChannel(entry, target) ?? entry.appliesTo?.(target)
  } catch (error) {
    throw new HarnessError('internal', `the case ${entry.id} cannot tell whether it applies`, { cause: error })
  }
}

function withoutChannel({ channels }: Case, target: TargetProfile): string | undefined {
  if (channels === undefined || target.channels.some((channel) => fitsChannel(channel, channels))) return undefined
  const revision = channels.revisions?.join(' or ') ?? (channels.era === 'modern' ? 'a revision of stateless envelopes' : channels.era === 'legacy' ? 'a revision that begins with initialize' : 'MCP')
  const over = channels.transport === undefined ? '' : channels.transport === 'http' ? ' over HTTP' : ' over stdio'
  return `the target does not speak ${revision}${over}`
}
