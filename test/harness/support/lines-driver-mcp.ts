/** A driver in a process of its own with a small MCP server behind it; dies when it is asked what its argument says. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

const [, , fatal = ''] = process.argv

const server = createServer((request, response) => {
  void text(request).then((body) => {
    if (request.headers.authorization !== 'Bearer alpha_token_of_the_driver') return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    if (request.method !== 'POST') return response.writeHead(405).end()
    const message = JSON.parse(body) as { id?: number; method: string }
    if (message.id === undefined) return response.writeHead(202).end()
    const known: Readonly<Record<string, object>> = {
      'initialize': { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'lines', version: '1' } },
      'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] },
      'tools/call': { content: [{ type: 'text', text: 'seen' }] },
    }
    const result = known[message.method]
    const answer = result === undefined ? { error: { code: -32601, message: 'no such method' } } : { result }
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer }))
  })
})

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line) as { id: number; method: string }
  if (method === fatal) process.exit(9)
  if (method === 'open') {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  const results: Readonly<Record<string, object>> = {
    hello: { protocol: 1, transport: 'http', abilities: ['start', 'issue_token'] },
    open: { url: `http://127.0.0.1:${(server.address() as { port: number } | null)?.port}/mcp`, identities: { alpha: { token: 'alpha_token_of_the_driver' } } },
  }
  process.stdout.write(`${JSON.stringify({ id, result: results[method] ?? {} })}\n`)
  if (method === 'close') process.exit(0)
}
