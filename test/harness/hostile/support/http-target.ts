/** Loopback servers for hostile targets: any listener, any socket, or a decent MCP server that misbehaves where told. */
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import type { HostileSetting, HostileTarget } from './kind.ts'

/** A hostile target at an address. */
export interface ListeningTarget extends HostileTarget {
  readonly place: { readonly kind: 'url'; readonly url: string }
}

/** One request as a decent server reads it. */
export interface Asked {
  readonly request: IncomingMessage
  /** Undefined where the body is no JSON-RPC message. */
  readonly method: string | undefined
  readonly id: unknown
  readonly params: Readonly<Record<string, unknown>>
  /** Whether it carries the good token. */
  readonly authorised: boolean
  /** From 1. */
  readonly count: number
}

/** Answers in place of the decent server; false where it does not. */
export type Misbehave = (asked: Asked, response: ServerResponse) => boolean | void

export interface DecentParts {
  /** What `tools/list` gives (default: one tool that reads). */
  readonly tools?: (asked: Asked) => object
  /** Merged into each result. */
  readonly result?: (asked: Asked) => object
  readonly serverInfo?: object
}

export async function listen(server: net.Server, path = '/mcp'): Promise<ListeningTarget> {
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    place: { kind: 'url', url: `http://127.0.0.1:${port}${path}` },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

export async function httpTarget(listener: RequestListener): Promise<HostileTarget> {
  return listen(createServer(listener))
}

/** @param onBytes Called for each arrival; by default nothing is read into anything. */
export async function socketTarget(onSocket: (socket: net.Socket) => void): Promise<HostileTarget> {
  return listen(net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined).resume()
    onSocket(socket)
  }))
}

/** Writes without end, as fast as the other side reads; stops with the socket, and leaves others their turn. */
export function pour(out: net.Socket | ServerResponse, piece: string | Uint8Array): void {
  const more = (): void => {
    if (out.destroyed || !out.writable) return
    if (out.write(piece)) setImmediate(more)
    else out.once('drain', () => { setImmediate(more) })
  }
  out.on('error', () => undefined)
  more()
}

export const readingTool = { name: 'read', description: 'Reads.', inputSchema: { type: 'object', properties: {} }, annotations: { readOnlyHint: true } }

/** An MCP server of both eras behind a bearer token, which does as it should unless `misbehave` answers first. */
export async function decentTarget({ token }: Pick<HostileSetting, 'token'>, misbehave: Misbehave, parts: DecentParts = {}): Promise<HostileTarget> {
  let count = 0
  return httpTarget((request, response) => {
    const chunks: Buffer[] = []
    count += 1
    const mine = count
    request.on('error', () => undefined).on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
      const asked = { ...readMessage(Buffer.concat(chunks).toString()), request, authorised: request.headers.authorization === `Bearer ${token}`, count: mine }
      response.on('error', () => undefined)
      if (misbehave(asked, response) === true || response.headersSent) return
      answer(asked, response, parts)
    })
  })
}

function answer(asked: Asked, response: ServerResponse, parts: DecentParts): void {
  if (!asked.authorised) {
    response.writeHead(401, { 'content-type': 'application/json', 'cache-control': 'no-store', 'www-authenticate': `Bearer${asked.request.headers.authorization === undefined ? '' : ' error="invalid_token"'}` }).end('{"error":"unauthorized"}')
    return
  }
  if (asked.request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end()
  if (asked.id === undefined) return void response.writeHead(202).end()
  sendJson(response, { jsonrpc: '2.0', id: asked.id, ...outcome(asked, parts) })
}

export function sendJson(response: ServerResponse, message: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(message))
}

function outcome(asked: Asked, parts: DecentParts): object {
  const serverInfo = parts.serverInfo ?? { name: 'hostile', version: '1' }
  const base = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo }, ...parts.result?.(asked) }
  switch (asked.method) {
    case 'server/discover':
      return { result: { ...base, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } } }
    case 'initialize':
      return { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } }
    case 'tools/list':
      return { result: { ...base, tools: [readingTool], ...parts.tools?.(asked) } }
    case 'tools/call':
      return { result: { ...base, content: [{ type: 'text', text: 'read' }] } }
    case 'ping':
      return { result: {} }
    case undefined:
    default:
      return { error: { code: -32_601, message: 'no such method' } }
  }
}

function readMessage(text: string): Pick<Asked, 'method' | 'id' | 'params'> {
  try {
    const message = JSON.parse(text) as { method?: unknown; id?: unknown; params?: Readonly<Record<string, unknown>> } | null
    return { method: typeof message?.method === 'string' ? message.method : undefined, id: message?.id, params: message?.params ?? {} }
  } catch {
    return { method: undefined, id: undefined, params: {} }
  }
}
