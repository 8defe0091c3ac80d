/** The HTTP stack with a small MCP server behind it: one tool that says who called, and how often it ran. */
import { Server } from '@modelcontextprotocol/server'
import type { ListToolsResult } from '@modelcontextprotocol/server'
import { createHttpStack } from '../../../server/http/app.ts'
import type { HttpStackOptions, McpFactory } from '../../../server/http/stack.ts'
import { openPolicy } from '../../../server/registry/source.ts'
import { createRegistryFile } from './registry-file.ts'
import type { RegistryFile } from './registry-file.ts'

export interface TestStack {
  readonly port: number
  readonly url: string
  readonly registry: RegistryFile
  /** Tool calls that took effect. */
  readonly calls: { count: number }
  readonly log: string[]
  readonly clock: { now: number }
  close(options?: { drainMs?: number }): Promise<void>
}

export interface TestStackOptions extends Partial<Omit<HttpStackOptions, 'policy' | 'clock' | 'log'>> {
  /** Runs within each call, so that a test can hold an answer back. */
  readonly onCall?: (argument: unknown, agentId: string) => Promise<unknown>
  /** Let time run; otherwise it stands still and the test moves it. */
  readonly realTime?: boolean
  /** Seconds that a broken registry leaves the last policy in force. */
  readonly policyMaxStaleS?: number
  /** Replaces the factory by a faulty one. */
  readonly spoil?: (mcp: McpFactory) => Promise<McpFactory>
}

const tools: ListToolsResult['tools'] = [{ name: 'echo', inputSchema: { type: 'object' } }]

export async function startTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  const registry = createRegistryFile()
  const calls = { count: 0 }
  const log: string[] = []
  const clock = { now: Date.now() }
  const read = (): number => (options.realTime === true ? Date.now() : clock.now)
  const mcp: McpFactory = ({ callerOf }) => {
    const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: { listChanged: true } } })
    server.setRequestHandler('tools/list', () => ({ tools }))
    server.setRequestHandler('tools/call', async ({ params }, request) => {
      calls.count += 1
      const { agentId } = callerOf(request)
      await options.onCall?.(params.arguments?.['value'], agentId)
      return { content: [{ type: 'text', text: `${agentId} ${JSON.stringify(params.arguments?.['value'])}` }] }
    })
    return server
  }
  const { onCall: _onCall, realTime: _realTime, spoil, policyMaxStaleS, ...rest } = options
  const policy = openPolicy({ path: registry.path, maxStaleS: policyMaxStaleS, clock: read, log: (line) => log.push(line) })
  const stack = createHttpStack({
    mcp: spoil === undefined ? mcp : await spoil(mcp),
    allowedHosts: [],
    allowedOrigins: [],
    limits: { maxBodyBytes: 8 * 1024 * 1024, ratePerMinute: 100_000, refusalsPerMinute: 100_000 },
    ...rest,
    policy,
    clock: read,
    log: (line) => log.push(line),
  })
  const { port } = await stack.listen({ host: '127.0.0.1', port: 0 })
  return {
    port,
    url: `http://127.0.0.1:${port}/mcp`,
    registry,
    calls,
    log,
    clock,
    close: async (closing) => {
      await stack.close(closing)
      registry.remove()
    },
  }
}
