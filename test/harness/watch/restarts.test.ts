import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { watchRestarts } from '../../../harness/watch/restarts.ts'

interface Server { readonly port: number; readonly connected: Promise<unknown>; close(): Promise<void>; drop(): void }

async function serve(port: number): Promise<Server> {
  const server = http.createServer((_request, response) => { response.end('x') })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    connected: once(server, 'connection'),
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => { server.close(resolve) })
    },
    drop() { server.closeAllConnections() },
  }
}

t.test('a port that goes away and comes back is one restart, told when the server answers', async (t) => {
  let server = await serve(0)
  t.teardown(async () => server.close())
  let answers = true
  let asked: () => void = () => undefined
  const changes = watchRestarts({ url: new URL(`http://127.0.0.1:${server.port}/mcp`), retryMs: 20, fingerprint: async () => { asked(); return answers ? 'v1' : undefined } })
  t.teardown(() => { changes.close() })
  let heard = 0
  const told = new Promise<void>((resolve) => { changes.listen(() => { heard += 1; resolve() }) })
  await server.connected
  answers = false
  await server.close()
  server = await serve(server.port)
  await new Promise<void>((resolve) => { asked = resolve })
  t.equal(heard, 0, 'the port is open and nobody answers yet')
  answers = true
  await told
  t.equal(heard, 1)
})

t.test('a quick restart is told by the end of the connection alone, and a server that always ends them is not believed', async (t) => {
  const server = await serve(0)
  t.teardown(async () => server.close())
  let asked = 0
  let heard = 0
  const changes = watchRestarts({ url: new URL(`http://127.0.0.1:${server.port}/mcp`), retryMs: 10, fingerprint: async () => { asked += 1; setTimeout(() => { server.drop() }, 20).unref(); return asked < 12 ? 'v1' : 'v2' } })
  t.teardown(() => { changes.close() })
  await new Promise<void>((resolve) => { changes.listen(() => { heard += 1; if (asked >= 12) resolve() }) })
  t.equal(heard, 3, 'two ends that nothing explains, and another version')
})

t.test('a server behind a port that stays open is told by what it says of itself', async (t) => {
  const server = await serve(0)
  t.teardown(async () => server.close())
  let version = 'v1'
  const changes = watchRestarts({ url: new URL(`http://127.0.0.1:${server.port}/mcp`), holdMs: 10, fingerprint: async () => version })
  t.teardown(() => { changes.close() })
  let heard = 0
  const told = new Promise<void>((resolve) => { changes.listen(() => { heard += 1; resolve() }) })
  await server.connected
  t.equal(heard, 0, 'a connection that is kept tells nothing')
  version = 'v2'
  await told
  t.equal(heard, 1)
})
