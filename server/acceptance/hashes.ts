/** The three hashes of the contract, each with the text that goes into it, so that a difference can be shown. */
import { hash } from 'node:crypto'
import { canonicalStrings } from './canonical.ts'
import { compareCodePoints, compareUnits, hasSurrogates, sortedSet } from './code-points.ts'
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

type BoardItem = Pick<LiveItem, 'id' | 'status' | 'depends_on'>

/** The triples of id, status and dependency, sorted as triples, duplicates kept, as JSON text. */
export function boardPreimage(items: readonly BoardItem[]): string {
  const compare = items.some(needsCodePoints) ? compareCodePoints : compareUnits
  const sorted = items.toSorted((a, b) => compare(a.id, b.id) || compare(a.status, b.status) || compare(a.depends_on, b.depends_on))
  return canonicalStrings(sorted.map((item) => [item.id, item.status, item.depends_on]))
}

function needsCodePoints(item: BoardItem): boolean {
  return hasSurrogates(item.id) || hasSurrogates(item.status) || hasSurrogates(item.depends_on)
}

/** @param items As `readLiveItems` gives them. */
export function boardRevision(items: readonly BoardItem[]): string {
  return sha256(boardPreimage(items))
}
