import t from 'tap'
import { createCommandDriver } from '../../../harness/fixture/command.ts'
import { runConformance } from '../../../harness/run/run.ts'
import { fixtureServer } from '../../server/support/reference.ts'
import { catalogueOf, makeCase } from '../support/catalogue.ts'

const driver = createCommandDriver({
  command: ['{node}', fixtureServer],
  url: 'http://127.0.0.1:{port}/mcp',
  env: { FIXTURE_ERAS: 'legacy', HANDOFF_MCP_PORT: '{port}', HANDOFF_MCP_DB: '{workdir}/handoffs.sqlite', HANDOFF_MCP_REGISTRY: '{registry}' },
  registry: { format: 'agents-yaml' },
  identities: {},
  ready: { url: 'http://127.0.0.1:{port}/readyz', timeoutMs: 60_000 },
})

t.test('a conversation in a session goes on after the target was started again', async (t) => {
  const ids: string[] = []
  const entry = makeCase({
    id: 'session.renewed',
    fixture: 'own',
    async scenario(context) {
      const [channel] = context.channels
      if (channel === undefined) return context.inconclusive('no channel')
      const peers = [await context.peer(channel), await context.peer(channel, { own: true })]
      const session = (peer: (typeof peers)[number]): string => String(peer.request({ method: 'ping' }).headers.find(([name]) => name.toLowerCase() === 'mcp-session-id')?.[1])
      ids.push(...peers.map(session))
      await context.fixture.restart()
      ids.push(...peers.map(session))
      for (const peer of peers) {
        const { answer } = await peer.call({ method: 'ping' })
        context.observe({ requirement: 'test.must', ok: answer.kind === 'result', expected: 'a result', actual: answer.kind })
      }
    },
  })
  const outcomes: string[] = []
  await runConformance({
    catalogue: catalogueOf(entry), driver, target: { name: 'fixture', claims: {}, allowDestructive: false }, select: {}, level: 'must', harnessVersion: '0', seed: 1,
    emit: (event) => { if (event.type === 'case-end') outcomes.push(`${event.result.outcome} ${event.result.reason ?? ''}`.trim()) },
    secrets: () => {},
  })
  t.strictSame(outcomes, ['pass'])
  t.equal(new Set(ids).size, 4, 'each of the two has a session, and another one afterwards')
  t.notOk(ids.includes('undefined'))
})
