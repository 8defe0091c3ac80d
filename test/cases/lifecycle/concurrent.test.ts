import t from 'tap'
import { requirements } from '../../../cases/index.ts'
import { drawAcknowledgements, drawKeys, drawMixed } from '../../../cases/lifecycle/concurrent/draw.ts'
import { planIn, sizeOf } from '../../../cases/lifecycle/concurrent/plan.ts'
import { playRounds } from '../../../cases/lifecycle/concurrent/rounds.ts'
import { createReferenceDriver } from '../../../harness/fixture/reference.ts'
import type { ReferenceDriverOptions } from '../../../harness/fixture/reference.ts'
import type { Case, CaseContext } from '../../../harness/run/case.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import { seededRandom } from '../../../harness/run/random.ts'
import { runConformance } from '../../../harness/run/run.ts'
import { abilitiesOf, referenceAdapter } from '../../../harness/target/adapter.ts'
import { agentHandoffMcpAdapter } from '../../../harness/target/adapters/agent-handoff-mcp.ts'
import { startHttpServer } from '../../../server/index.ts'
import { testSeed } from '../../support/seed.ts'

const explain = { sends: 'a', expects: 'b', why: 'c', failure: 'd', fix: 'e' }
const order = 'handoff.concurrent-order'
const answered = 'handoff.concurrent-answered'

async function outcomeOf(scenario: (context: CaseContext) => Promise<void>, start: ReferenceDriverOptions['start'] = startHttpServer) {
  const entry: Case = { id: 'lifecycle.round', suite: 'lifecycle', title: 'x', requirements: [order, answered], fixture: 'own', explain, scenario }
  const { results: [result], faults, failures } = await runConformance({
    catalogue: createCatalogue({ cases: [entry], requirements: requirements.filter(({ id }) => entry.requirements.includes(id)) }), driver: createReferenceDriver({ start }),
    target: { name: 'reference', claims: { auth: 'static-bearer', adapter: referenceAdapter } }, select: {}, level: 'hardening', emit: () => undefined, secrets: () => undefined,
  })
  return {
    inconclusive: (result?.inconclusiveInputs ?? []).map(({ reason }) => reason).join('; '),
    judged: (result?.observations ?? []).filter(({ requirement }) => entry.requirements.includes(requirement)),
    histories: failures.filter(({ kind }) => kind === 'history'),
    faults,
  }
}

t.test('a target that goes away in the middle is not judged', async (t) => {
  const told = await outcomeOf(async (context) => playRounds({
    context, requirement: order, title: 'x', rounds: 4,
    draw(random, crew) {
      void context.fixture.stop()
      return drawMixed(random, crew)
    },
  }))
  t.match(told.inconclusive, /\d+ of \d+ operations told nothing, the last one with no answer/)
  t.strictSame(told, { ...told, judged: [], histories: [], faults: [] })
})

t.test('a target that limits its clients is not judged', async (t) => {
  const told = await outcomeOf(
    async (context) => playRounds({ context, requirement: order, title: 'x', rounds: 4, draw: (random, crew) => drawMixed(random, crew) }),
    async (options) => startHttpServer({ ...options, ratePerMinute: 25 }),
  )
  t.match(told.inconclusive, /\d+ of \d+ operations told nothing, the last one with rate_limited/)
  t.ok(told.judged.every(({ ok }) => ok), 'what it served before that is judged by what it was')
  t.strictSame([told.histories, told.faults], [[], []])
})

t.test('plans are what a seed makes of them, and ask only for what the target has', async (t) => {
  const seed = testSeed()
  for (const draw of [drawMixed, drawAcknowledgements, drawKeys]) {
    for (const adapter of [referenceAdapter, agentHandoffMcpAdapter]) {
      const abilities = abilitiesOf(adapter)
      const has = { has: (ability: Parameters<typeof abilities.has>[0]) => abilities.has(ability) }
      const plan = draw(seededRandom(seed, 'plan'), has)
      t.strictSame(draw(seededRandom(seed, 'plan'), has), plan, 'the same numbers, the same plan')
      t.strictSame(planIn(JSON.parse(JSON.stringify({ plan }))), plan, 'it is JSON')
      t.ok(sizeOf(plan) > 10)
      const asked = JSON.stringify(plan.bursts.flat(2).filter(({ ask }) => ask.kind !== 'send'))
      if (!abilities.has('versions')) t.notMatch(asked, /"version"/)
      if (!abilities.has('transition-keys')) t.notMatch(asked, /"key"/)
      if (!abilities.has('sent-box')) t.notMatch(asked, /"sent"/)
    }
  }
  for (const data of [{}, { plan: 1 }, { plan: { bursts: [[[{ by: 'gamma' }]]] } }, { plan: { bursts: [1] } }]) t.equal(planIn(data), undefined)
})
