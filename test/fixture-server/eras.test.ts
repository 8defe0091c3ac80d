/** The fixture server for one era alone, and without sessions: what it says to clients of the other. */
import t from 'tap'
import type { RunningServer } from '../../server/http/start.ts'
import { exchange } from '../server/support/event-stream.ts'
import { initialize, legacyFields, modernFields, modernRequest } from '../server/support/messages.ts'
import { createRegistryFile } from '../server/support/registry-file.ts'
import { readEras } from './eras.ts'
import { startFixtureServer } from './start.ts'
import type { StartFixtureOptions } from './start.ts'

// A deadline for a busy machine, not an expectation.
t.setTimeout(60_000)

const registry = createRegistryFile()
t.teardown(() => registry.remove())
const token = registry.token('alice')

async function start(options: Pick<StartFixtureOptions, 'eras' | 'sessions'>): Promise<RunningServer> {
  const server = await startFixtureServer({ host: '127.0.0.1', port: 0, registry: registry.path, db: registry.db, log: () => undefined, ...options })
  t.teardown(async () => server.close({ drainMs: 0 }))
  return server
}

async function ask(server: RunningServer, method: string, fields: readonly (readonly [string, string])[], body?: unknown) {
  const answer = await exchange(server.url.href, { method, token, fields, body })
  const text = await answer.text()
  const message = (text === '' ? {} : JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text)) as { result?: unknown; error?: { code: number; data?: unknown } }
  return { status: answer.status, allow: answer.headers.get('allow'), session: answer.headers.get('mcp-session-id'), message }
}

void t.test('modern alone', async (t) => {
  const server = await start({ eras: 'modern' })
  const refused = await ask(server, 'POST', legacyFields(), initialize())
  t.match(refused, { status: 400, session: null, message: { error: { data: { supported: ['2026-07-28'] } } } })
  for (const method of ['GET', 'DELETE']) t.match(await ask(server, method, legacyFields()), { status: 405, allow: 'POST' }, method)
  t.equal((await ask(server, 'POST', modernFields('tools/list'), modernRequest(1, 'tools/list'))).status, 200)
})

for (const sessions of [true, false]) {
  void t.test(`legacy alone, ${sessions ? 'with' : 'without'} sessions`, async (t) => {
    const server = await start({ eras: 'legacy', sessions })
    const opened = await ask(server, 'POST', legacyFields(null), initialize())
    t.match(opened, { status: 200, message: { result: { protocolVersion: '2025-11-25' } } })
    t.equal(opened.session === null, !sessions)
    const modern = await ask(server, 'POST', modernFields('server/discover'), modernRequest(1, 'server/discover'))
    t.equal(modern.status, 400)
    t.notMatch(modern.message, { result: {} })
  })
}

void t.test('both without sessions', async (t) => {
  const server = await start({ sessions: false })
  const opened = await ask(server, 'POST', legacyFields(null), initialize())
  t.match(opened, { status: 200, session: null })
  t.match(opened.message.result, { capabilities: { tools: { listChanged: false }, resources: { subscribe: false } } }, 'there is no stream for changes')
  t.match(await ask(server, 'GET', legacyFields()), { status: 405, allow: 'POST' })
  t.equal((await ask(server, 'POST', modernFields('tools/list'), modernRequest(1, 'tools/list'))).status, 200)
})

void t.test('the setting', async (t) => {
  t.strictSame([undefined, '', 'both', 'modern', 'legacy'].map(readEras), ['both', 'both', 'both', 'modern', 'legacy'])
  t.throws(() => readEras('old'), { message: /FIXTURE_ERAS/ })
})
