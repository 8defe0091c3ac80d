/** Servers that are no MCP server at all, each with one answer to everything. */
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RunningSentinel {
  readonly url: string
  close(): Promise<void>
}

/** A port on which nothing listens: one that was bound a moment ago. */
export async function deadPort(): Promise<RunningSentinel> {
  const server = await serve((_request, response) => response.end())
  await server.close()
  return { url: server.url, close: async () => undefined }
}

export async function alwaysOk(): Promise<RunningSentinel> {
  return serve((_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
}

export async function alwaysUnauthorized(): Promise<RunningSentinel> {
  return serve((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json', 'www-authenticate': 'Bearer realm="sentinel"', 'cache-control': 'no-store' })
    response.end('{"error":"unauthorized"}')
  })
}

export async function alwaysMethodNotFound(): Promise<RunningSentinel> {
  return serve((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end('{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"}}')
  })
}

/** Answers every message with a result in which everything is there that a client could look for. */
export async function alwaysResult(): Promise<RunningSentinel> {
  return serve((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: idOf(Buffer.concat(chunks).toString()), result: everything }))
    })
  })
}

const everything = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'sentinel', version: '1.0.0' },
  tools: [],
  content: [],
  ttlMs: 0,
  cacheScope: 'private',
}

function idOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { id?: unknown }).id
  } catch {
    return undefined
  }
}

async function serve(listener: RequestListener): Promise<RunningSentinel> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}
