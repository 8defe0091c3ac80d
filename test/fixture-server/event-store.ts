/** What a session sent, so that a client that comes back gets what it missed: of its own stream, and nothing of another. */
import { randomUUID } from 'node:crypto'
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

interface StoredEvent {
  readonly number: number
  readonly streamId: string
  readonly message: JSONRPCMessage
}

const maxEvents = 1000

export class SessionEvents implements EventStore {
  readonly #events = new Map<string, StoredEvent>()
  /** So that an event of another session is no event here. */
  readonly #prefix = randomUUID().slice(0, 8)
  #count = 0

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    this.#count += 1
    const id = `${this.#prefix}-${this.#count}`
    this.#events.set(id, { number: this.#count, streamId, message })
    const oldest = this.#events.keys().next()
    if (this.#events.size > maxEvents && oldest.done !== true) this.#events.delete(oldest.value)
    return id
  }

  /**
   * Whether there is such an event. The SDK would refuse a stream of that name which it takes to be open, as it does one
   * whose client is gone without its notice: so it gets a name of none, and the client that comes back takes over.
   */
  async getStreamIdForEventId(id: string): Promise<string | undefined> {
    return this.#events.has(id) ? 'taken over' : undefined
  }

  async replayEventsAfter(lastId: string, { send }: { send: (id: string, message: JSONRPCMessage) => Promise<void> }): Promise<string> {
    const last = this.#events.get(lastId)
    if (last === undefined) throw new Error('There is no such event.')
    for (const [id, { number, streamId, message }] of this.#events) {
      // The event that opens a stream holds no message.
      if (number > last.number && streamId === last.streamId && 'jsonrpc' in message) await send(id, message)
    }
    return last.streamId
  }
}
