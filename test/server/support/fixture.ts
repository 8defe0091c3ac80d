/** The fixture server in this process, and what a client does with it. */
import { startFixtureServer } from '../../fixture-server/start.ts'
import type { RunningServer } from '../../../server/http/start.ts'
import { exchange } from './event-stream.ts'
import type { Exchange } from './event-stream.ts'
import { initialize, legacyFields, modernFields, modernRequest } from './messages.ts'
import { createRegistryFile } from './registry-file.ts'
import type { RegistryFile } from './registry-file.ts'

export interface TestFixture {
  readonly url: string
  readonly registry: RegistryFile
  readonly server: RunningServer
  close(): Promise<void>
}

export async function startTestFixture(options: { clock?: () => number } = {}): Promise<TestFixture> {
  const registry = createRegistryFile()
  const { path, db } = registry
  const limits = { ratePerMinute: 1_000_000, refusalsPerMinute: 1_000_000 }
  const server = await startFixtureServer({ host: '127.0.0.1', port: 0, registry: path, db, log: () => undefined, ...limits, ...options })
  return {
    url: server.url.href,
    registry,
    server,
    close: async () => {
      await server.close({ drainMs: 0 })
      registry.remove()
    },
  }
}

/** Opens a session and returns its id, handshake done. */
export async function openSession(fixture: TestFixture, agent: string): Promise<string> {
  const token = fixture.registry.token(agent)
  const opened = await exchange(fixture.url, { token, fields: legacyFields(null), body: initialize() })
  const id = opened.headers.get('mcp-session-id')
  await opened.rest()
  if (id === null) throw new Error(`no session, but ${opened.status}`)
  const done = await inSession(fixture, agent, id, { jsonrpc: '2.0', method: 'notifications/initialized' })
  if (done.status !== 202) throw new Error(`initialized answered ${done.status}`)
  return id
}

export async function inSession(fixture: TestFixture, agent: string, id: string, body: unknown, method = 'POST'): Promise<Exchange> {
  return exchange(fixture.url, {
    method,
    token: fixture.registry.token(agent),
    fields: [...legacyFields(), ['Mcp-Session-Id', id]],
    ...(method === 'POST' && { body }),
  })
}

/** Opens a stream of events of the current revision. */
export async function listen(fixture: TestFixture, agent: string, id: string | number = 'sub'): Promise<Exchange> {
  const body = modernRequest(id, 'subscriptions/listen', { notifications: { toolsListChanged: true } })
  return exchange(fixture.url, { token: fixture.registry.token(agent), fields: modernFields('subscriptions/listen'), body })
}
