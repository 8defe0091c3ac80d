/** The three hashes of the contract, each with the text that goes into it, so that a difference can be shown. */
import { hash } from 'node:crypto'
import { sortByCodePoints, sortByUnits, type BoardItem } from './board-order.ts'
import { canonicalStrings } from './canonical.ts'
import { sortedSet } from './code-points.ts'
import type { LiveItem } from './types.ts'

/** SHA-256 of the UTF-8 bytes of a text, in lower-case hex. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

/** The hash of a body: its raw UTF-8 bytes, with no normalisation of any kind. The body must be well formed. */
export function bodyHash(body: string): string {
  return sha256(body)
}

/** The set of tool names that items declare, sorted by code point, as JSON text. */
export function requiredToolsPreimage(items: readonly Pick<LiveItem, 'tools'>[]): string {
  const names = new Set<string>()
  for (const item of items) {
    for (const name of item.tools) names.add(name)
  }
  return canonicalStrings(sortedSet(names))
}

/** @param items As `readLiveItems` gives them. */
export function requiredToolsHash(items: readonly Pick<LiveItem, 'tools'>[]): string {
  return sha256(requiredToolsPreimage(items))
}

/** The triples of id, status and dependency, sorted as triples, duplicates kept, as JSON text. */
export function boardPreimage(items: readonly BoardItem[]): string {
  const text = boardText(sortByUnits(items))
  // Only where surrogates are, as escapes, can the order by UTF-16 unit be another than that by code point.
  return text.includes(String.raw`\ud`) ? boardText(sortByCodePoints(items)) : text
}

function boardText(items: readonly BoardItem[]): string {
  return canonicalStrings(items.map((item) => [item.id, item.status, item.depends_on]))
}

/** @param items As `readLiveItems` gives them. */
export function boardRevision(items: readonly BoardItem[]): string {
  return sha256(boardPreimage(items))
}
