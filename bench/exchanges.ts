/** The rate of well-formed exchanges through the harness's wire, against a bare undici loop on the same server. */
import { request } from 'undici'
import { createReferenceDriver } from '../harness/fixture/reference.ts'
import { createWire } from '../harness/wire/client.ts'
import type { HttpRequest } from '../harness/wire/message.ts'
import { rpcRequest } from '../harness/wire/mcp.ts'
import { startHttpServer } from '../server/index.ts'
import { median } from './benchmark.ts'
import type { Measurement } from './benchmark.ts'

const rounds = 7
const exchangesARound = 150

/** Both sides send the same MCP request, one after the other, each on a connection of its own, as a case must. */
export async function benchExchanges(): Promise<Measurement> {
  const fixture = await createReferenceDriver({ start: startHttpServer }).open()
  try {
    const token = fixture.identities['alpha']?.token ?? ''
    const call = rpcRequest({ endpoint: fixture.url, era: 'modern', revision: '2026-07-28', method: 'tools/list', id: 1, token })
    const wire = createWire({ origin: fixture.url })
    const throughWire = async (): Promise<number> => {
      const reaction = await wire.send(call)
      return reaction.kind === 'response' ? reaction.response.status : 0
    }
    const bare = async (): Promise<number> => sendBare(fixture.url, call, true)
    const kept = async (): Promise<number> => sendBare(fixture.url, call, false)
    const rates: { wire: number[]; bare: number[]; kept: number[] } = { wire: [], bare: [], kept: [] }
    for (const warmUp of [throughWire, bare, kept]) await rate(warmUp)
    // By turns, so that what else the machine does meets all alike.
    for (let round = 0; round < rounds; round += 1) {
      rates.wire.push(await rate(throughWire))
      rates.bare.push(await rate(bare))
      rates.kept.push(await rate(kept))
    }
    const [ours, theirs, keptAlive] = [median(rates.wire), median(rates.bare), median(rates.kept)]
    return {
      name: 'rate of exchanges through the wire, against a bare undici loop',
      ratio: ours / theirs, limit: 0.5, bound: 'least',
      detail: `${ours.toFixed(0)} against ${theirs.toFixed(0)} exchanges a second, each on a connection of its own, medians of ${rounds}; undici on one kept connection, which a case may not share: ${keptAlive.toFixed(0)}`,
    }
  } finally {
    await fixture.close()
  }
}

async function sendBare(url: URL, call: HttpRequest, reset: boolean): Promise<number> {
  const { statusCode, body } = await request(url, { method: 'POST', headers: call.headers.flat(), body: call.body ?? null, reset })
  await body.arrayBuffer()
  return statusCode
}

/** Exchanges a second. @throws Error where one is refused: a refusal is no exchange to measure. */
async function rate(exchange: () => Promise<number>): Promise<number> {
  const begin = performance.now()
  for (let sent = 0; sent < exchangesARound; sent += 1) {
    const status = await exchange()
    if (status !== 200) throw new Error(`the server answered ${status}`)
  }
  return exchangesARound / ((performance.now() - begin) / 1000)
}
