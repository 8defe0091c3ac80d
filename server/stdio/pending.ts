/** Counts the requests that are not answered yet, so that the end of input does not cut them off. */
import { isJSONRPCRequest } from '@modelcontextprotocol/server'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'

export class PendingRequests {
  readonly #open = new Map<string | number, number>()
  #idle: (() => void) | undefined

  /** @returns The id of the request that the message cancels: it may stay unanswered. */
  arrived(message: JSONRPCMessage): string | number | undefined {
    if (isJSONRPCRequest(message)) {
      // A subscription is only answered when it ends, which is what is being waited for.
      if (message.method !== 'subscriptions/listen') this.#open.set(message.id, (this.#open.get(message.id) ?? 0) + 1)
      return undefined
    }
    if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined
    const id: unknown = message.params?.['requestId']
    if (typeof id !== 'string' && typeof id !== 'number') return undefined
    this.#close(id)
    return id
  }

  answered(message: JSONRPCMessage): void {
    if (!('method' in message) && message.id !== undefined) this.#close(message.id)
  }

  /** Resolves when nothing is open, at the latest after `ms`. */
  async settled(ms: number): Promise<void> {
    if (this.#open.size === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#idle = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #close(id: string | number): void {
    const left = (this.#open.get(id) ?? 0) - 1
    if (left > 0) this.#open.set(id, left)
    else this.#open.delete(id)
    if (this.#open.size === 0) this.#idle?.()
  }
}
