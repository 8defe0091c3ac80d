/** Ready is who can let somebody in and keep what they send: a server without its database is not. */
import { renameSync } from 'node:fs'
import { fetch } from 'undici'
import t from 'tap'
import { startHttpServer } from '../../../server/index.ts'
import { legacyFields } from '../support/messages.ts'
import { createRegistryFile } from '../support/registry-file.ts'

void t.test('a server whose database is gone is not ready, and acknowledges nothing', async (t) => {
  const registry = createRegistryFile()
  t.teardown(() => registry.remove())
  const log: string[] = []
  const server = await startHttpServer({ host: '127.0.0.1', port: 0, db: registry.db, registry: registry.path, log: (line) => log.push(line) })
  t.teardown(() => server.close())
  const health = async (path: string): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(new URL(path, server.url))
    return { status: response.status, body: await response.json() }
  }
  t.strictSame(await health('/readyz'), { status: 200, body: { status: 'ready' } })
  renameSync(registry.db, `${registry.db}.kept`)
  t.strictSame(await health('/readyz'), { status: 503, body: { status: 'unavailable' } })
  t.strictSame(await health('/healthz'), { status: 200, body: { status: 'ok' } })

  const send = { recipient: 'bob', title: 'T', summary: 'S', request: 'R' }
  const response = await fetch(server.url, {
    method: 'POST',
    headers: [...legacyFields(), ['Authorization', `Bearer ${registry.token('alice')}`]],
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'handoff_send', arguments: send } }),
  })
  const answer = await response.text()
  t.match(answer, /"code":"internal"/)
  t.notMatch(answer, registry.folder, 'no path is told')
  t.match(log.at(-1), /^handoff_send failed: The database file was removed or replaced.*start it again/)

  renameSync(`${registry.db}.kept`, registry.db)
  t.strictSame(await health('/readyz'), { status: 200, body: { status: 'ready' } })
})
