/** The official clients of both generations complete a handoff, and accept one by its envelope, over HTTP and over stdio, in every era they speak. */
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client'
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import t from 'tap'
import type { Test } from 'tap'
import { startHttpServer } from '../../../server/index.ts'
import { serverBinary, serverEnvironment } from '../support/reference.ts'
import { createRegistryFile } from '../support/registry-file.ts'
import type { RegistryFile } from '../support/registry-file.ts'

// A deadline for a busy machine, not an expectation.
t.setTimeout(120_000)

interface ToolAnswer {
  readonly isError?: boolean | undefined
  readonly structuredContent?: unknown
}

/** What a test needs of a client, whatever its generation. */
interface AnyClient {
  readonly version: string | undefined
  call(name: string, input: Record<string, unknown>): Promise<Record<string, unknown>>
  tools(): Promise<string[]>
  close(): Promise<void>
}

type Connect = (where: Where, agent: string) => Promise<AnyClient>

interface Where {
  readonly url: URL | undefined
  readonly registry: RegistryFile
}

const identity = { name: 'test', version: '1' }

const connectFirst: Connect = async ({ url, registry }, agent) => {
  const client = new FirstClient(identity)
  const headers = { Authorization: `Bearer ${registry.token(agent)}` }
  const transport =
    url === undefined
      ? new FirstStdio({ command: process.execPath, args: [serverBinary, 'stdio'], env: environment(registry, agent), stderr: 'pipe' })
      : new FirstHttp(url, { requestInit: { headers } })
  await client.connect(transport)
  return {
    version: client.getServerVersion()?.version,
    call: async (name, input) => content((await client.callTool({ name, arguments: input })) as ToolAnswer),
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    close: async () => client.close(),
  }
}

const connectSecond = (mode: 'legacy' | { pin: string }): Connect => async ({ url, registry }, agent) => {
  const client = new ModernClient(identity, { versionNegotiation: { mode } })
  const headers = { Authorization: `Bearer ${registry.token(agent)}` }
  const transport =
    url === undefined
      ? new ModernStdio({ command: process.execPath, args: [serverBinary, 'stdio'], env: environment(registry, agent), stderr: 'pipe' })
      : new ModernHttp(url, { requestInit: { headers } })
  await client.connect(transport)
  if (client.getProtocolEra() !== (mode === 'legacy' ? 'legacy' : 'modern')) throw new Error('another era than asked for')
  return {
    version: client.getServerVersion()?.version,
    call: async (name, input) => content(await client.callTool({ name, arguments: input })),
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    close: async () => client.close(),
  }
}

function environment(registry: RegistryFile, agent: string): Record<string, string> {
  return serverEnvironment(registry, { HANDOFF_AGENT_ID: agent })
}

function content(answer: ToolAnswer): Record<string, unknown> {
  return { isError: answer.isError === true, ...(answer.structuredContent as Record<string, unknown>) }
}

const clients: readonly (readonly [name: string, connect: Connect])[] = [
  ['SDK 1.x', connectFirst],
  ['SDK 2.x, 2025 era', connectSecond('legacy')],
  ['SDK 2.x, 2026-07-28', connectSecond({ pin: '2026-07-28' })],
]

for (const [name, connect] of clients) {
  for (const transport of ['http', 'stdio'] as const) {
    void t.test(`${name} over ${transport}`, async (t) => {
      const registry = createRegistryFile()
      t.teardown(() => registry.remove())
      const server =
        transport === 'http'
          ? await startHttpServer({ host: '127.0.0.1', port: 0, db: registry.db, registry: registry.path, log: () => undefined })
          : undefined
      t.teardown(async () => server?.close())
      const where = { url: server?.url, registry }
      const alice = await connect(where, 'alice')
      const bob = await connect(where, 'bob')
      t.teardown(async () => Promise.all([alice.close(), bob.close()]))
      await completeHandoff(t, alice, bob)
      await acceptEnvelope(t, alice, bob)
    })
  }
}

async function completeHandoff(t: Test, alice: AnyClient, bob: AnyClient): Promise<void> {
  t.ok((await alice.tools()).includes('handoff_send'))
  t.match(await alice.call('handoff_whoami', {}), { agent_id: 'alice' })
  const input = { recipient: 'bob', title: 'Review', summary: 'A change', request: 'Please review it.' }
  const sent = (await alice.call('handoff_send', input)) as { handoff: { id: string; status: string; sender: string } }
  t.match(sent.handoff, { status: 'queued', sender: 'alice' })
  const inbox = (await bob.call('handoff_inbox', {})) as { handoffs: { id: string }[] }
  t.same(inbox.handoffs.map((handoff) => handoff.id), [sent.handoff.id])
  const id = { handoff_id: sent.handoff.id }
  t.match(await bob.call('handoff_acknowledge', id), { handoff: { status: 'accepted' }, isError: false })
  t.match(await bob.call('handoff_update_status', { ...id, status: 'completed', note: 'done' }), { handoff: { status: 'completed' } })
  t.match(await alice.call('handoff_get', id), { handoff: { status: 'completed', version: 3 } })
  t.match(await bob.call('handoff_acknowledge', id), { isError: true, error: { code: 'illegal_transition' } })
  t.match(await alice.call('handoff_send', { ...input, recipient: 'nobody' }), { isError: true, error: { code: 'not_permitted' } })
  await t.rejects(alice.call('no_such_tool', {}))
}

/** These clients hold each answer against the output schema of its tool, errors and all. */
async function acceptEnvelope(t: Test, alice: AnyClient, bob: AnyClient): Promise<void> {
  const body = '<project_start_config project_id="proj"/>'
  const issued = await alice.call('issue_handoff_token', { project_id: 'proj', body })
  t.match(issued, { isError: false, goal_token: /^[0-9a-f]{16}$/, body_hash: String })
  const envelope = { project_id: 'proj', goal_token: issued['goal_token'], presented_body: body, required_tools: ['a'] }
  t.match(await bob.call('verify_handoff_token', { project_id: 'other', token: issued['goal_token'] }), { isError: false, valid: false, reason: 'wrong_project' })
  t.match(await bob.call('accept_handoff', { ...envelope, goal_token: 7 }), { isError: true, error: { code: 'invalid_input', field: 'goal_token' } })
  t.match(await bob.call('accept_handoff', { ...envelope, available_tools: [] }), {
    isError: false, accepted: false, result: 'CAPABILITY_UNAVAILABLE', identity_check: { found: { project_id: 'proj' } }, board_check: null,
  })
  t.match(await bob.call('accept_handoff', { ...envelope, available_tools: ['a'] }), { isError: false, result: 'STALE_HANDOFF', token_check: { reason: 'already_consumed' } })
  t.match(await bob.call('accept_handoff', {}), { isError: false, accepted: true, token_check: null })
}
