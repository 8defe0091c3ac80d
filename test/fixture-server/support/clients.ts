/** The official clients of both generations, connected to the fixture server over HTTP or stdio, answering what they are asked. */
import { Client as SecondClient, StreamableHTTPClientTransport as SecondHttp } from '@modelcontextprotocol/client'
import { StdioClientTransport as SecondStdio } from '@modelcontextprotocol/client/stdio'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema, LoggingMessageNotificationSchema, ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { fixtureServer, serverEnvironment } from '../../server/support/reference.ts'
import { startTestFixture } from '../../server/support/fixture.ts'
import type { TestFixture } from '../../server/support/fixture.ts'

type Result = Record<string, unknown>
type Page = { readonly cursor?: string }

/** What both generations have under the same names. */
export interface OfficialClient {
  listTools(page?: Page): Promise<{ tools: { name: string; outputSchema?: unknown }[]; nextCursor?: string }>
  callTool(params: { name: string; arguments?: Result }, ...rest: unknown[]): Promise<{ content: Result[]; isError?: boolean; structuredContent?: unknown }>
  listPrompts(page?: Page): Promise<{ prompts: { name: string }[]; nextCursor?: string }>
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<{ messages: Result[] }>
  listResources(page?: Page): Promise<{ resources: { uri: string }[]; nextCursor?: string }>
  listResourceTemplates(page?: Page): Promise<{ resourceTemplates: { uriTemplate: string }[]; nextCursor?: string }>
  readResource(params: { uri: string }): Promise<{ contents: Result[] }>
  complete(params: Result): Promise<{ completion: { values: string[]; total?: number; hasMore?: boolean } }>
  setLoggingLevel(level: string): Promise<unknown>
  subscribeResource(params: { uri: string }): Promise<unknown>
  unsubscribeResource(params: { uri: string }): Promise<unknown>
  close(): Promise<void>
}

export interface Connected {
  readonly client: OfficialClient
  /** Levels of the log messages that came. */
  readonly logged: string[]
  /** Resolves with the URI of the next update that is told. */
  nextUpdate(): Promise<string>
  close(): Promise<void>
}

export interface Kind {
  readonly name: string
  readonly era: 'modern' | 'legacy'
  readonly transport: 'http' | 'stdio'
  connect(fixture: TestFixture): Promise<Connected>
}

const identity = { name: 'test', version: '1' }
const capabilities = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} }

const elicited = ({ params }: { params: unknown }): { action: 'accept'; content: Record<string, string | boolean> } => {
  const { requestedSchema } = params as { requestedSchema?: { properties: Record<string, { type: string }> } }
  const names = Object.entries(requestedSchema?.properties ?? {}).filter(([, { type }]) => type === 'string' || type === 'boolean')
  return { action: 'accept', content: Object.fromEntries(names.map(([name, { type }]) => [name, type === 'boolean' ? true : 'en'])) }
}
const sampled = () => ({ model: 'none', role: 'assistant' as const, content: { type: 'text' as const, text: 'Paris' } })
const rooted = () => ({ roots: [{ uri: 'file:///root' }] })

function watch(): { logged: string[]; log: (level: string) => void; update: (uri: string) => void; nextUpdate: () => Promise<string> } {
  const logged: string[] = []
  let waiting: ((uri: string) => void)[] = []
  return {
    logged,
    log: (level) => void logged.push(level),
    update: (uri) => {
      for (const each of waiting) each(uri)
      waiting = []
    },
    nextUpdate: async () => new Promise((resolve) => void waiting.push(resolve)),
  }
}

function stdioServer(fixture: TestFixture): { command: string; args: string[]; env: Record<string, string>; stderr: 'pipe' } {
  return { command: process.execPath, args: [fixtureServer, 'stdio'], env: serverEnvironment(fixture.registry, { HANDOFF_AGENT_ID: 'alice' }), stderr: 'pipe' }
}

function bearer(fixture: TestFixture): { requestInit: { headers: Record<string, string> } } {
  return { requestInit: { headers: { Authorization: `Bearer ${fixture.registry.token('alice')}` } } }
}

const first = (transport: Kind['transport']): Kind => ({
  name: `1.x over ${transport}`,
  era: 'legacy',
  transport,
  async connect(fixture) {
    const client = new FirstClient(identity, { capabilities })
    const seen = watch()
    client.setRequestHandler(ElicitRequestSchema, elicited)
    client.setRequestHandler(CreateMessageRequestSchema, sampled)
    client.setRequestHandler(ListRootsRequestSchema, rooted)
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => seen.log(params.level))
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => seen.update(params.uri))
    await client.connect(transport === 'stdio' ? new FirstStdio(stdioServer(fixture)) : new FirstHttp(new URL(fixture.url), bearer(fixture)))
    return { ...seen, client: client as unknown as OfficialClient, close: async () => client.close() }
  },
})

const second = (era: Kind['era'], transport: Kind['transport']): Kind => ({
  name: `2.x, ${era}, over ${transport}`,
  era,
  transport,
  async connect(fixture) {
    const mode = era === 'legacy' ? ('legacy' as const) : { pin: '2026-07-28' }
    const client = new SecondClient(identity, { capabilities, versionNegotiation: { mode } })
    const seen = watch()
    client.setRequestHandler('elicitation/create', elicited)
    client.setRequestHandler('sampling/createMessage', sampled)
    client.setRequestHandler('roots/list', rooted)
    client.setNotificationHandler('notifications/message', ({ params }) => seen.log(params.level))
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => seen.update(params.uri))
    await client.connect(transport === 'stdio' ? new SecondStdio(stdioServer(fixture)) : new SecondHttp(new URL(fixture.url), bearer(fixture)))
    const official = client as unknown as OfficialClient
    if (era === 'legacy') return { ...seen, client: official, close: async () => client.close() }
    const subscribed: { close(): Promise<void> }[] = []
    const adapted = Object.assign(Object.create(official) as OfficialClient, {
      // In 2026 a subscription is a stream of its own.
      subscribeResource: async ({ uri }: { uri: string }) => void subscribed.push(await client.listen({ resourceSubscriptions: [uri] })),
      unsubscribeResource: async () => Promise.all(subscribed.splice(0).map(async (each) => each.close())),
    })
    return { ...seen, client: bound(official, adapted), close: async () => client.close() }
  },
})

/** The client's own methods need the client itself as `this`. */
function bound(client: OfficialClient, over: OfficialClient): OfficialClient {
  return new Proxy(over, {
    get: (target, name) => {
      if (Object.hasOwn(target, name)) return Reflect.get(target, name) as unknown
      const member: unknown = Reflect.get(client, name, client)
      return typeof member === 'function' ? (member.bind(client) as unknown) : member
    },
  })
}

export const kinds: readonly Kind[] = [
  first('http'),
  second('legacy', 'http'),
  second('modern', 'http'),
  first('stdio'),
  second('modern', 'stdio'),
]

export { startTestFixture }
export type { TestFixture }
