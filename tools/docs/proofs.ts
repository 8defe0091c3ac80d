/** Which mutants each case is seen to catch, as `coverage` reads it: the mutants themselves are no part of the package. */
import { cases } from '../../cases/index.ts'
import { mutants } from '../../test/mutants/all-mutants.ts'

/** JSON with a line for each case. */
export function proofText(): string {
  const lines = cases.map(({ id }) => {
    const killers = mutants.flatMap((mutant) => ('kills' in mutant && mutant.kills.includes(id) ? [mutant.id] : []))
    return `  ${JSON.stringify(id)}: ${JSON.stringify(killers.sort())}`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}
