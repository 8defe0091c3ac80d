/** Whether each token is declared and used, and whether the times of a vector can happen. */
import { expand } from '../../../harness/vectors/expand.ts'
import type { Vector } from '../format.ts'

const finestS = 1e-6

export function tokenProblems(vectors: readonly Vector[]): string[] {
  return vectors.flatMap((vector) => [...aliasProblems(vector), ...timeProblems(vector)].map((problem) => `${vector.id} ${problem}`))
}

function aliasProblems({ setup, calls }: Vector): string[] {
  const aliases = setup.tokens.map(({ alias }) => alias)
  if (new Set(aliases).size < aliases.length) return ['declares an alias twice']
  const known = new Map(aliases.map((alias) => [alias, '']))
  try {
    for (const { input } of calls) expand(input, known)
  } catch (error) {
    return [error instanceof Error ? `cannot be expanded: ${error.message}` : 'cannot be expanded']
  }
  const text = JSON.stringify(calls.map(({ input }) => input))
  return aliases.filter((alias) => !text.includes(`{{token:${alias}}}`) && !text.includes(`{{token:${alias}:upper}}`)).map((alias) => `never uses its token ${alias}`)
}

function timeProblems({ setup, calls }: Vector): string[] {
  const times = calls.map(({ at_s }) => at_s)
  const problems: string[] = []
  if (times.some((time, index) => time < (times[index - 1] ?? 0))) problems.push('goes back in time')
  if (calls.some(({ at_s, input }) => setup.tokens.some(({ alias, minted_at_s }) => at_s < minted_at_s && JSON.stringify(input).includes(`{{token:${alias}`)))) problems.push('uses a token before it is minted')
  const all = [...times, ...setup.tokens.map(({ minted_at_s }) => minted_at_s)]
  if (all.some((time) => Math.abs(time / finestS - Math.round(time / finestS)) > 1e-3)) problems.push('has a time that is finer than microseconds')
  return problems
}
