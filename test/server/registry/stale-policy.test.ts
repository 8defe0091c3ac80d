/** A policy that stays broken longer than allowed lets nobody in, on either transport, until it is mended. */
import { once } from 'node:events'
import { unlinkSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { fetch } from 'undici'
import t from 'tap'
import { startHttpServer } from '../../../server/index.ts'
import { startStdioServer } from '../../../server/stdio/start.ts'
import { legacyFields, modernRequest } from '../support/messages.ts'
import { createRegistryFile } from '../support/registry-file.ts'
import type { RegistryFile } from '../support/registry-file.ts'
import type { Teardown } from '../store/temporary.ts'

const maxStaleS = 60

/** What a server says of its policy. */
interface Watched {
  readonly registry: RegistryFile
  readonly time: { now: number }
  /** What a call comes to: `ok`, or what it is refused with. */
  readonly call: () => Promise<string>
  /** What `/readyz` says, where there is one. */
  readonly ready: () => Promise<unknown>
}

const whoami = { name: 'handoff_whoami', arguments: {} }

async function overHttp(t: Teardown, limit: number | undefined): Promise<Watched> {
  const registry = createRegistryFile()
  const time = { now: 1_800_000_000_000 }
  const server = await startHttpServer({ host: '127.0.0.1', port: 0, db: registry.db, registry: registry.path, policyMaxStaleS: limit, clock: () => time.now, log: () => undefined })
  t.teardown(async () => {
    await server.close({ drainMs: 0 })
    registry.remove()
  })
  return {
    registry, time,
    call: async () => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: whoami })
      const response = await fetch(server.url, { method: 'POST', headers: [...legacyFields(), ['Authorization', `Bearer ${registry.token('alice')}`]], body })
      const text = await response.text()
      return response.status === 200 && text.includes('policy_revision') ? 'ok' : `${response.status} ${/"error":"([a-z_]+)"/.exec(text)?.[1] ?? ''}`
    },
    ready: async () => {
      const response = await fetch(new URL('/readyz', server.url))
      return [response.status, await response.json()]
    },
  }
}

async function overStdio(t: Teardown, limit: number | undefined): Promise<Watched> {
  const registry = createRegistryFile()
  const time = { now: 1_800_000_000_000 }
  const [input, output] = [new PassThrough(), new PassThrough().setEncoding('utf8')]
  const server = await startStdioServer({
    agentId: 'alice', db: registry.db, registry: registry.path, maxMessageBytes: 32_768, maxHandoffDepth: 8, ratePerMinute: 1000,
    policyMaxStaleS: limit, clock: () => time.now, log: () => undefined, input, output,
  })
  t.teardown(async () => {
    await server.close()
    registry.remove()
  })
  return {
    registry, time,
    call: async () => {
      input.write(`${JSON.stringify(modernRequest(1, 'tools/call', whoami))}\n`)
      const [line] = await once(output, 'data') as [string]
      const { result } = JSON.parse(line) as { readonly result: { readonly structuredContent: { readonly error?: { readonly code: string; readonly retryable: boolean } } } }
      const { error } = result.structuredContent
      return error === undefined ? 'ok' : `${error.code} ${error.retryable ? 'retryable' : 'final'}`
    },
    ready: async () => undefined,
  }
}

const transports = [
  { name: 'http', open: overHttp, refusal: '503 policy_unavailable', degraded: [503, { status: 'degraded' }], unavailable: [503, { status: 'unavailable' }], ready: [200, { status: 'ready' }] },
  { name: 'stdio', open: overStdio, refusal: 'policy_unavailable retryable', degraded: undefined, unavailable: undefined, ready: undefined },
]

for (const { name, open, refusal, degraded, unavailable, ready } of transports) {
  void t.test(`${name}: just before the limit, at it, mended, and broken again`, async (t) => {
    const { registry, time, call, ready: readiness } = await open(t, maxStaleS)
    const breaks = [() => registry.breakFile(), () => unlinkSync(registry.path)]
    for (const makeBroken of breaks) {
      t.same([await call(), await readiness()], ['ok', ready])
      makeBroken()
      t.same([await call(), await readiness()], ['ok', degraded], 'broken just now')
      time.now += maxStaleS * 1000 - 1
      t.same([await call(), await readiness()], ['ok', degraded], 'just before the limit')
      time.now += 1
      t.same([await call(), await readiness()], [refusal, unavailable], 'at the limit')
      time.now += 3_600_000
      t.same([await call(), await readiness()], [refusal, unavailable], 'long after it')
      registry.set('bob', { expiresAt: new Date(time.now + 1e9).toISOString() })
      time.now += maxStaleS * 1000
      t.same([await call(), await readiness()], ['ok', ready], 'mended, and never stale while it is good')
    }
  })

  void t.test(`${name}: without a limit a broken policy stays in force`, async (t) => {
    const { registry, time, call, ready: readiness } = await open(t, undefined)
    registry.breakFile()
    t.equal(await call(), 'ok')
    time.now += 1e11
    t.same([await call(), await readiness()], ['ok', degraded])
  })
}
