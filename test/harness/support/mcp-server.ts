/**
 * A small, honest MCP server over HTTP with bearer tokens and three handoff tools, for tests of the engine. A test
 * spoils it by a flaw: a function that sees every request first and may answer it itself.
 */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'

export interface Exchange {
  readonly request: http.IncomingMessage
  readonly body: Buffer
  readonly response: http.ServerResponse
  /** Who the Authorization field says, where its token is known. */
  readonly agent: string | undefined
  readonly message: { id?: unknown; method?: string; params?: Record<string, unknown> } | undefined
  /** Does what a tool call asks for, and gives its result; undefined where it asks for none. */
  readonly perform: (agent: string) => Record<string, unknown> | undefined
  readonly answer: (status: number, value?: unknown, headers?: Record<string, string>) => void
}

export interface McpServerOptions {
  /** Agents by token; default two: `alpha-token` and `beta-token`. None: nobody is asked who they are. */
  readonly tokens?: Readonly<Record<string, string>>
  /** Default modern. `sessions`: 2025-11-25 with a session for each identity. */
  readonly speaks?: 'modern' | 'sessions'
  /** Sees each request first; true means that it has dealt with it. */
  readonly flaw?: (exchange: Exchange) => boolean | Promise<boolean>
}

export interface McpServer {
  readonly url: URL
  /** What was sent so far. */
  readonly handoffs: readonly { title: string; sender: string; recipient: string }[]
  readonly requests: number
  close(): Promise<void>
}

/** All that an adapter asks for; only the first three do anything. */
const listed = ['whoami', 'send', 'inbox', 'get', 'acknowledge', 'update_status'].map((kind) => ({
  name: `handoff_${kind}`, inputSchema: { type: 'object' }, ...(kind === 'whoami' ? { annotations: { readOnlyHint: true } } : {}),
}))

export const twoTokens = { 'alpha-token-0123456789': 'alpha', 'beta-token-0123456789': 'beta' } as const

export async function startMcpServer(options: McpServerOptions = {}): Promise<McpServer> {
  const tokens: Readonly<Record<string, string>> = options.tokens ?? twoTokens
  const handoffs: { id: string; title: string; sender: string; recipient: string; created_at: string }[] = []
  const sessions = new Map<string, string>()
  let requests = 0

  const tool = (agent: string, name: unknown, args: Record<string, unknown>): Record<string, unknown> | undefined => {
    if (name === 'handoff_whoami') return { agent_id: agent }
    if (name === 'handoff_inbox') return { handoffs: handoffs.filter(({ recipient }) => recipient === agent).toReversed() }
    if (name !== 'handoff_send') return undefined
    const handoff = { id: randomUUID(), title: String(args['title']), sender: agent, recipient: String(args['recipient']), created_at: new Date().toISOString() }
    handoffs.push(handoff)
    return { handoff, replayed: false }
  }

  const handle = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    requests += 1
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const agent = Object.keys(tokens).length === 0 ? 'anybody' : tokens[token]
    const message = parse(body)
    const answer: Exchange['answer'] = (status, value, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(value === undefined ? undefined : JSON.stringify(value))
    }
    const perform = (who: string): Record<string, unknown> | undefined => {
      const { name, arguments: args } = message?.params ?? {}
      const structuredContent = message?.method === 'tools/call' ? tool(who, name, (args ?? {}) as Record<string, unknown>) : undefined
      return structuredContent === undefined ? undefined : { resultType: 'complete', structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] }
    }
    if (await options.flaw?.({ request, body, response, agent, message, perform, answer }) === true) return
    if (agent === undefined) return answer(401, { error: 'unauthorized' }, { 'www-authenticate': 'Bearer' })
    if (request.method !== 'POST') return answer(405)
    if (message === undefined) return answer(400, { jsonrpc: '2.0', error: { code: -32_700, message: 'parse error' } })
    const reply = (result: unknown, headers: Record<string, string> = {}): void => answer(200, { jsonrpc: '2.0', id: message.id, result }, headers)
    const unknown = (): void => answer(404, { jsonrpc: '2.0', id: message.id, error: { code: -32_601, message: 'method not found' } })
    if (options.speaks === 'sessions') {
      if (message.method === 'initialize') {
        const id = randomUUID()
        sessions.set(id, agent)
        return reply({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'test', version: '1' } }, { 'mcp-session-id': id })
      }
      if (message.method === 'server/discover') return unknown()
      if (sessions.get(String(request.headers['mcp-session-id'])) !== agent) return answer(404, { error: 'no session' })
    } else if (message.method === 'server/discover') {
      return reply({ resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'test', version: '1' } } })
    }
    if (message.id === undefined) return answer(202)
    if (message.method === 'tools/list') return reply({ resultType: 'complete', tools: listed })
    const result = perform(agent)
    return result === undefined ? unknown() : reply(result)
  }

  const server = http.createServer((request, response) => {
    handle(request, response).catch(() => { response.destroy() })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    handoffs,
    get requests() { return requests },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => { server.close(resolve) })
    },
  }
}

function parse(body: Buffer): Exchange['message'] {
  try {
    return JSON.parse(body.toString()) as Exchange['message']
  } catch {
    return undefined
  }
}
