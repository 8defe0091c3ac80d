/** Counters and histograms that only grow, one series for each value of their one label. */

/** A count for each value of a label; the label is '' where an instrument has none. */
export class Counter {
  readonly #counts = new Map<string, number>()

  constructor(labels: readonly string[] = []) {
    for (const label of labels) this.#counts.set(label, 0)
  }

  add(label = ''): void {
    this.#counts.set(label, (this.#counts.get(label) ?? 0) + 1)
  }

  /** In the order in which the labels were first seen. */
  series(): readonly (readonly [label: string, count: number])[] {
    return [...this.#counts]
  }
}

export interface Distribution {
  readonly count: number
  readonly sum: number
  readonly min: number
  readonly max: number
  /** One more than there are bounds. The first has all up to the first bound, that bound included; the last all above the last. */
  readonly buckets: readonly number[]
}

export class Histogram {
  readonly bounds: readonly number[]
  readonly #series = new Map<string, { count: number; sum: number; min: number; max: number; buckets: number[] }>()

  /** @param bounds Strictly increasing. */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds
  }

  record(label: string, value: number): void {
    let series = this.#series.get(label)
    if (series === undefined) {
      series = { count: 0, sum: 0, min: value, max: value, buckets: this.bounds.map(() => 0).concat(0) }
      this.#series.set(label, series)
    }
    series.count += 1
    series.sum += value
    series.min = Math.min(series.min, value)
    series.max = Math.max(series.max, value)
    const bucket = this.bounds.findIndex((bound) => value <= bound)
    const index = bucket === -1 ? this.bounds.length : bucket
    series.buckets[index] = (series.buckets[index] ?? 0) + 1
  }

  series(): readonly (readonly [label: string, distribution: Distribution])[] {
    return [...this.#series]
  }
}
