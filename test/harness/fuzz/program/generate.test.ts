import t from 'tap'
import { advance, startState } from '../../../../harness/fuzz/program/advance.ts'
import { generateProgram } from '../../../../harness/fuzz/program/generate.ts'
import { labelUsed } from '../../../../harness/fuzz/program/program.ts'
import type { Program } from '../../../../harness/fuzz/program/program.ts'
import type { Settings } from '../../../../harness/fuzz/program/settings.ts'
import { smaller } from '../../../../harness/fuzz/program/shrink.ts'
import { programLines } from '../../../../harness/fuzz/program/text.ts'
import { seededRandom } from '../../../../harness/run/random.ts'
import { settings } from './direct-target.ts'

function programs(count: number, given: Settings = settings): Program[] {
  const random = seededRandom(3, 'programs')
  return Array.from({ length: count }, () => generateProgram((bound) => Math.floor(random() * bound), given))
}

const all = { ...settings, policy: true, restart: true }

t.test('the same draws give the same programs', async (t) => t.strictSame(programs(20, all), programs(20, all)))

t.test('every arrow, refusal and replay is met', async (t) => {
  const met = new Set<string>()
  for (const { agents, steps } of programs(1_500, all)) {
    let state = startState(agents, 0, settings.maxDepth)
    for (const step of steps) {
      const { state: next, expected } = advance(state, step)
      state = next
      if (expected?.kind === 'refused') met.add(expected.code)
      else if (expected?.kind === 'change') met.add(expected.replayed ? 'replayed' : (expected.handoff.events.at(-1)?.to ?? ''))
      else if (expected !== undefined) met.add(expected.kind)
    }
    for (const { status } of state.world.handoffs) met.add(status)
  }
  t.strictSame([...met].toSorted(), [
    'accepted', 'blocked', 'cancelled', 'completed', 'depth_exceeded', 'expired', 'get', 'idempotency_conflict', 'illegal_transition', 'inbox', 'invalid_input',
    'not_found', 'not_permitted', 'queued', 'replayed', 'unauthenticated', 'version_conflict', 'whoami',
  ])
})

t.test('what a target lacks is not asked of it', async (t) => {
  const text = JSON.stringify(programs(300, { ...settings, clock: false, abilities: new Set() }))
  for (const word of ['"key"', 'expectedVersion', 'expiresInS', '"next"', '"sent"', '"clock"', '"policy"', '"restart"', '"expired"']) t.notOk(text.includes(word), word)
})

t.test('smaller programs are smaller, and speak of no handoff that is gone', async (t) => {
  for (const program of programs(60, all)) {
    const size = JSON.stringify(program).length
    let last: Program | undefined
    for (const { program: less } of smaller(program, { phase: 'cut' }, program.steps.length - 2)) {
      last = less
      if (JSON.stringify(less).length >= size) t.fail('one is not smaller')
      const labels = less.steps.flatMap((step) => (step.kind === 'agent' && step.label !== undefined ? [step.label] : []))
      const used = less.steps.map(labelUsed).filter((label) => label !== undefined)
      if (less.steps.length < program.steps.length && used.some((label) => !labels.includes(label))) t.fail('one speaks of what is gone')
      if (programLines(less, settings.maxDepth).some((line) => line.includes('undefined'))) t.fail('one cannot be read')
    }
    t.ok(last)
  }
})

t.test('a program in words', async (t) => {
  const content = { title: 'Title 0', summary: 'S', request: 'R', context_refs: [], artifact_refs: [], tags: [] }
  const lines = programLines({ agents: 3, pages: 100, steps: [
    { kind: 'agent', by: 'alpha', step: { kind: 'send', to: 'alpha', content } },
    { kind: 'agent', by: 'alpha', step: { kind: 'send', to: 'beta', content, sensitivity: 'restricted', key: 'k1', expiresInS: 60 }, label: 4 },
    { kind: 'agent', by: 'beta', step: { kind: 'send', to: 'alpha', content: { ...content, title: ' ' }, parent: 4, sensitivity: 'restricted' } },
    { kind: 'agent', by: 'beta', step: { kind: 'acknowledge', handoff: 4, expectedVersion: 2, note: 'N' } },
    { kind: 'agent', by: 'beta', step: { kind: 'update_status', handoff: 7, status: 'blocked', key: 'k2' } },
    { kind: 'policy', agent: 'beta', change: { receiveFrom: ['gamma'] } },
    { kind: 'policy', agent: 'gamma', change: { enabled: false } },
    { kind: 'clock', ms: 60_001 },
    { kind: 'restart' },
    { kind: 'agent', by: 'gamma', step: { kind: 'inbox', box: 'sent', statuses: ['expired', 'cancelled'] }, page: { limit: 2 } },
    { kind: 'agent', by: 'gamma', step: { kind: 'inbox' }, page: { next: true } },
    { kind: 'agent', by: 'alpha', step: { kind: 'get', handoff: 4 } },
    { kind: 'agent', by: 'alpha', step: { kind: 'whoami' } },
  ] }, 2)
  t.strictSame(lines, [
    'alpha sends something to itself',
    'alpha sends h1 to beta (restricted, good for 60 s, key k1)',
    'beta sends something to alpha (without a title, restricted, a child of h1)',
    'beta acknowledges h1, expecting version 2, with a note',
    'beta sets an id that nothing has to blocked, with key k2',
    'registry: beta receives from gamma',
    'registry: gamma is disabled',
    '60001 ms pass',
    'the server is started again',
    'gamma lists what it sent (expired or cancelled, 2 at most)',
    'gamma asks for the next page',
    'alpha gets h1',
    'alpha asks who it is',
  ])
})
