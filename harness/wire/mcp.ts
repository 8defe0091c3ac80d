/**
 * Builds well-formed MCP requests over HTTP in both eras: stateless envelopes with mirrored headers (2026-07-28,
 * basic/index `_meta` and basic/transports/streamable-http "Request Metadata"), and `initialize` with sessions before.
 */
import type { Era } from '../target/profile.ts'
import type { HeaderField, HttpRequest } from './message.ts'

export { rpcAnswer, rpcMessages } from './jsonrpc.ts'
export type { RpcAnswer, RpcAnswerOptions, RpcMessages } from './jsonrpc.ts'

export interface RpcCall {
  readonly endpoint: URL
  readonly era: Era
  /** The protocol revision to speak, for example `2026-07-28`. */
  readonly revision: string
  /** Legacy only: what `initialize` was answered with. */
  readonly sessionId?: string
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
  /** Absent: a notification. */
  readonly id?: string | number
  /** A bearer token (RFC 6750 §2.1). */
  readonly token?: string
  /** Sent after all others, as they are; nothing is replaced. */
  readonly headers?: readonly HeaderField[]
}

/** How the harness names itself to a target. */
export const clientInfo = { name: 'handoff-conformance', version: '1' } as const

const metaPrefix = 'io.modelcontextprotocol/'

/** The request for a call. The same call always gives the same bytes. */
export function rpcRequest(call: RpcCall): HttpRequest {
  return {
    method: 'POST',
    target: call.endpoint.pathname + call.endpoint.search,
    headers: [
      ['Content-Type', 'application/json'],
      ['Accept', 'application/json, text/event-stream'],
      ...eraHeaders(call),
      ...(call.token === undefined ? [] : [['Authorization', `Bearer ${call.token}`] as const]),
      ...(call.headers ?? []),
    ],
    body: Buffer.from(JSON.stringify(rpcMessage(call))),
  }
}

/** The JSON-RPC message of a call, with the `_meta` envelope where the era wants one. */
export function rpcMessage(call: Omit<RpcCall, 'endpoint'>): Record<string, unknown> {
  const params = call.era === 'modern' ? withEnvelope(call.params, call.revision) : call.params
  return {
    jsonrpc: '2.0',
    ...(call.id === undefined ? {} : { id: call.id }),
    method: call.method,
    ...(params === undefined ? {} : { params }),
  }
}

/** Parameters of a legacy `initialize` (2025-11-25, basic/lifecycle "Initialization"). */
export function initializeParams(revision: string, capabilities: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { protocolVersion: revision, capabilities, clientInfo }
}

/**
 * A value as a mirrored header carries it: as it is where it is plain ASCII, else in the Base64 sentinel form
 * (2026-07-28, basic/transports/streamable-http "Value Encoding").
 */
export function mirroredValue(value: string): string {
  const plain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value)
  return plain ? value : `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`
}

function withEnvelope(params: Readonly<Record<string, unknown>> | undefined, revision: string): Record<string, unknown> {
  const given = params?.['_meta']
  const meta = typeof given === 'object' && given !== null ? given : {}
  return {
    ...params,
    _meta: {
      [`${metaPrefix}protocolVersion`]: revision,
      [`${metaPrefix}clientInfo`]: clientInfo,
      [`${metaPrefix}clientCapabilities`]: {},
      ...meta,
    },
  }
}

function eraHeaders(call: RpcCall): HeaderField[] {
  return call.era === 'modern' ? modernHeaders(call) : legacyHeaders(call)
}

function modernHeaders(call: RpcCall): HeaderField[] {
  const headers: HeaderField[] = [['MCP-Protocol-Version', call.revision], ['Mcp-Method', call.method]]
  const name = mirroredName(call)
  if (name !== undefined) headers.push(['Mcp-Name', mirroredValue(name)])
  return headers
}

function mirroredName({ method, params }: RpcCall): string | undefined {
  const source = nameSource(method)
  const value = source === undefined ? undefined : params?.[source]
  return typeof value === 'string' ? value : undefined
}

function nameSource(method: string): string | undefined {
  if (method === 'tools/call' || method === 'prompts/get') return 'name'
  if (method === 'resources/read') return 'uri'
  // The tasks extension mirrors the task's id.
  return method.startsWith('tasks/') ? 'taskId' : undefined
}

/** The version header came with 2025-06-18, and follows the negotiation that `initialize` is. */
function legacyHeaders(call: RpcCall): HeaderField[] {
  const headers: HeaderField[] = []
  if (call.method !== 'initialize' && call.revision >= '2025-06-18') headers.push(['MCP-Protocol-Version', call.revision])
  if (call.sessionId !== undefined) headers.push(['Mcp-Session-Id', call.sessionId])
  return headers
}
