/**
 * Halves of surrogate pairs stand in one file, whose vectors are all about them: many parsers refuse or change such a
 * file, and all others have to stay readable for everyone.
 */
import { isRefusal } from '../format.ts'
import type { VectorFile } from '../format.ts'

export const surrogateFile = 'error-lone-surrogates.json'

export function surrogateProblems(files: ReadonlyMap<string, VectorFile>): string[] {
  return [...files].flatMap(([name, { groups }]) => groups.flatMap((group) => group.vectors).flatMap(({ id, setup, calls }) => {
    const broken = calls.filter(({ input }) => hasHalf(input))
    const problems: string[] = []
    if (broken.length > 0 && name !== surrogateFile) problems.push(`${id} has half of a surrogate pair outside of ${surrogateFile}`)
    if (broken.some(({ expect }) => !isRefusal(expect) || expect.error.code !== 'invalid_input')) problems.push(`${id} has half of a surrogate pair and does not expect invalid_input`)
    if (hasHalf(setup) || calls.some(({ expect }) => hasHalf(expect))) problems.push(`${id} has half of a surrogate pair in what is issued or expected`)
    return problems
  }))
}

function hasHalf(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  if (Array.isArray(value)) return value.some(hasHalf)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, member]) => hasHalf(key) || hasHalf(member))
}
