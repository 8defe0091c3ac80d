/**
 * The order of a board: by id, then status, then dependency. Long lists are first sorted by numbers made of the
 * beginnings of their ids, so that what an item costs hardly grows with their count.
 */
import { compareCodePoints } from './code-points.ts'
import type { LiveItem } from './types.ts'

export type BoardItem = Pick<LiveItem, 'id' | 'status' | 'depends_on'>

/** A sorted copy, by UTF-16 unit: right wherever no text has surrogates. */
export function sortByUnits(items: readonly BoardItem[]): BoardItem[] {
  return items.length < fewestNumbered || items.length > mostNumbered ? items.toSorted(compareUnits) : sortNumbered(items)
}

/** A sorted copy, by code point. */
export function sortByCodePoints(items: readonly BoardItem[]): BoardItem[] {
  return items.toSorted((a, b) => compareCodePoints(a.id, b.id) || compareCodePoints(a.status, b.status) || compareCodePoints(a.depends_on, b.depends_on))
}

function compareUnits(a: BoardItem, b: BoardItem): number {
  if (a.id !== b.id) return a.id < b.id ? -1 : 1
  if (a.status !== b.status) return a.status < b.status ? -1 : 1
  if (a.depends_on !== b.depends_on) return a.depends_on < b.depends_on ? -1 : 1
  return 0
}

/** Four digits of nine bits, and the index behind them, fit the 53 bits of a number. */
const digits = 4
const base = 512
const mostNumbered = 2 ** 17
/** Below it the plain way is as fast. */
const fewestNumbered = 200

/**
 * One number an item, its position included; those whose beginnings are equal are then compared in full. Plain loops,
 * since whatever is allocated here is allocated for every item.
 */
function sortNumbered(items: readonly BoardItem[]): BoardItem[] {
  const count = items.length
  const skip = commonStart(items)
  const numbers = new Float64Array(count)
  for (let index = 0; index < count; index += 1) numbers[index] = beginning(items[index]?.id ?? '', skip) * count + index
  numbers.sort()
  const sorted = items.slice()
  let runStart = 0
  let runBeginning = -1
  for (let index = 0; index < count; index += 1) {
    const number = numbers[index] ?? 0
    const start = Math.floor(number / count)
    if (start !== runBeginning) {
      sortRun(sorted, runStart, index)
      runStart = index
      runBeginning = start
    }
    const item = items[number - start * count]
    if (item !== undefined) sorted[index] = item
  }
  sortRun(sorted, runStart, count)
  return sorted
}

/** Sorts a part of a list in its place. */
function sortRun(list: BoardItem[], start: number, end: number): void {
  if (end - start < 2) return
  const run = list.slice(start, end).sort(compareUnits)
  for (let index = 0; index < run.length; index += 1) {
    const item = run[index]
    if (item !== undefined) list[start + index] = item
  }
}

/** How many units all ids have in common at their beginning. */
function commonStart(items: readonly BoardItem[]): number {
  const first = items[0]?.id ?? ''
  let common = first.length
  for (const { id } of items) {
    let at = 0
    while (at < common && id.charCodeAt(at) === first.charCodeAt(at)) at += 1
    common = at
  }
  return common
}

/**
 * A number that is smaller only where the id is. A unit that has no digit of its own takes the last one, and then
 * nothing behind it may count.
 */
function beginning(id: string, skip: number): number {
  let number = 0
  let last = skip + digits
  for (let at = skip; at < skip + digits; at += 1) {
    const digit = at < last && at < id.length ? Math.min(id.charCodeAt(at) + 1, base - 1) : 0
    if (digit === base - 1) last = at
    number = number * base + digit
  }
  return number
}
