/** `coverage`: which cases observe each requirement, which mutants prove these cases, and what nothing checks. */
import { engineIds } from '../run/engine-requirements.ts'
import type { DescribedCase, DescribedCatalogue } from '../run/described-catalogue.ts'
import type { Selection } from '../run/plan.ts'
import type { Level, Requirement } from '../run/requirement.ts'
import { inColumns, plural, wrap } from '../reporters/text.ts'
import { shownCases } from './check-selection.ts'
import type { Terminal } from './terminal.ts'

/** The ids of the mutants that each case is seen to catch, by the id of the case. */
export type Proofs = Readonly<Record<string, readonly string[]>>

export interface CoveredRequirement {
  readonly id: string
  readonly level: Level
  readonly source: string
  readonly section: string
  /** `every`: each negative case observes it. */
  readonly cases: readonly string[] | 'every'
  /** Of all its cases together. */
  readonly mutants: readonly string[]
  /** Why nothing outside a target can tell whether it holds. */
  readonly unobservable?: string
}

export interface Coverage {
  readonly requirements: readonly CoveredRequirement[]
  /** Ids of requirements that no case observes, though one could. */
  readonly unchecked: readonly string[]
  /** Ids of cases that no mutant proves. */
  readonly unproven: readonly string[]
}

/** @param cases Those that are looked at; a requirement that only others observe is left out. */
export function coverageOf({ cases: all, requirements }: DescribedCatalogue, cases: readonly DescribedCase[], proofs: Proofs): Coverage {
  const whole = cases.length === all.length
  const covered = requirements.map((requirement) => coveredBy(requirement, cases, proofs)).filter(({ cases: users }) => whole || (users !== 'every' && users.length > 0))
  return {
    requirements: covered,
    unchecked: covered.filter(({ cases: users, unobservable }) => users.length === 0 && unobservable === undefined).map(({ id }) => id),
    unproven: cases.map(({ id }) => id).filter((id) => (proofs[id] ?? []).length === 0),
  }
}

function coveredBy({ id, level, source, section, unobservable }: Requirement, cases: readonly DescribedCase[], proofs: Proofs): CoveredRequirement {
  const users = cases.filter(({ requirements }) => requirements.includes(id)).map((entry) => entry.id)
  return {
    id, level, source, section,
    cases: engineIds.has(id) ? 'every' : users,
    mutants: [...new Set(users.flatMap((user) => proofs[user] ?? []))].sort(),
    ...(unobservable === undefined ? {} : { unobservable }),
  }
}

/** @throws HarnessError `unknown_suite`, `unknown_case` */
export function coverageCommand(terminal: Terminal, catalogue: DescribedCatalogue, proofs: Proofs, options: Selection & { readonly json?: boolean }): void {
  const cases = shownCases(catalogue, options)
  const coverage = coverageOf(catalogue, cases, proofs)
  terminal.out(options.json === true ? `${JSON.stringify(coverage, undefined, 2)}\n` : asText(coverage, cases.length, terminal.columns))
}

function asText({ requirements, unchecked, unproven }: Coverage, cases: number, columns: number): string {
  const width = Math.max(0, ...requirements.map(({ id }) => id.length))
  const unobservable = requirements.filter((each) => each.unobservable !== undefined)
  const mutants = new Set(requirements.flatMap((each) => each.mutants))
  return [
    ...requirements.map(({ id, level, cases: users, mutants: killers }) =>
      `${id.padEnd(width)}  ${level.padEnd(9)}  ${users === 'every' ? 'every negative case' : plural(users.length, 'case')}  ${plural(killers.length, 'mutant')}`),
    '',
    ...wrap(`${requirements.length} requirements, ${plural(cases, 'case')}, ${mutants.size} mutants. --json names them.`, columns),
    ...listed('No case observes, though one could:', unchecked, columns),
    ...listed('Nothing outside a target can tell:', unobservable.map(({ id }) => id), columns),
    ...listed('No mutant proves:', unproven, columns),
    '',
  ].join('\n')
}

function listed(title: string, ids: readonly string[], columns: number): string[] {
  return ids.length === 0 ? [] : ['', title, ...inColumns(ids, columns, '  ')]
}
