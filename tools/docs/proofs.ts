/** Which mutants each case is seen to catch, as `coverage` reads it: the mutants themselves are no part of the package. */
import { cases } from '../../cases/index.ts'
import { mutants } from '../../test/mutants/all-mutants.ts'

/** The ids of the mutants that any of these cases is seen to catch. */
export function killersOf(caseIds: readonly string[]): string[] {
  return mutants.flatMap((mutant) => ('kills' in mutant && mutant.kills.some((kill) => caseIds.includes(kill)) ? [mutant.id] : []))
}

/** JSON with a line for each case. */
export function proofText(): string {
  const lines = cases.map(({ id }) => {
    return `  ${JSON.stringify(id)}: ${JSON.stringify(killersOf([id]).sort())}`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}
