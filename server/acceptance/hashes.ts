/** The three hashes of the contract, each with the text that goes into it, so that a difference can be shown. */
import { hash } from 'node:crypto'
import { canonicalStrings } from './canonical.ts'
import { compareCodePoints, sortedSet } from './code-points.ts'
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
  const text = boardText(items.toSorted(compareUnits))
  // Only where surrogates are, as escapes, can the order by UTF-16 unit be another than that by code point.
  return text.includes(String.raw`\ud`) ? boardText(items.toSorted(comparePoints)) : text
}

function boardText(items: readonly BoardItem[]): string {
  return canonicalStrings(items.map((item) => [item.id, item.status, item.depends_on]))
}

function compareUnits(a: BoardItem, b: BoardItem): number {
  if (a.id !== b.id) return a.id < b.id ? -1 : 1
  if (a.status !== b.status) return a.status < b.status ? -1 : 1
  if (a.depends_on !== b.depends_on) return a.depends_on < b.depends_on ? -1 : 1
  return 0
}

function comparePoints(a: BoardItem, b: BoardItem): number {
  return compareCodePoints(a.id, b.id) || compareCodePoints(a.status, b.status) || compareCodePoints(a.depends_on, b.depends_on)
}

/** @param items As `readLiveItems` gives them. */
export function boardRevision(items: readonly BoardItem[]): string {
  return sha256(boardPreimage(items))
}
