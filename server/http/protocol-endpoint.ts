/**
 * The protocol behind the guards: the SDK serves both eras, each request by a server object of its own, and what it
 * answers is mended at this edge where the schemas want it otherwise.
 */
import { createMcpHandler, InMemoryServerEventBus, isLegacyRequest, legacyStatelessFallback } from '@modelcontextprotocol/server'
import type { LegacyHttpHandler, McpHandlerRequestOptions, McpHttpHandler, McpRequestContext, Server } from '@modelcontextprotocol/server'
import { readableId } from '../mcp/message-id.ts'
import { admissionOf, callerOf } from './caller.ts'
import { mendAnswer } from './mend-answer.ts'
import { OpenStreams } from './open-streams.ts'
import { rpcFaultResponse } from './rpc-error.ts'
import { Sessions } from './sessions.ts'
import type { HttpStackOptions } from './stack.ts'

const defaultIdleMs = 10 * 60_000
/** So that no identity can take the streams of all the others. */
const maxStreamsOfIdentity = 100

export class ProtocolEndpoint {
  /** Undefined where 2025 clients are served without sessions. */
  readonly sessions: Sessions | undefined
  readonly #streams = new OpenStreams()
  readonly #calls: McpHttpHandler
  /** Apart from the calls, so that a shutdown can end these streams at once and still let the calls be answered. */
  readonly #subscriptions: McpHttpHandler
  /** Defined where 2025 clients alone are served, without sessions. */
  readonly #legacy: LegacyHttpHandler | undefined
  readonly #legacyOnly: boolean
  readonly #listen: HttpStackOptions['listen']
  #closing = false

  constructor(options: HttpStackOptions) {
    const { mcp, clock, log } = options
    const factory = ({ era }: McpRequestContext): Server => {
      try {
        return mcp({ era, callerOf })
      } catch (error) {
        log(`mcp: no server object could be made (${error instanceof Error ? error.name : typeof error})`)
        throw error
      }
    }
    const shared = {
      legacy: options.sessions === true || options.modernOnly === true ? 'reject' : 'stateless',
      bus: options.bus ?? new InMemoryServerEventBus(),
    } as const
    this.#calls = createMcpHandler(factory, shared)
    this.#subscriptions = createMcpHandler(factory, shared)
    this.#listen = options.listen
    this.#legacyOnly = options.legacyOnly === true
    this.#legacy = this.#legacyOnly && options.sessions !== true ? legacyStatelessFallback(factory) : undefined
    this.sessions =
      options.sessions === true
        ? new Sessions({ mcp, clock, log, idleMs: options.sessionIdleMs ?? defaultIdleMs, eventStore: options.eventStore })
        : undefined
  }

  readonly fetch = async (request: Request, options: McpHandlerRequestOptions = {}): Promise<Response> => {
    const { holder } = admissionOf(options.authInfo)
    const response = await this.#serve(request, options)
    const headers = new Headers(response.headers)
    headers.set('cache-control', 'no-store')
    headers.delete('connection')
    if (response.body === null) return new Response(null, { status: response.status, headers })
    if (headers.get('content-type')?.startsWith('text/event-stream') === true) {
      headers.set('cache-control', 'no-store, no-transform')
      return new Response(this.#streams.guard(response.body, holder), { status: response.status, headers })
    }
    const body = Buffer.from(mendAnswer(await response.text(), response.status))
    headers.set('content-length', String(body.length))
    return new Response(body, { status: response.status, headers })
  }

  /** Ends what is held by identities that are no longer allowed, and sessions that are idle. */
  sweep(): void {
    this.#streams.sweep()
    this.sessions?.sweep()
  }

  /** Ends the streams that wait for events; answers in progress go on. */
  async endStreams(): Promise<void> {
    this.#closing = true
    await this.#subscriptions.close()
    this.sessions?.endStreams()
  }

  async close(): Promise<void> {
    await this.#calls.close()
    await this.sessions?.closeAll()
  }

  async #serve(request: Request, options: McpHandlerRequestOptions): Promise<Response> {
    if (this.#legacy !== undefined) return this.#legacy(request, options)
    if (this.sessions !== undefined && (this.#legacyOnly || (await isLegacyRequest(request, options.parsedBody)))) {
      return this.sessions.handle(request, options)
    }
    if (!isSubscription(options.parsedBody)) return this.#calls.fetch(request, options)
    if (this.#closing) {
      return rpcFaultResponse({ status: 503, code: -32_603, message: 'The server is shutting down.' }, readableId(options.parsedBody))
    }
    const { agentId } = admissionOf(options.authInfo).holder
    if (this.#streams.countOf(agentId) >= maxStreamsOfIdentity) {
      return rpcFaultResponse({ status: 429, code: -32_603, message: 'Too many open streams.', headers: { 'retry-after': '60' } }, readableId(options.parsedBody))
    }
    const listen = async (parsedBody: unknown): Promise<Response> => this.#subscriptions.fetch(request, { ...options, parsedBody })
    return this.#listen === undefined ? listen(options.parsedBody) : this.#listen(agentId, options.parsedBody, listen)
  }
}

function isSubscription(body: unknown): boolean {
  return typeof body === 'object' && body !== null && (body as { method?: unknown }).method === 'subscriptions/listen'
}
