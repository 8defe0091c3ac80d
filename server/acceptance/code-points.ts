/**
 * Order by Unicode code point. JavaScript orders strings by UTF-16 unit, which differs only where surrogates are; most
 * lists have none and take the engine's own comparison, which is much faster.
 */
import { compareCodePoints } from '../../protocol/canonical-json.ts'

export { compareCodePoints }

const surrogate = /[\ud800-\udfff]/

/** A sorted copy without duplicates. */
export function sortedSet(texts: Iterable<string>): string[] {
  const list = [...new Set(texts)].sort(compareUnits)
  return surrogate.test(list.join('')) ? list.sort(compareCodePoints) : list
}

/** Right for texts without surrogates. */
function compareUnits(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
