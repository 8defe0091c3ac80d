import t from 'tap'
import { createRunRecorder, type RunRecord } from '../../../harness/evidence/results.ts'
import { mergeRuns } from '../../../harness/merge/merge-runs.ts'
import { runConformance } from '../../../harness/run/run.ts'
import type { Part } from '../../../harness/run/shard.ts'
import { catalogueOf, expectStatus, makeCase } from '../support/catalogue.ts'
import { startMcpServer } from '../support/mcp-server.ts'
import { driverFor } from '../support/url-driver.ts'

/** One path for each case; the last case judges which of them the run has been to. */
const catalogue = (seen: Set<string>): ReturnType<typeof catalogueOf> => catalogueOf(
  ...['one', 'two', 'three', 'four', 'five'].map((name) => makeCase({
    id: `auth.${name}`,
    async scenario(context) {
      seen.add(name)
      context.expect(expectStatus(200), await context.wire.send(context.request(context.alpha)))
    },
  })),
  makeCase({
    id: 'auth.last', last: true,
    async scenario(context) {
      await Promise.resolve()
      for (const name of seen) context.observe({ requirement: 'test.must', input: name, ok: name !== 'three', expected: 'anything but three', actual: name === 'three' ? 'three' : 'something else' })
    },
  }),
)

t.test('what the last case of each part has judged is, merged, what that of a whole run has', async (t) => {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  const run = async (part?: Part): Promise<RunRecord> => {
    const cases = catalogue(new Set())
    const recorder = createRunRecorder(cases)
    await runConformance({
      catalogue: cases, driver: driverFor(server.url), target: { name: 'test', claims: {} }, select: {}, level: 'must',
      emit: (event) => { recorder.accept(event) }, secrets: () => {}, ...(part === undefined ? {} : { part }),
    })
    return recorder.record()
  }
  const whole = await run()
  const parts = await Promise.all([1, 2, 3].map(async (index) => ({ name: `part-${index}`, run: await run({ index, of: 3 }) })))
  const [first, ...others] = parts
  if (first === undefined) throw new Error('no part')
  const merged = mergeRuns([first, ...others])
  t.equal(merged.exitCode, 1)
  const said = ({ results }: RunRecord): unknown => results.map(({ id, outcome, reason, observations }) => ({ id, outcome, reason, observations: observations.map((each) => JSON.stringify(each)).toSorted() }))
  t.strictSame(said(merged.run), said(whole))
  t.strictSame([merged.run.counts, merged.run.planned, merged.run.exitCode], [whole.counts, whole.planned, whole.exitCode])
  t.equal(parts.filter(({ run: { results } }) => results.find(({ id }) => id === 'auth.last')?.outcome === 'fail').length, 1, 'only one part has seen it')
  t.strictSame(merged.run.failures.map(({ id }) => id), ['auth.last'])
})
