/** Counts in this process, and puts a snapshot of all instruments together, with their names, units and labels. */
import type { OpenHandoffs } from '../store/open-handoffs.ts'
import { Counter, Histogram } from './instruments.ts'
import { countedChanges } from './metrics.ts'
import type { CountedChange, Metrics } from './metrics.ts'
import type { Instrument } from './otlp.ts'

/** Seconds: from what a read takes to what waiting for a lock does. */
export const durationBounds: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

const changes: Readonly<Record<CountedChange, string>> = {
  created: 'Handoffs that were created.',
  accepted: 'Handoffs that were accepted for the first time.',
  completed: 'Handoffs that were completed.',
  expired: 'Handoffs whose time was up, as they were found.',
}

export interface Meter extends Metrics {
  /**
   * @param open Undefined: the store could not tell, and nothing is said about it.
   * @param now ms since the epoch
   */
  instruments(open: OpenHandoffs | undefined, now: number): readonly Instrument[]
}

export function createMeter(): Meter {
  const changed = new Counter(countedChanges)
  const denied = new Counter()
  const storeFailed = new Counter()
  const storeRetried = new Counter([''])
  const toolAnswered = new Histogram(durationBounds)
  return {
    changed: (change) => changed.add(change),
    denied: (code) => denied.add(code),
    storeFailed: (code) => storeFailed.add(code),
    storeRetried: () => storeRetried.add(),
    toolAnswered: (tool, seconds) => toolAnswered.record(tool, seconds),
    instruments: (open, now) => [
      ...changed.series().map(([change, count]): Instrument => ({
        kind: 'counter', name: `handoff.${change}`, unit: '{handoff}', description: changes[change as CountedChange], series: [['', count]],
      })),
      { kind: 'counter', name: 'handoff.denied', unit: '{call}', description: 'Calls that were answered with an error, by its code.', label: 'code', series: denied.series() },
      { kind: 'counter', name: 'handoff.store.errors', unit: '{error}', description: 'What the store could not do, by the code of the error.', label: 'code', series: storeFailed.series() },
      { kind: 'counter', name: 'handoff.store.retries', unit: '{retry}', description: 'Attempts that were put off since the store was locked.', series: storeRetried.series() },
      { kind: 'histogram', name: 'handoff.tool.duration', unit: 's', description: 'Time until a call of a tool was answered.', label: 'tool', bounds: toolAnswered.bounds, series: toolAnswered.series() },
      ...(open === undefined ? [] : gauges(open, now)),
    ],
  }
}

function gauges({ counts, oldestQueuedAt }: OpenHandoffs, now: number): Instrument[] {
  const ageS = oldestQueuedAt === undefined ? 0 : Math.max(0, now - Date.parse(oldestQueuedAt)) / 1000
  return [
    { kind: 'gauge', name: 'handoff.open', unit: '{handoff}', description: 'Handoffs that wait for somebody, by their status.', label: 'status', number: 'whole', series: Object.entries(counts) },
    { kind: 'gauge', name: 'handoff.queued.oldest_age', unit: 's', description: 'Age of the oldest queued handoff; 0 where none is.', number: 'real', series: [['', ageS]] },
  ]
}
