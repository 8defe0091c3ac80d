/** A wire that keeps a rate: for targets whose owner says how much they may be sent. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Wire } from '../wire/wire.ts'

/** Resolves when the next exchange may begin; calls are served in order. */
export type Pace = () => Promise<void>

/** @param ratePerSecond Exchanges a second, over all wires that share the pace. */
export function createPace(ratePerSecond: number): Pace {
  const gapMs = 1_000 / ratePerSecond
  let next = 0
  return async () => {
    const now = performance.now()
    const mine = Math.max(now, next)
    next = mine + gapMs
    if (mine > now) await pause(mine - now)
  }
}

/** Every exchange, stream and connection waits for its turn. */
export function pacedWire(wire: Wire, pace: Pace): Wire {
  return {
    origin: wire.origin,
    limits: wire.limits,
    async send(request, options) {
      await pace()
      return wire.send(request, options)
    },
    async connect() {
      await pace()
      return wire.connect()
    },
    async stream(request, options) {
      await pace()
      return wire.stream(request, options)
    },
  }
}
