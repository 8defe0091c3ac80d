/**
 * Sessions for 2025 clients: each has a server object and a transport of its own and belongs to one identity. Another
 * identity, however valid, gets the answer for a session that does not exist.
 */
import { randomUUID } from 'node:crypto'
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { AuthInfo, EventStore, Server } from '@modelcontextprotocol/server'
import type { Clock } from '../handoff/types.ts'
import { readableId } from '../mcp/message-id.ts'
import { admissionOf, callerOf } from './caller.ts'
import type { Holder } from './open-streams.ts'
import { rpcFaultResponse } from './rpc-error.ts'
import type { McpFactory } from './stack.ts'

const maxSessions = 1000
const maxSessionsOfIdentity = 100

interface Session {
  readonly server: Server
  readonly transport: WebStandardStreamableHTTPServerTransport
  /** Who opened it, and under which credential. */
  readonly holder: Holder
  usedAt: number
  /** Requests and streams that are not finished. */
  open: number
}

export interface SessionsOptions {
  readonly mcp: McpFactory
  readonly clock: Clock
  readonly idleMs: number
  readonly eventStore?: (() => EventStore) | undefined
  readonly log: (line: string) => void
}

export class Sessions {
  readonly #options: SessionsOptions
  readonly #byId = new Map<string, Session>()

  constructor(options: SessionsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#byId.size
  }

  /** The protocol version of the session that a request names; undefined where it names none of the caller's. */
  versionOf(id: string | undefined, agentId: string): string | undefined {
    return this.#find(id, agentId)?.server.getNegotiatedProtocolVersion()
  }

  async handle(request: Request, options: { authInfo?: AuthInfo; parsedBody?: unknown }): Promise<Response> {
    const { holder } = admissionOf(options.authInfo)
    const id = request.headers.get('mcp-session-id')
    if (id === null) {
      if (request.method === 'POST' && isInitializeRequest(options.parsedBody)) {
        return this.#create(request, options, holder)
      }
      return rpcFaultResponse({ status: 400, code: -32_600, message: 'Send the Mcp-Session-Id of your session.' }, readableId(options.parsedBody))
    }
    const session = this.#find(id, holder.agentId)
    if (session === undefined) return rpcFaultResponse({ status: 404, code: -32_600, message: 'No such session.' }, readableId(options.parsedBody))
    return this.#exchange(session, request, options)
  }

  /** Ends the sessions that are idle, and those whose identity is no longer allowed. */
  sweep(): void {
    for (const session of this.#byId.values()) if (this.#isOver(session)) this.#end(session)
  }

  /** Closes the streams that no answer is awaited on, so that they do not hold up a shutdown. */
  endStreams(): void {
    for (const { transport } of this.#byId.values()) transport.closeStandaloneSSEStream()
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#byId.values()].map((session) => session.server.close().catch(() => undefined)))
  }

  #find(id: string | null | undefined, agentId: string): Session | undefined {
    const session = this.#byId.get(id ?? '')
    if (session === undefined || session.holder.agentId !== agentId) return undefined
    if (!this.#isOver(session)) return session
    this.#end(session)
    return undefined
  }

  /** Idle for too long, or opened with a credential that is not good any more: a new token begins a new session. */
  #isOver(session: Session): boolean {
    const idle = session.open === 0 && this.#options.clock() - session.usedAt > this.#options.idleMs
    return idle || !session.holder.stillAllowed()
  }

  async #create(request: Request, options: { authInfo?: AuthInfo; parsedBody?: unknown }, holder: Holder): Promise<Response> {
    if (!this.#makeRoom(holder.agentId)) {
      return rpcFaultResponse({ status: 503, code: -32_603, message: 'Too many sessions.', headers: { 'retry-after': '60' } }, readableId(options.parsedBody))
    }
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      ...(this.#options.eventStore !== undefined && { eventStore: this.#options.eventStore() }),
      onsessioninitialized: (id) => void this.#byId.set(id, session),
    })
    transport.onclose = () => void this.#byId.delete(transport.sessionId ?? '')
    const server = this.#options.mcp({ era: 'legacy', callerOf })
    const session: Session = { server, transport, holder, usedAt: this.#options.clock(), open: 0 }
    await server.connect(transport)
    const response = await this.#exchange(session, request, options)
    if (transport.sessionId === undefined) await server.close()
    return response
  }

  /** One request; its session counts as used until the answer, a stream perhaps, has ended. */
  async #exchange(session: Session, request: Request, options: { authInfo?: AuthInfo; parsedBody?: unknown }): Promise<Response> {
    session.open += 1
    const ended = (): void => {
      session.open -= 1
      session.usedAt = this.#options.clock()
    }
    const response = await session.transport.handleRequest(request, options).catch((error: unknown) => {
      ended()
      throw error
    })
    if (response.body === null) {
      ended()
      return response
    }
    return new Response(watchEnd(response.body, ended), response)
  }

  /** The oldest session of the same identity makes room; another identity's never does. */
  #makeRoom(agentId: string): boolean {
    const own = [...this.#byId.values()].filter((session) => session.holder.agentId === agentId)
    if (own.length >= maxSessionsOfIdentity) {
      const oldest = own.reduce((a, b) => (a.usedAt <= b.usedAt ? a : b))
      this.#end(oldest)
    }
    return this.#byId.size < maxSessions
  }

  #end(session: Session): void {
    this.#byId.delete(session.transport.sessionId ?? '')
    session.server.close().catch((error: unknown) => this.#options.log(`closing a session failed: ${String(error)}`))
  }
}

/** The same bytes; calls back once, when they have ended or nobody wants them any more. */
function watchEnd(source: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  let over = false
  const once = (): void => {
    if (!over) ended()
    over = true
  }
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read().catch((error: unknown) => {
          once()
          throw error
        })
        if (!done) return controller.enqueue(value)
        once()
        return controller.close()
      },
      cancel: async (reason) => {
        once()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
