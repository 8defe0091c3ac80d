/**
 * Order by Unicode code point. JavaScript orders strings by UTF-16 unit, which differs only where surrogates are; most
 * lists have none and take the engine's own comparison, which is much faster.
 */
import { compareCodePoints } from '../../protocol/canonical-json.ts'

export { compareCodePoints }

const surrogate = /[\ud800-\udfff]/

/** Texts of which none has surrogates are in the same order by UTF-16 unit and by code point. */
export function hasSurrogates(text: string): boolean {
  return surrogate.test(text)
}

/** Orders texts without surrogates; for others use `compareCodePoints`. */
export function compareUnits(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** A sorted copy without duplicates. */
export function sortedSet(texts: Iterable<string>): string[] {
  const list = [...new Set(texts)]
  return list.some(hasSurrogates) ? list.sort(compareCodePoints) : list.sort(compareUnits)
}
