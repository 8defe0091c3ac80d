/** Flags that the page for implementers explains, and that say what is true of their vector. */
import { isVerdict } from '../format.ts'
import type { Flag, Vector } from '../format.ts'

/** @param readme Documents a flag in a row of a table that begins with it. */
export function flagProblems(vectors: readonly Vector[], readme: string): string[] {
  const used = new Set(vectors.flatMap(({ flags }) => flags))
  const undocumented = [...used].filter((flag) => !readme.includes(`\n| \`${flag}\` |`))
  return [
    ...undocumented.map((flag) => `the flag ${flag} has no row in the README`),
    ...vectors.flatMap((vector) => untrueFlags(vector).map((problem) => `${vector.id} ${problem}`)),
  ]
}

function untrueFlags({ flags, setup, calls }: Vector): string[] {
  const has = (flag: Flag) => flags.includes(flag)
  const times = new Set([...setup.tokens.map(({ minted_at_s }) => minted_at_s), ...calls.map(({ at_s }) => at_s)])
  const problems: string[] = []
  if (has('contract') === has('implementation-defined')) problems.push('has to have one of the flags contract and implementation-defined')
  if (has('needs-clock') !== times.size > 1) problems.push('has the flag needs-clock although all is at one time, or lacks it')
  if (has('needs-issue') !== setup.tokens.length > 0) problems.push('has the flag needs-issue although there are no tokens, or lacks it')
  if (has('reasons-exact') !== calls.some(({ expect }) => isVerdict(expect))) problems.push('has the flag reasons-exact although there is no verdict, or lacks it')
  return problems
}
