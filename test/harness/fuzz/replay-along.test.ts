import t from 'tap'
import { failureText } from '../../../harness/evidence/failures.ts'
import type { SavedFailure } from '../../../harness/evidence/failures.ts'
import { createRunRecorder } from '../../../harness/evidence/results.ts'
import { replayFailure, type Replay } from '../../../harness/fuzz/replay.ts'
import { runConformance } from '../../../harness/run/run.ts'
import { catalogueOf, makeCase } from '../support/catalogue.ts'
import { startMcpServer } from '../support/mcp-server.ts'
import { driverFor } from '../support/url-driver.ts'

/** A server that gives a tool call of one name a result that no schema allows, and two cases of which one makes that call. */
async function setUp(t: { teardown(handler: () => unknown): unknown }) {
  const how = { broken: true, applies: true }
  const server = await startMcpServer({
    flaw({ message, answer }) {
      if (!how.broken || message?.method !== 'completion/complete') return false
      answer(200, { jsonrpc: '2.0', id: message.id, result: { resultType: 'complete' } })
      return true
    },
  })
  t.teardown(async () => { await server.close() })
  const catalogue = catalogueOf(
    makeCase({ id: 'test.bystander', async scenario(context) { for (const channel of context.channels) await (await context.peer(channel)).call({ method: 'tools/list' }) } }),
    makeCase({
      id: 'test.provoker', appliesTo: () => (how.applies ? undefined : 'it is ruled out'),
      async scenario(context) {
        for (const channel of context.channels) await (await context.peer(channel)).call({ method: 'completion/complete' })
        context.observe({ requirement: 'test.must', ok: true, expected: 'anything', actual: 'something' })
      },
    }),
    makeCase({
      id: 'test.judge', last: true,
      async scenario(context) {
        const { violations } = context.ledger
        const found = violations.filter(({ what }) => what === 'result of completion/complete')
        context.observe({ requirement: 'test.must', ok: found.length === 0, expected: 'no violation', actual: found.length === 0 ? 'none' : 'one' }, found.flatMap(({ message }) => message ?? []), found.map(({ by }) => by))
        context.observe({ requirement: 'test.should', input: 'of which no message is left', ok: found.length === 0, expected: 'no violation', actual: 'one' }, undefined, ['test.provoker'])
        await Promise.resolve()
      },
    }),
  )
  const common = { catalogue, driver: driverFor(server.url), target: { name: 'test', claims: {} }, secrets: () => undefined }
  const run = async (): Promise<SavedFailure> => {
    const { failures } = await runConformance({ ...common, select: {}, level: 'must', emit: () => undefined })
    const failure = failures.find((each) => each.case === 'test.judge')
    if (failure === undefined) throw new Error('nothing was found')
    return JSON.parse(failureText(failure, { ...createRunRecorder({ requirement: () => undefined, explanation: () => undefined }).record(), level: 'must' })) as SavedFailure
  }
  return { how, run, replay: async (failure: SavedFailure): Promise<Replay> => replayFailure({ ...common, failure, clean: (event) => event }) }
}

t.test('what a case has found in the messages of another is looked at behind that other', async (t) => {
  const { how, run, replay } = await setUp(t)
  const failure = await run()
  t.same(failure.provokedBy, ['test.provoker'])
  const again = await replay(failure)
  t.equal(again.verdict, 'still fails', 'of a server that nobody has changed')
  t.same(again.run.results.map(({ id }) => id), ['test.judge'])
  const [judge] = again.run.results
  t.match(judge?.exchanges, [{ input: '', unsure: undefined }], 'its exchange is shown, and none of the case itself')
  t.ok(judge?.exchanges?.[0]?.sent.some(({ text }) => text.includes('"completion/complete"')))
  how.broken = false
  t.equal((await replay(failure)).verdict, 'fixed')
})

t.test('where the other came to nothing, or is not known, nothing is said to be fixed', async (t) => {
  const { how, run, replay } = await setUp(t)
  const failure = await run()
  how.broken = false
  how.applies = false
  t.match(await replay(failure), { verdict: 'could not run', reason: /test\.provoker.*it is ruled out/ })
  how.applies = true
  const { provokedBy: _, ...unknown } = failure
  t.match(await replay(unknown), { verdict: 'could not run', reason: /not known which/ })
})
