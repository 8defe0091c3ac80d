/** What the data of mutants itself must satisfy, and which cases need one. */
import { cases } from '../../cases/index.ts'
import { equivalents, mutants } from './all-mutants.ts'
import type { Equivalent, Mutant } from './mutant.ts'
import { proxyFaults } from './proxy-faults.ts'

export { equivalents, mutants }


/** The suites whose cases mutants prove; those of the others are proven by tests of their own. */
const proven: readonly string[] = ['auth-negative', 'spec', 'stdio', 'isolation', 'accept-handoff', 'lifecycle', 'registry']

/** The ids of the cases that mutants have to prove. */
export const provenCases: readonly string[] = cases.filter(({ suite }) => proven.includes(suite)).map(({ id }) => id)

/** Those that judge what other cases have seen. */
export const lastCases: ReadonlySet<string> = new Set(cases.flatMap(({ id, last }) => (last === true ? [id] : [])))

/** Cases that no mutant names that they are run against: vectors that see a fault in the library have not been on the wire. */
export function casesWithoutMutant(ids: readonly string[], among: readonly Mutant[] = mutants): string[] {
  const killed = new Set(among.flatMap((mutant) => ('kills' in mutant && mutant.target !== 'library' ? mutant.kills : [])))
  return ids.filter((id) => !killed.has(id))
}

/** @returns Every contradiction of the data. */
export function lintMutants(caseIds: readonly string[], among: readonly Mutant[] = mutants, equal: readonly Equivalent[] = equivalents): string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  for (const { id, title } of [...among, ...equal]) {
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id)) problems.push(`${id} is no slug`)
    if (seen.has(id)) problems.push(`${id} is there twice`)
    if (!title.endsWith('.')) problems.push(`${id} has no sentence as its title`)
    seen.add(id)
  }
  for (const mutant of among) {
    if (mutant.target === 'test') continue
    const { id, kills } = mutant
    if (kills.length === 0) problems.push(`${id} is killed by no case`)
    if (kills.join() !== [...new Set(kills)].sort().join()) problems.push(`${id} does not name its cases once and in the order of the alphabet`)
    for (const kill of kills) if (!caseIds.includes(kill)) problems.push(`${id} names the unknown case ${kill}`)
    if (mutant.target === 'proxy' && proxyFaults[mutant.fault] === undefined) problems.push(`${id} names the unknown fault ${mutant.fault}`)
  }
  return problems
}
