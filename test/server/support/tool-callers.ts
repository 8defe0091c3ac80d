/** One way to call the acceptance tools on each transport: MCP over HTTP, MCP over stdio, plain HTTP. */
import { Agent, fetch } from 'undici'
import { modernFields, modernRequest } from './messages.ts'
import { serverBinary, serverEnvironment, startProcess } from './reference.ts'
import type { ServerProcess } from './reference.ts'
import type { RegistryFile } from './registry-file.ts'

export interface Answer {
  /** The structured content of a tool, or the body of the plain endpoint. */
  readonly content: Record<string, unknown>
  readonly isError: boolean
}

export interface ToolCaller {
  readonly transport: 'mcp-http' | 'mcp-stdio' | 'plain-http'
  call(tool: string, input: unknown): Promise<Answer>
  close(): Promise<void>
}

interface ToolMessage {
  readonly id?: number
  readonly result?: { readonly structuredContent: Record<string, unknown>; readonly isError?: boolean }
  readonly error?: unknown
}

export function mcpHttpCaller(url: URL, token: string): ToolCaller {
  const dispatcher = new Agent({ connections: 32 })
  return {
    transport: 'mcp-http',
    call: async (name, input) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: [...modernFields('tools/call', name), ['Authorization', `Bearer ${token}`]],
        body: JSON.stringify(modernRequest(1, 'tools/call', { name, arguments: input })),
        dispatcher,
      })
      return answerOf((await response.json()) as ToolMessage)
    },
    close: async () => dispatcher.close(),
  }
}

/** Knows `accept_handoff` alone; its input must name a project. */
export function plainHttpCaller(url: URL, token: string): ToolCaller {
  const dispatcher = new Agent({ connections: 32 })
  return {
    transport: 'plain-http',
    call: async (_name, input) => {
      const { project_id: projectId, ...rest } = input as { readonly project_id: string }
      const response = await fetch(new URL(`/projects/${encodeURIComponent(projectId)}/handoff/accept`, url), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify(rest),
        dispatcher,
      })
      return { content: (await response.json()) as Record<string, unknown>, isError: response.status !== 200 }
    },
    close: async () => dispatcher.close(),
  }
}

/** A process of its own, with as many calls in progress as are made. */
export function mcpStdioCaller(registry: RegistryFile, agent: string): ToolCaller & Pick<ServerProcess, 'stderr' | 'untilStderr'> {
  const server = startProcess([serverBinary, 'stdio'], serverEnvironment(registry, { HANDOFF_AGENT_ID: agent, HANDOFF_MCP_RATE_LIMIT: '1000000' }))
  const waiting = new Map<number, (message: ToolMessage) => void>()
  const { stdin, stdout } = server.child
  if (stdin === null || stdout === null) throw new Error('the process has no pipes')
  // Not by `node:readline`, for which U+2028 ends a line too.
  let rest = ''
  stdout.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const message = JSON.parse(line) as ToolMessage
      waiting.get(message.id ?? 0)?.(message)
      waiting.delete(message.id ?? 0)
    }
  })
  const ended = server.exited.then((): never => {
    throw new Error(`the process ended: ${server.stderr()}`)
  })
  ended.catch(() => undefined)
  let lastId = 0
  return {
    transport: 'mcp-stdio',
    stderr: server.stderr,
    untilStderr: async (pattern) => server.untilStderr(pattern),
    call: async (name, input) => {
      lastId += 1
      const id = lastId
      const answered = new Promise<ToolMessage>((resolve) => waiting.set(id, resolve))
      stdin.write(`${JSON.stringify(modernRequest(id, 'tools/call', { name, arguments: input }))}\n`)
      return answerOf(await Promise.race([answered, ended]))
    },
    close: async () => {
      stdin.end()
      await server.exited
    },
  }
}

function answerOf({ result, error }: ToolMessage): Answer {
  if (result === undefined) throw new Error(`no result: ${JSON.stringify(error)}`)
  return { content: result.structuredContent, isError: result.isError === true }
}
