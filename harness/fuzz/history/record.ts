/**
 * Records a history while it happens. The instants are taken just before a question leaves and just after its answer
 * has come, so that the time in which it took effect lies between them, and they come from one clock that never
 * gives the same instant twice.
 */
import type { Ending, Entry } from './history.ts'

export interface Recorder<Operation, Answer> {
  /**
   * Asks, and keeps what came of it. What `ask` rejects with is passed on, and the entry is then `unknown`.
   * @param client Whose question it is, for the report.
   */
  record(client: string, operation: Operation, ask: () => Promise<Answer>): Promise<Answer>
  /** Everything so far, in the order in which it was asked; what is still open is `unknown`. */
  entries(): Entry<Operation, Answer>[]
}

interface Open<Operation, Answer> {
  readonly client: string
  readonly operation: Operation
  readonly invokedAt: number
  ended?: { readonly ending: Ending; readonly at: number; readonly answer: Answer }
}

/** @param endingOf How an answer counts. @param clock Default: the monotonic clock of the process, in ms from now on. */
export function createRecorder<Operation, Answer>(endingOf: (answer: Answer) => Ending, clock: () => number = sinceNow()): Recorder<Operation, Answer> {
  const all: Open<Operation, Answer>[] = []
  let last = -1
  const now = (): number => {
    last = Math.max(clock(), last + 1e-6)
    return last
  }
  return {
    async record(client, operation, ask) {
      const entry: Open<Operation, Answer> = { client, operation, invokedAt: now() }
      all.push(entry)
      const answer = await ask()
      entry.ended = { ending: endingOf(answer), at: now(), answer }
      return answer
    },
    entries: () => all.map(({ client, operation, invokedAt, ended }, at) => {
      const asked = { index: at + 1, client, operation, invokedAt }
      const unknown = { ...asked, ending: 'unknown', returnedAt: undefined, answer: undefined } as const
      if (ended === undefined) return unknown
      return ended.ending === 'unknown' ? { ...unknown, instead: ended.answer } : { ...asked, ending: ended.ending, returnedAt: ended.at, answer: ended.answer }
    }),
  }
}

function sinceNow(): () => number {
  const began = performance.now()
  return () => performance.now() - began
}
