/**
 * The seed of a test run. `npm test` draws one, prints it and hands it down, so that generated inputs can be had
 * again with `npm test -- --seed N`; a test that is run by itself draws its own.
 */
import { randomInt } from 'node:crypto'

export const seedVariable = 'HANDOFF_TEST_SEED'
const largest = 2 ** 31 - 1

let own: number | undefined

/**
 * @returns The run's seed, a whole number from 0 to 2^31 - 1: pass it as `{ seed: testSeed() }` to `fc.assert`.
 * @throws Error where the variable is set to anything else.
 */
export function testSeed(): number {
  const text = process.env[seedVariable]
  if (text !== undefined) return parseSeed(text)
  own ??= randomSeed()
  return own
}

/** @throws Error where the text is no whole number from 0 to 2^31 - 1. */
export function parseSeed(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > largest) {
    throw new Error(`A seed is a whole number from 0 to ${largest}, not ${JSON.stringify(text)}.`)
  }
  return value
}

export function randomSeed(): number {
  return randomInt(largest)
}

/** Numbers in [0, 1), the same ones for the same seed (mulberry32, public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
