/**
 * Order by Unicode code point. JavaScript orders strings by UTF-16 unit, which differs only where surrogates are; most
 * lists have none and take the engine's own comparison, which is much faster.
 */
import { compareCodePoints } from '../../protocol/canonical-json.ts'

export { compareCodePoints }

const surrogate = /[\ud800-\udfff]/

/** A sorted copy without duplicates. */
export function sortedSet(texts: Iterable<string>): string[] {
  // Without a function of its own, sort takes the engine's order, by UTF-16 unit.
  const list = [...new Set(texts)].sort()
  return list.some((text) => surrogate.test(text)) ? list.sort(compareCodePoints) : list
}
