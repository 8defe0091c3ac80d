/** A handoff by the client of the first SDK generation, as a process of its own. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { runJob } from './handoff.ts'
import type { Connect, ConnectedClient } from './handoff.ts'

const connect: Connect = async (job, agent) => {
  const access = job[agent]
  const client = new Client({ name: 'handoff-conformance', version: '1' })
  const transport = access.transport === 'http'
    ? new StreamableHTTPClientTransport(new URL(access.url), { requestInit: { headers: { Authorization: `Bearer ${access.token}` } } })
    : new StdioClientTransport({ command: access.command[0] ?? '', args: access.command.slice(1), stderr: 'ignore' })
  await client.connect(transport)
  return {
    era: undefined,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input) => (await client.callTool({ name, arguments: { ...input } })) as Awaited<ReturnType<ConnectedClient['call']>>,
    close: async () => client.close(),
  }
}

await runJob(connect, () => undefined)
