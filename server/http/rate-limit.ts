/** Counts uses of a budget a key and minute: calls of an identity, refused credentials of an address. */
import type { Clock } from '../handoff/types.ts'

const windowMs = 60_000
const keptKeys = 10_000

interface Window {
  startedAt: number
  used: number
}

export class RateLimit {
  readonly #perMinute: number
  readonly #clock: Clock
  readonly #windows = new Map<string, Window>()

  constructor(perMinute: number, clock: Clock) {
    this.#perMinute = perMinute
    this.#clock = clock
  }

  /** Seconds until the budget is new, where `count` more would be too many; undefined where they fit. Uses nothing. */
  exhausted(key: string, count = 1): number | undefined {
    const window = this.#current(key)
    if (window === undefined || window.used + count <= this.#perMinute) return undefined
    return Math.max(1, Math.ceil((window.startedAt + windowMs - this.#clock()) / 1000))
  }

  /** Uses up `count`, whether they fit or not. */
  use(key: string, count = 1): void {
    const window = this.#current(key)
    if (window !== undefined) {
      window.used += count
      return
    }
    if (this.#windows.size >= keptKeys) this.#forget()
    this.#windows.set(key, { startedAt: this.#clock(), used: count })
  }

  #current(key: string): Window | undefined {
    const window = this.#windows.get(key)
    return window === undefined || this.#isOver(window) ? this.#drop(key) : window
  }

  #drop(key: string): undefined {
    this.#windows.delete(key)
    return undefined
  }

  /** A clock that was set back must not lock anybody out. */
  #isOver(window: Window): boolean {
    const age = this.#clock() - window.startedAt
    return age >= windowMs || age < 0
  }

  /** Bounded memory under a flood from many addresses: what is over goes first, then the oldest. */
  #forget(): void {
    for (const [key, window] of this.#windows) if (this.#isOver(window)) this.#windows.delete(key)
    for (const key of this.#windows.keys()) {
      if (this.#windows.size < keptKeys) return
      this.#windows.delete(key)
    }
  }
}
