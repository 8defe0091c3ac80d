/** Servers that are no MCP server: dead, mute, with one answer to everything, or with something else than HTTP on the port. */
import net from 'node:net'
import type { HostileKind } from './support/kind.ts'
import { httpTarget, listen, sendJson, socketTarget } from './support/http-target.ts'

const cases = ['auth.no-credentials', 'auth.unknown-token', 'auth.challenge-*', 'spec.tools-listed', 'spec.result-type'] as const
const incomplete = { cases, codes: [3], options: ['--timeout', '3s'] } as const

/** A result in which everything is that a client could look for. */
const plausible = { resultType: 'complete', supportedVersions: ['2026-07-28'], protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'yes', version: '1' }, tools: [], content: [], ttlMs: 0, cacheScope: 'private' }

export const plainServers: readonly HostileKind[] = [
  {
    name: 'answers 200 to everything with a plausible result',
    cases: ['auth.no-*', 'auth.unknown-token', 'auth.each-request', 'auth.every-*', 'spec.unknown-method', 'spec.unsupported-version', 'spec.messages-match-schema'], codes: [1],
    start: async () => httpTarget((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
        const [, id = '"1"'] = /"id":("[^"]*"|\d+)/.exec(Buffer.concat(chunks).toString()) ?? []
        sendJson(response, { jsonrpc: '2.0', id: JSON.parse(id) as unknown, result: plausible })
      })
    }),
   
  },
  { ...incomplete, name: 'answers 200 to everything with nothing', finding: 'target-not-mcp', start: async () => httpTarget((_request, response) => { response.writeHead(200).end() }) },
  {
    ...incomplete, name: 'refuses everything with 401', finding: 'credentials-refused',
    start: async () => httpTarget((_request, response) => { response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"', 'cache-control': 'no-store' }).end() }),
  },
  {
    ...incomplete, name: 'limits the rate of everything, and asks to wait for ages', finding: 'target-rate-limited',
    start: async () => httpTarget((_request, response) => { response.writeHead(429, { 'retry-after': '99999999999999999999' }).end() }),
  },
  {
    ...incomplete, name: 'is not there', finding: 'target-unreachable',
    async start() {
      const dead = await listen(net.createServer())
      await dead.close()
      return { place: dead.place, close: async () => undefined }
    },
  },
  { ...incomplete, name: 'takes connections and never answers', finding: 'target-silent', start: async () => socketTarget(() => undefined) },
  { ...incomplete, name: 'closes each connection at once', finding: 'target-silent', start: async () => socketTarget((socket) => { socket.end() }) },
  { ...incomplete, name: 'resets each connection', finding: 'target-unreachable', start: async () => socketTarget((socket) => { socket.resetAndDestroy() }) },
  {
    ...incomplete, name: 'speaks HTTP/2 on a plain port', finding: 'target-silent',
    start: async () => socketTarget((socket) => { socket.write(Buffer.from('000006040000000000000300000064', 'hex')) }),
  },
  {
    ...incomplete, name: 'speaks TLS on a plain port', finding: 'target-silent',
    start: async () => socketTarget((socket) => { socket.end(Buffer.from('15030300020228', 'hex')) }),
  },
]
