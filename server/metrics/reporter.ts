/** Tells the metrics of a server: one line at start, one a minute, and one when it ends. */
import { randomUUID } from 'node:crypto'
import { isoTime } from '../handoff/changes.ts'
import type { Clock } from '../handoff/types.ts'
import { readOpenHandoffs } from '../store/open-handoffs.ts'
import type { Store } from '../store/store.ts'
import { serverName, serverVersion } from '../version.ts'
import type { Meter } from './meter.ts'
import { otlpLine } from './otlp.ts'

export interface ReporterOptions {
  readonly meter: Meter
  readonly store: Store
  readonly clock: Clock
  /** In ms (default a minute). */
  readonly intervalMs?: number | undefined
  /** Receives each snapshot: one line of JSON without line end. */
  readonly write: (line: string) => void
}

const defaultIntervalMs = 60_000

export class Reporter {
  readonly #options: ReporterOptions
  readonly #startedAt: number
  readonly #instanceId = randomUUID()
  #timer: NodeJS.Timeout | undefined

  /** Counting begins here. */
  constructor(options: ReporterOptions) {
    this.#options = options
    this.#startedAt = options.clock()
  }

  /** Tells the first snapshot, and from then on one an interval; the timer keeps no process alive. */
  async start(): Promise<void> {
    this.#timer ??= setInterval(() => void this.#tell(), this.#options.intervalMs ?? defaultIntervalMs).unref()
    await this.#tell()
  }

  /** Tells the last snapshot, where there was a first one. */
  async stop(): Promise<void> {
    if (this.#timer === undefined) return
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#tell()
  }

  async #tell(): Promise<void> {
    const { meter, store, clock, write } = this.#options
    // A store that cannot be read has been counted as a failure there.
    const open = await store.read((transaction) => readOpenHandoffs(transaction, isoTime(clock()))).catch(() => undefined)
    const takenAt = clock()
    const service = { name: serverName, version: serverVersion, instanceId: this.#instanceId }
    write(otlpLine({ service, startedAt: this.#startedAt, takenAt, instruments: meter.instruments(open, takenAt) }))
  }
}
