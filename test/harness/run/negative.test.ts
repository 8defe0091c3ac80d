import t from 'tap'
import type { NegativeInput } from '../../../harness/run/case.ts'
import { refusedNotApplied, stillServes } from '../../../harness/run/engine-requirements.ts'
import type { CaseResult } from '../../../harness/run/outcome.ts'
import { runConformance } from '../../../harness/run/run.ts'
import type { RunSummary } from '../../../harness/run/run.ts'
import { referenceAdapter } from '../../../harness/target/adapter.ts'
import { withField } from '../../../harness/wire/message.ts'
import type { HttpRequest } from '../../../harness/wire/message.ts'
import { catalogueOf, expectStatus, makeCase } from '../support/catalogue.ts'
import { startMcpServer } from '../support/mcp-server.ts'
import type { Exchange } from '../support/mcp-server.ts'
import { driverFor } from '../support/url-driver.ts'

const withoutCredentials = (control: HttpRequest): HttpRequest => withField(control, 'authorization')
const anonymous: NegativeInput = { input: 'no credentials', part: 'headers', fault: withoutCredentials, expect: [expectStatus(401)] }

const isSend = ({ message }: Exchange): boolean => message?.params?.['name'] === 'handoff_send'
const isFault = (exchange: Exchange): boolean => exchange.agent === undefined && isSend(exchange)

interface Row {
  readonly name: string
  /** Default: a write probe, through the reference adapter. */
  readonly reads?: boolean
  readonly input?: Partial<NegativeInput>
  /** Made anew for each row, so that it may keep state. */
  readonly flaw?: () => (exchange: Exchange) => boolean | Promise<boolean>
  readonly outcome: CaseResult['outcome']
  readonly violated?: readonly string[]
  readonly reason?: RegExp
  readonly exitCode: number
}

/** Lets the first send (the preflight) pass, then treats each later one. */
function afterPreflight(treat: (exchange: Exchange, nth: number) => boolean | Promise<boolean>): (exchange: Exchange) => boolean | Promise<boolean> {
  let sends = 0
  return (exchange) => {
    if (!isSend(exchange)) return false
    sends += 1
    return sends > 1 && treat(exchange, sends)
  }
}

const dead = (): ((exchange: Exchange) => boolean) => {
  let isDead = false
  return (exchange) => {
    isDead ||= isFault(exchange)
    if (isDead) exchange.response.destroy()
    return isDead
  }
}

const rows: readonly Row[] = [
  { name: 'a clean refusal of a write passes', outcome: 'pass', exitCode: 0 },
  { name: 'a clean refusal of a read passes', reads: true, outcome: 'pass', exitCode: 0 },
  {
    name: 'a control that is refused leaves nothing to tell',
    flaw: () => afterPreflight(({ answer }) => { answer(403); return true }),
    outcome: 'inconclusive', reason: /the control \(handoff_send to beta\) was refused: status 403/, exitCode: 3,
  },
  {
    name: 'a control that is answered as done but writes nothing leaves nothing to tell',
    flaw: () => afterPreflight(({ answer, message }) => { answer(200, { jsonrpc: '2.0', id: message?.id, result: { structuredContent: { handoff: { id: 'x' } }, content: [] } }); return true }),
    outcome: 'inconclusive', reason: /a read shows it 0 times/, exitCode: 3,
  },
  {
    name: 'a refusal that takes effect all the same',
    flaw: () => (exchange) => { if (isFault(exchange)) exchange.perform('alpha'); return false },
    outcome: 'fail', violated: [refusedNotApplied], exitCode: 1,
  },
  {
    name: 'a refusal of a read that hands out the result all the same', reads: true,
    flaw: () => (exchange) => {
      if (exchange.agent !== undefined || exchange.message?.method !== 'tools/call') return false
      exchange.answer(401, { jsonrpc: '2.0', id: exchange.message.id, result: exchange.perform('alpha') })
      return true
    },
    outcome: 'fail', violated: [refusedNotApplied], exitCode: 1,
  },
  {
    name: 'the wrong reason',
    flaw: () => (exchange) => { if (!isFault(exchange)) return false; exchange.answer(403); return true },
    outcome: 'fail', violated: ['test.must'], exitCode: 1,
  },
  {
    name: 'a fault that is served is one violation, at the level of its expectation',
    flaw: () => (exchange) => {
      if (!isFault(exchange)) return false
      exchange.answer(200, { jsonrpc: '2.0', id: exchange.message?.id, result: exchange.perform('alpha') })
      return true
    },
    outcome: 'fail', violated: ['test.must'], exitCode: 1,
  },
  {
    name: 'a fault that is served where a source allows that', input: { mayTakeEffect: true, expect: [expectStatus(200)] },
    flaw: () => (exchange) => {
      if (!isFault(exchange)) return false
      exchange.answer(200, { jsonrpc: '2.0', id: exchange.message?.id, result: exchange.perform('alpha') })
      return true
    },
    outcome: 'pass', exitCode: 0,
  },
  { name: 'a target that dies of the fault', flaw: dead, input: { expect: [] }, outcome: 'fail', violated: [stillServes], exitCode: 1 },
  { name: 'a target that answers the fault and then serves nobody', flaw: () => {
    let faulted = false
    return (exchange) => {
      if (isFault(exchange)) { faulted = true; return false }
      if (!faulted || !isSend(exchange)) return false
      exchange.answer(503)
      return true
    }
  }, outcome: 'fail', violated: [stillServes], exitCode: 1 },
  {
    name: 'a target that limits the rate after the fault leaves nothing to tell',
    flaw: () => { let faulted = false; return (exchange) => {
      if (isFault(exchange)) { faulted = true; return false }
      if (!faulted || !isSend(exchange)) return false
      exchange.answer(429)
      return true
    } },
    outcome: 'inconclusive', reason: /limits the rate/, exitCode: 3,
  },
  { name: 'a fault that changes nothing', input: { fault: (control) => ({ ...control }) }, outcome: 'inconclusive', reason: /left the request as it was/, exitCode: 3 },
  {
    name: 'two faults at once are a mistake of the case', input: { fault: (control) => ({ ...withoutCredentials(control), target: '/other' }) },
    outcome: 'inconclusive', reason: /the code of the case failed/, exitCode: 4,
  },
  {
    name: 'a fault in another part than declared is a mistake of the case', input: { part: 'body' },
    outcome: 'inconclusive', reason: /the code of the case failed/, exitCode: 4,
  },
  {
    name: 'a fault in the connection without a way to send it is a mistake of the case', input: { part: 'connection', fault: (control) => control },
    outcome: 'inconclusive', reason: /the code of the case failed/, exitCode: 4,
  },
  {
    name: 'a fault in the connection', outcome: 'pass', exitCode: 0,
    input: {
      part: 'connection', fault: (control) => control, sender: 'raw', expect: [{ requirement: 'test.must', expected: 'closed', check: ({ kind }) => ({ ok: kind === 'closed', actual: kind }) }],
      async exchange(wire, control) {
        const connection = await wire.connect()
        await connection.write(`POST ${control.target} HTTP/1.1\r\nHost: ${wire.origin.host}\r\nContent-Length: 10\r\n\r\n`)
        connection.end()
        const reaction = await connection.read()
        connection.close()
        return reaction.kind === 'response' ? { kind: 'closed', received: 0, detail: 'answered' } : reaction
      },
    },
  },
]

async function runRow(row: Row): Promise<RunSummary> {
  const server = await startMcpServer(row.flaw === undefined ? {} : { flaw: row.flaw() })
  try {
    return await runConformance({
      catalogue: catalogueOf(makeCase({ id: 'auth.row', inputs: () => [{ ...anonymous, ...row.input }] })),
      driver: driverFor(server.url),
      target: { name: 'test', claims: row.reads === true ? {} : { adapter: referenceAdapter } },
      select: {}, level: 'hardening', emit: () => {}, secrets: () => {},
    })
  } finally {
    await server.close()
  }
}

for (const row of rows) {
  t.test(row.name, async (t) => {
    const { results, exitCode } = await runRow(row)
    const [result] = results
    t.equal(result?.outcome, row.outcome, result?.reason ?? row.name)
    t.equal(exitCode, row.exitCode)
    t.strictSame(result?.observations.filter(({ ok }) => !ok).map(({ requirement }) => requirement), row.violated ?? [])
    if (row.reason !== undefined) t.match(result?.reason ?? result?.inconclusiveInputs?.[0]?.reason, row.reason)
  })
}

t.test('every input is reported by itself, and one that cannot be told does not hide the others', async (t) => {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  const { results } = await runConformance({
    catalogue: catalogueOf(makeCase({ id: 'auth.two', inputs: () => [{ ...anonymous, input: 'nothing changed', fault: (control) => control }, anonymous] })),
    driver: driverFor(server.url), target: { name: 'test', claims: { adapter: referenceAdapter } },
    select: {}, level: 'must', emit: () => {}, secrets: () => {},
  })
  t.equal(results[0]?.outcome, 'inconclusive')
  t.strictSame(results[0]?.inconclusiveInputs?.map(({ input }) => input), ['nothing changed'])
  t.equal(results[0]?.observations.filter(({ input, ok }) => input === 'no credentials' && ok).length, 3)
})
