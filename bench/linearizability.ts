/** The judge of concurrent histories, on one as long as a long fuzzing run makes: many operations on few handoffs, by many clients. */
import { judgeHistory } from '../harness/fuzz/history/judge.ts'
import { madeHistory } from './made-history.ts'
import { median } from './benchmark.ts'
import type { Measurement } from './benchmark.ts'

const goalMs = 2_000
const rounds = 5
const size = { operations: 10_000, handoffs: 50, clients: 16 } as const

/** @throws Error where the history is not found to be what it was made to be. */
export async function benchLinearizability(): Promise<Measurement> {
  const found: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const history = madeHistory({ ...size, seed: round + 1 })
    const began = performance.now()
    const { kind } = judgeHistory(history, { deadlineMs: 60_000 })
    found.push(performance.now() - began)
    if (kind !== 'linearizable') throw new Error(`a linearizable history was judged ${kind}`)
  }
  const ms = median(found)
  return Promise.resolve({
    name: `the judge of concurrent histories on ${size.operations} operations over ${size.handoffs} handoffs, against 2 s`,
    ratio: ms / goalMs,
    limit: 1,
    detail: `${ms.toFixed(0)} ms, median of ${rounds} histories of ${size.clients} clients at once, some of whose calls were lost; at worst ${Math.max(...found).toFixed(0)} ms`,
  })
}
