/** A handoff by the client of the second SDK generation, in one of its modes, as a process of its own. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { runJob } from './handoff.ts'
import type { Connect } from './handoff.ts'
import type { ClientJob } from './job.ts'

const connect: Connect = async (job, agent) => {
  const access = job[agent]
  const client = new Client({ name: 'handoff-conformance', version: '1' }, optionsFor(job))
  const transport = access.transport === 'http'
    ? new StreamableHTTPClientTransport(new URL(access.url), { requestInit: { headers: { Authorization: `Bearer ${access.token}` } } })
    : new StdioClientTransport({ command: access.command[0] ?? '', args: access.command.slice(1), stderr: 'ignore' })
  await client.connect(transport)
  return {
    era: client.getProtocolEra(),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input) => client.callTool({ name, arguments: { ...input } }),
    close: async () => client.close(),
  }
}

function optionsFor({ mode, revision }: ClientJob): ConstructorParameters<typeof Client>[1] {
  switch (mode) {
    case 'default': return {}
    case 'auto': return { versionNegotiation: { mode: 'auto' } }
    case 'pinned': return { versionNegotiation: { mode: { pin: revision } } }
  }
}

await runJob(connect, ({ mode }) => (mode === 'default' ? 'legacy' : 'modern'))
