import t from 'tap'
import type { Test } from 'tap'
import { cases, requirements } from '../../../../cases/index.ts'
import { createCatalogue } from '../../../../harness/run/catalogue.ts'
import { runConformance } from '../../../../harness/run/run.ts'
import type { RunSummary } from '../../../../harness/run/run.ts'
import { abilitiesOf, argumentsFor } from '../../../../harness/target/adapter.ts'
import { agentHandoffMcpAdapter as adapter } from '../../../../harness/target/adapters/agent-handoff-mcp.ts'
import { camelFaults, startCamelServer } from '../../support/camel-server.ts'
import type { CamelFault } from '../../support/camel-server.ts'
import { driverFor } from '../../support/url-driver.ts'

t.setTimeout(120_000)

/** What such a server can be asked with two tokens and nothing else. */
const asked = [
  'lifecycle.model', 'lifecycle.transitions-recipient', 'lifecycle.transitions-sender', 'lifecycle.threads', 'lifecycle.depth', 'lifecycle.send-keys',
  'lifecycle.key-not-shown', 'lifecycle.events', 'lifecycle.handoff-shape',
]

async function run(t: Test, only: readonly string[], options: { fault?: CamelFault; runs: number }): Promise<RunSummary> {
  const server = await startCamelServer({ fault: options.fault })
  t.teardown(async () => { await server.close() })
  const chosen = cases.filter(({ id }) => only.includes(id))
  const used = new Set(chosen.flatMap((entry) => entry.requirements))
  return runConformance({
    catalogue: createCatalogue({ cases: chosen, requirements: requirements.filter(({ id }) => used.has(id)) }), driver: driverFor(server.url),
    target: { name: 'camel-server', claims: { adapter, maxDepth: 8 } }, select: {}, level: 'hardening', runs: options.runs, emit: () => undefined, secrets: () => undefined,
  })
}

t.test('a server without codes, versions and pages passes what it can be asked', async (t) => {
  const { results, failures, faults } = await run(t, asked, { runs: 16 })
  t.same(faults, [])
  t.same(failures, [])
  t.same(new Map(results.map(({ id, outcome, reason }) => [id, reason === undefined ? outcome : `${outcome}: ${reason}`])), new Map(results.map(({ id }) => [id, 'pass'])))
  t.equal(results.length, asked.length)
})

/** What finds each fault, beside or instead of made-up programs. */
const finds: Readonly<Record<CamelFault, string>> = {
  'sender-accepts': 'lifecycle.transitions-sender',
  'accepted-twice': 'lifecycle.transitions-recipient',
  'replay-of-today': 'lifecycle.model',
  'key-without-payload': 'lifecycle.send-keys',
  'thread-of-its-own': 'lifecycle.threads',
  'depth-off-by-one': 'lifecycle.depth',
  'event-missing': 'lifecycle.events',
  'third-box': 'lifecycle.model',
}
for (const fault of camelFaults) {
  t.test(`the fault ${fault} is found without a code`, async (t) => {
    const { results, failures } = await run(t, [finds[fault]], { fault, runs: 60 })
    t.match(results, [{ outcome: 'fail' }])
    t.match(failures, [{ case: finds[fault] }])
    const [failure] = failures
    if (failure?.kind === 'program') t.ok((failure.data['program'] as { steps: unknown[] }).steps.length <= 6, failure.lines.join('\n'))
  })
}

t.test('its abilities are what it maps, and nothing is asked in states that it has no word for', async (t) => {
  t.same([...abilitiesOf(adapter)], ['send-keys'])
  t.same(argumentsFor(adapter, 'inbox', { box: 'sent', statuses: ['queued', 'expired'], cursor: 'x' }), { statuses: ['queued'] })
  t.same(argumentsFor(adapter, 'inbox', { statuses: ['expired'] }), { statuses: ['expired'] }, 'never an empty list')
})
