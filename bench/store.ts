/**
 * The store of the reference server: how many handoffs are sent a second, each on disk when it is answered, against bare
 * commits of SQLite on the same disk; and what an operation costs among many stored handoffs, against what it costs
 * among few.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createHandoffService } from '../server/handoff/service.ts'
import type { HandoffService } from '../server/handoff/service.ts'
import type { Caller } from '../server/handoff/types.ts'
import type { Agent } from '../server/registry/policy.ts'
import { openStore } from '../server/store/open.ts'
import { median } from './benchmark.ts'
import type { Measurement } from './benchmark.ts'
import { sendingServer } from './sending-server.ts'
import { seedStore } from './seed-store.ts'

const few = 1_000
const many = 1_000_000
const rounds = 9
/** So many senders wait for an answer at once: more than share a commit. */
const senders = 64
const names: Readonly<Record<string, string>> = { get: 'get, of a recent handoff,' }
const agents = Array.from({ length: 20 }, (_, index) => `agent-${index}`)
const [self = '', other = ''] = agents
/** As many of the newest as one agent has in the small store: the same work in both. */
const recent = few / agents.length
const text = 'What an agent writes about its work, in a few hundred characters. '.repeat(6)

export async function benchStore(): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'handoff-bench-store-'))
  try {
    return [...await benchRates(folder), ...await benchSizes(folder)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function benchRates(folder: string): Promise<Measurement[]> {
  const bare = new DatabaseSync(join(folder, 'bare.sqlite'))
  bare.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (id INTEGER PRIMARY KEY, content TEXT) STRICT')
  const insert = bare.prepare('INSERT INTO rows (content) VALUES (?)')
  const { service, close } = await openService(join(folder, 'rates.sqlite'))
  const server = await sendingServer()
  const send = async (): Promise<unknown> => service.send(caller, input)
  const rates: Record<'bare' | 'alone' | 'together' | 'http', number[]> = { bare: [], alone: [], together: [], http: [] }
  // By turns, so that what else the machine and its disk do meets all alike; the first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const found = {
      bare: await rate(1, 200, async () => insert.run(text)),
      alone: await rate(1, 200, send),
      together: await rate(senders, 2_000, send),
      http: await rate(senders, 400, server.send),
    }
    for (const key of ['bare', 'alone', 'together', 'http'] as const) if (round > 0) rates[key].push(found[key])
  }
  await server.close()
  await close()
  bare.close()
  const commits = median(rates.bare)
  const measurement = (name: string, key: 'alone' | 'together' | 'http', limit: number): Measurement => ({
    name: `${name}, against bare commits of SQLite, one row each`,
    ratio: median(rates[key]) / commits, limit, bound: 'least',
    detail: `${median(rates[key]).toFixed(0)} sends against ${commits.toFixed(0)} commits a second, medians of ${rounds}`,
  })
  return [
    measurement('durable sends a second in-process, one after the other', 'alone', 0.5),
    measurement(`durable sends a second in-process, ${senders} at once`, 'together', 2),
    measurement(`durable sends a second over HTTP, ${senders} at once`, 'http', 0.5),
  ]
}

async function benchSizes(folder: string): Promise<Measurement[]> {
  const [small, large] = [await openSeeded(join(folder, 'few.sqlite'), few), await openSeeded(join(folder, 'many.sqlite'), many)]
  const operations: Readonly<Record<string, (opened: Seeded, index: number) => Promise<unknown>>> = {
    inbox: async ({ service }) => service.inbox(caller, {}),
    get: async ({ service, ids }, index) => service.get(caller, { handoff_id: ids.at(-1 - (index % recent)) ?? '' }),
    send: async ({ service }) => Promise.all(Array.from({ length: senders }, async () => service.send(caller, input))),
  }
  const measurements: Measurement[] = []
  for (const [name, operation] of Object.entries(operations)) {
    const [repeats, calls] = name === 'send' ? [4, senders] : [300, 1]
    const costs: { small: number; large: number }[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const cost = async (opened: Seeded): Promise<number> => 1000 / await rate(1, repeats, async (index) => operation(opened, index + round * repeats)) / calls
      const found = { small: await cost(small), large: await cost(large) }
      if (round > 0) costs.push(found)
    }
    const [smallMs, largeMs] = [median(costs.map((each) => each.small)), median(costs.map((each) => each.large))]
    measurements.push({
      name: `time of ${names[name] ?? name} among ${many} stored handoffs, against ${few}`,
      ratio: median(costs.map((each) => each.large / each.small)), limit: 1.2,
      detail: `${(largeMs * 1000).toFixed(0)} µs against ${(smallMs * 1000).toFixed(0)} µs, medians of ${rounds}${name === 'get' ? `; of any of the million, most of which no cache holds, ${(await coldGet(large)).toFixed(0)} µs` : ''}`,
    })
  }
  await small.close()
  await large.close()
  return measurements
}

/** @returns µs */
async function coldGet({ service, ids }: Seeded): Promise<number> {
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    costs.push(1e6 / await rate(1, 150, async (index) => service.get(caller, { handoff_id: ids[((index + round * 150) * 7919) % ids.length] ?? '' })))
  }
  return median(costs)
}

const input = { recipient: other, title: 'A title of some words', summary: 'A summary that says what matters.', request: text }
const caller: Caller = {
  agentId: self,
  policy: {
    revision: '0'.repeat(64), byToken: new Map(), projects: [],
    agents: new Map(agents.map((id): [string, Agent] => [id, {
      id, displayName: id, enabled: true, sendTo: new Set(['*']), receiveFrom: new Set(['*']), disclosureCeiling: 'internal', tokenSha256: undefined, expiresAt: undefined,
    }])),
  },
}

interface Opened {
  readonly service: HandoffService
  readonly close: () => Promise<void>
}

interface Seeded extends Opened {
  /** Those that the caller may see. */
  readonly ids: readonly string[]
}

async function openService(path: string): Promise<Opened> {
  const store = await openStore({ path, clock: Date.now })
  return { service: createHandoffService({ store, clock: Date.now, maxDepth: 8 }), close: async () => store.close() }
}

async function openSeeded(path: string, count: number): Promise<Seeded> {
  await (await openService(path)).close()
  const ids = seedStore({ path, count, agents, from: Date.now() - count })
  return { ...await openService(path), ids: ids.filter((_, index) => index % agents.length === 0) }
}

/** Calls a second. @param atOnce How many are waited for at the same time. */
async function rate(atOnce: number, calls: number, call: (index: number) => Promise<unknown>): Promise<number> {
  let made = 0
  const begin = performance.now()
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (made < calls) {
      made += 1
      await call(made)
    }
  }))
  return made / ((performance.now() - begin) / 1000)
}
