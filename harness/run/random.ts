/** Random numbers that a seed gives back: the same seed and name, the same numbers, on every machine. */
import { createHash } from 'node:crypto'

/** A source of numbers in [0, 1), made from the run's seed and a name such as a case's id. */
export function seededRandom(seed: number, name: string): () => number {
  const digest = createHash('sha256').update(`${seed}\n${name}`).digest()
  let state = digest.readUInt32LE(0)
  return () => {
    // mulberry32: one 32-bit state, enough for choosing inputs, never for secrets.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** The items in an order that only the seed decides (Fisher–Yates); the input is left alone. */
export function seededOrder<Item>(items: readonly Item[], seed: number): Item[] {
  const random = seededRandom(seed, 'order')
  const left = [...items]
  const ordered: Item[] = []
  while (left.length > 0) ordered.push(...left.splice(Math.floor(random() * left.length), 1))
  return ordered
}
