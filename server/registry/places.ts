/** Lines and columns as editors count them: from 1, a column being a Unicode code point whatever it takes in memory. */

export interface Place {
  readonly line: number
  readonly column: number
}

export interface Places {
  /** @param offset In UTF-16 code units. */
  at(offset: number): Place
}

export function placesIn(text: string): Places {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  // Places are mostly asked for in the order of the file, so that each counts on from the one before it.
  let last = { start: 0, offset: 0, column: 1 }
  return {
    at(offset) {
      const line = lineOf(starts, offset)
      const start = starts[line - 1] ?? 0
      const from = last.start === start && last.offset <= offset ? last : { start, offset: start, column: 1 }
      last = { start, offset, column: from.column + codePoints(text, from.offset, offset) }
      return { line, column: last.column }
    },
  }
}

/** The number of the last line that begins at or before the offset. */
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return low + 1
}

/** How many begin within that part of the text. */
function codePoints(text: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count += 1
  return count
}
