/** The library by itself, `server/acceptance`: the verdict without a transport, its tokens in memory, its time handed in. */
import { answersOf } from '../vectors/answer.ts'
import type { Accept } from '../vectors/answer.ts'
import type { Answer, Panel } from './question.ts'

/** @param accept A faulty one shows that faults are found (default: the real one). */
export function libraryPanel(name = 'library', accept?: Accept): Panel {
  return {
    ask: async (question) => new Map([[name, (await answersOf(question, accept)).map((answer): Answer => ({ ...answer }))]]),
    close: async () => Promise.resolve(),
  }
}
