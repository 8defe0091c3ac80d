/** A running server counts what happened and nothing else, and tells nothing that an agent wrote. */
import t from 'tap'
import { startHttpServer } from '../../../server/index.ts'
import type { StartHttpOptions } from '../../../server/index.ts'
import type { Teardown } from '../store/temporary.ts'
import { createRegistryFile } from '../support/registry-file.ts'
import type { RegistryFile } from '../support/registry-file.ts'
import { mcpHttpCaller } from '../support/tool-callers.ts'
import type { ToolCaller } from '../support/tool-callers.ts'
import { snapshotsOf } from './snapshots.ts'
import type { ReadSnapshot } from './snapshots.ts'

const canary = 'canary-text'
const began = Date.parse('2026-03-01T12:00:00.000Z')

interface Served {
  readonly registry: RegistryFile
  readonly url: URL
  readonly log: string[]
  readonly time: { now: number }
  as(agent: string): ToolCaller
  close(): Promise<void>
}

async function serve(t: Teardown, options: Partial<StartHttpOptions> = {}): Promise<Served> {
  const registry = createRegistryFile()
  const log: string[] = []
  const time = { now: began }
  const server = await startHttpServer({ host: '127.0.0.1', port: 0, db: registry.db, registry: registry.path, clock: () => time.now, log: (line) => log.push(line), metrics: true, ...options })
  const callers: ToolCaller[] = []
  let closed: Promise<void> | undefined
  const close = async (): Promise<void> => {
    closed ??= Promise.all(callers.map(async (caller) => caller.close())).then(async () => server.close())
    await closed
  }
  t.teardown(async () => {
    await close()
    registry.remove()
  })
  return {
    registry, url: server.url, log, time, close,
    as: (agent) => {
      const caller = mcpHttpCaller(server.url, registry.token(agent))
      callers.push(caller)
      return caller
    },
  }
}

void t.test('each change is counted once, as what it was', async (t) => {
  const begin = performance.now()
  const served = await serve(t)
  const [alice, bob] = [served.as('alice'), served.as('bob')]
  const send = async (more: object = {}): Promise<string> => {
    const { content } = await alice.call('handoff_send', { recipient: 'bob', title: canary, summary: canary, request: canary, ...more })
    return (content as { readonly handoff: { readonly id: string } }).handoff.id
  }
  const keyed = { idempotency_key: 'the-same-key' }
  const first = await send(keyed)
  await send(keyed)
  await bob.call('handoff_acknowledge', { handoff_id: first, ...keyed })
  await bob.call('handoff_acknowledge', { handoff_id: first, ...keyed })
  await bob.call('handoff_acknowledge', { handoff_id: first })
  await bob.call('handoff_update_status', { handoff_id: first, status: 'blocked', note: canary })
  await bob.call('handoff_acknowledge', { handoff_id: first })
  await bob.call('handoff_update_status', { handoff_id: first, status: 'completed' })
  const blockedAtOnce = await send()
  await bob.call('handoff_update_status', { handoff_id: blockedAtOnce, status: 'blocked' })
  await bob.call('handoff_acknowledge', { handoff_id: blockedAtOnce })
  const cancelled = await send()
  await alice.call('handoff_update_status', { handoff_id: cancelled, status: 'cancelled' })
  for (let index = 0; index < 3; index += 1) await send({ expires_in_s: 60 })
  const lateId = await send({ expires_in_s: 60 })
  served.time.now += 10_000
  await send()
  await bob.call('handoff_get', { handoff_id: canary })
  await alice.call('handoff_send', { recipient: canary, title: 'T', summary: 'S', request: 'R' })
  await bob.call('handoff_inbox', { [canary]: 1 })
  served.time.now += 50_000
  await bob.call('handoff_acknowledge', { handoff_id: lateId })
  await bob.call('handoff_inbox', {})
  await bob.call('accept_handoff', { project_id: canary, session_id: 'a session', presented_body: `/goal ${canary}` })
  served.time.now += 2000
  await served.close()

  const snapshots = snapshotsOf(served.log)
  t.equal(snapshots.length, 2)
  const [start, end] = snapshots as [ReadSnapshot, ReadSnapshot]
  t.same(start.counts('handoff.created'), { '': 0 })
  t.same(start.counts('handoff.open'), { queued: 0, accepted: 0, blocked: 0 })
  t.equal(start.points('handoff.queued.oldest_age')[0]?.asDouble, 0)
  t.same(end.counts('handoff.created'), { '': 8 })
  t.same(end.counts('handoff.accepted'), { '': 2 }, 'neither replays nor claims after a block')
  t.same(end.counts('handoff.completed'), { '': 1 })
  t.same(end.counts('handoff.expired'), { '': 4 }, 'also where its own claim was refused')
  t.same(end.counts('handoff.denied'), { illegal_transition: 2, not_found: 1, not_permitted: 1, invalid_input: 1 })
  t.same(end.counts('handoff.store.errors'), {})
  t.same(end.counts('handoff.open'), { queued: 1, accepted: 1, blocked: 0 })
  t.equal(end.points('handoff.queued.oldest_age')[0]?.asDouble, 52)
  const durations = Object.fromEntries(end.points('handoff.tool.duration').map(({ attributes, count }) => [attributes?.[0]?.value.stringValue, Number(count)]))
  t.same(durations, { handoff_send: 10, handoff_acknowledge: 6, handoff_update_status: 4, handoff_get: 1, handoff_inbox: 2, accept_handoff: 1 })
  const elapsedS = (performance.now() - begin) / 1000
  for (const { sum = -1, max = -1 } of end.points('handoff.tool.duration')) t.ok(sum > 0 && sum < elapsedS && max <= sum, 'seconds, whatever the clock of the server says')
  t.equal(end.resource['service.instance.id'], start.resource['service.instance.id'])
  t.equal(end.points('handoff.created')[0]?.startTimeUnixNano, start.points('handoff.created')[0]?.timeUnixNano)
  t.equal(end.points('handoff.created')[0]?.timeUnixNano, `${began + 62_000}000000`)
  const told = served.log.filter((line) => line.includes('resourceMetrics') || line.includes('"message"')).join('\n')
  t.notMatch(told, new RegExp(`${canary}|alice|bob|${served.registry.token('alice')}`), 'nothing of agents')
  t.equal(served.log.filter((line) => line.includes('"event":"accept_handoff"')).length, 1, 'the audit line as it was')
})

void t.test('what is refused before it reaches a tool is counted by the same codes', async (t) => {
  const served = await serve(t, { ratePerMinute: 2, policyMaxStaleS: 0 })
  const statuses: number[] = []
  const ask = async (): Promise<void> => {
    const response = await fetch(served.url, { method: 'POST', headers: { authorization: `Bearer ${served.registry.token('bob')}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }, body: '{}' })
    await response.arrayBuffer()
    statuses.push(response.status)
  }
  for (let index = 0; index < 4; index += 1) await ask()
  served.registry.breakFile()
  await ask()
  await served.close()
  t.same(statuses, [400, 400, 429, 429, 503])
  t.same(snapshotsOf(served.log).at(-1)?.counts('handoff.denied'), { rate_limited: 2, policy_unavailable: 1 })
})

void t.test('it tells one snapshot after the other', async (t) => {
  const lines: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const served = await serve(t, {
    metricsIntervalMs: 5,
    log: (line) => {
      lines.push(line)
      if (lines.filter((each) => each.includes('resourceMetrics')).length === 4) resolve()
    },
  })
  await promise
  await served.close()
  const count = snapshotsOf(lines).length
  t.ok(count >= 5, 'one more when it ends')
  t.match(lines.at(-1), 'resourceMetrics', 'and nothing after it')
})

void t.test('without metrics the log is as it was', async (t) => {
  const served = await serve(t, { metrics: false })
  await served.as('alice').call('handoff_whoami', {})
  await served.close()
  t.match(served.log, [/^policy ready: revision/])
  t.equal(served.log.length, 1)
})
