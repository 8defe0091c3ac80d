/** Lines of a faulty message beside those of its control: what both have is unmarked, what one has alone is marked. */
import type { ShownLine } from '../../run/outcome.ts'
import type { Line } from './message-lines.ts'

/** @param control Undefined where there is none: then nothing is marked. */
export function markDifferences(control: readonly Line[] | undefined, faulty: readonly Line[]): ShownLine[] {
  if (control === undefined) return faulty.map(({ text }) => ({ text }))
  const common = longestCommon(control, faulty)
  const lines: ShownLine[] = []
  let [left, right] = [0, 0]
  for (const [inControl, inFaulty] of [...common, [control.length, faulty.length] as const]) {
    const removed = control.slice(left, inControl).map(({ text }) => text)
    const added = faulty.slice(right, inFaulty).map(({ text }) => text)
    lines.push(...removed.map((text): ShownLine => ({ text, mark: '-' })))
    lines.push(...added.map((text): ShownLine => ({ text: removed.includes(text) ? `${text} (another value)` : text, mark: '+' })))
    const same = faulty[inFaulty]
    if (same !== undefined) lines.push({ text: same.text })
    left = inControl + 1
    right = inFaulty + 1
  }
  return lines
}

/** Pairs of places that mean the same, in order. Messages have a few dozen lines. */
function longestCommon(left: readonly Line[], right: readonly Line[]): (readonly [number, number])[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1))
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0
  const same = (row: number, column: number): boolean => left[row]?.meaning === right[column]?.meaning
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      const cells = lengths[row]
      if (cells !== undefined) cells[column] = same(row, column) ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const pairs: (readonly [number, number])[] = []
  let [row, column] = [0, 0]
  while (row < left.length && column < right.length) {
    if (same(row, column)) {
      pairs.push([row, column])
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return pairs
}
