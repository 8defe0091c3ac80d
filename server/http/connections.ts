/**
 * Keeps count of the requests in progress, so that a shutdown can wait for them, and of the bodies that nobody read, so
 * that a client which never stops sending does not hold a connection.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** How long the rest of an unread body may keep its connection after the answer, in ms. */
const lingerMs = 1000

export class Connections {
  readonly #active = new Set<ServerResponse>()
  readonly #bySocket = new WeakMap<Duplex, Set<ServerResponse>>()
  #closing = false
  #idle: (() => void) | undefined

  /** To be called for each request before anything else. */
  begin(server: Server, request: IncomingMessage, response: ServerResponse): void {
    this.#active.add(response)
    const onSocket = this.#bySocket.get(request.socket) ?? new Set()
    this.#bySocket.set(request.socket, onSocket.add(response))
    if (this.#closing) response.setHeader('connection', 'close')
    response.once('finish', () => {
      if (!request.complete) lingerUnread(request)
    })
    response.once('close', () => {
      this.#active.delete(response)
      onSocket.delete(response)
      if (!this.#closing) return
      if (this.#active.size === 0) this.#idle?.()
      setImmediate(() => server.closeIdleConnections())
    })
  }

  /** Whether an answer on this socket has begun, so that nothing else may be written there. */
  isAnswering(socket: Duplex): boolean {
    return [...(this.#bySocket.get(socket) ?? [])].some((response) => response.headersSent)
  }

  /** From now on every answer closes its connection. Resolves when none is in progress, at the latest after `drainMs`. */
  async drain(drainMs: number): Promise<void> {
    this.#closing = true
    for (const response of this.#active) if (!response.headersSent) response.setHeader('connection', 'close')
    if (this.#active.size === 0) return
    await new Promise<void>((resolve) => {
      const deadline = setTimeout(resolve, drainMs)
      this.#idle = () => {
        clearTimeout(deadline)
        resolve()
      }
    })
  }
}

/** Closing at once could destroy the answer on its way (RFC 9112 §9.6), so what still comes is dropped for a while. */
function lingerUnread(request: IncomingMessage): void {
  const timer = setTimeout(() => request.socket.destroy(), lingerMs)
  timer.unref()
  const done = (): void => clearTimeout(timer)
  request.once('end', done).once('close', done)
}
