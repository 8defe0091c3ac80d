/** Gathers the answers to a batch into one array, as JSON-RPC 2.0 §6 wants them (2025-03-26 alone has batches). */
import { isJSONRPCRequest } from '@modelcontextprotocol/server'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'

interface Batch {
  readonly open: Set<string | number>
  readonly answers: JSONRPCMessage[]
}

export class Batches {
  readonly #byId = new Map<string | number, Batch>()

  /** False where two requests, of this batch or of one in progress, have the same id: their answers could not be told apart. */
  begin(messages: readonly JSONRPCMessage[]): boolean {
    const ids = messages.filter((message) => isJSONRPCRequest(message)).map(({ id }) => id)
    const batch: Batch = { open: new Set(ids), answers: [] }
    if (batch.open.size < ids.length || ids.some((id) => this.#byId.has(id))) return false
    for (const id of ids) this.#byId.set(id, batch)
    return true
  }

  /** What is to be written now: the message itself where it is of no batch, a whole array, or nothing yet. */
  answered(message: JSONRPCMessage): JSONRPCMessage | readonly JSONRPCMessage[] | undefined {
    if ('method' in message || message.id === undefined) return message
    const batch = this.#byId.get(message.id)
    if (batch === undefined) return message
    batch.answers.push(message)
    return this.#settle(message.id, batch)
  }

  /** A cancelled request may stay unanswered, and must not hold back the others. */
  cancelled(id: string | number): readonly JSONRPCMessage[] | undefined {
    const batch = this.#byId.get(id)
    return batch === undefined ? undefined : this.#settle(id, batch)
  }

  #settle(id: string | number, batch: Batch): readonly JSONRPCMessage[] | undefined {
    this.#byId.delete(id)
    batch.open.delete(id)
    return batch.open.size === 0 && batch.answers.length > 0 ? batch.answers : undefined
  }
}
