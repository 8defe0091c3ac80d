/**
 * A benchmark yields a ratio against a limit. Both sides of the ratio are measured in the same run on the same
 * machine, so that a slow machine is not a slow program.
 */

export interface Measurement {
  readonly name: string
  readonly ratio: number
  readonly limit: number
  /** `most`: the ratio must not be above the limit (default). `least`: it must not be below it. */
  readonly bound?: 'most' | 'least'
  /** The figures behind the ratio, with their units. */
  readonly detail: string
}

export function withinLimit({ ratio, limit, bound = 'most' }: Measurement): boolean {
  return bound === 'most' ? ratio <= limit : ratio >= limit
}

/** The median of repeated measurements: one that the machine disturbed does not count. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`
}
