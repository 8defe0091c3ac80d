import t from 'tap'
import { hunt } from '../../../../harness/fuzz/program/hunt.ts'
import type { HuntOptions, Hunted } from '../../../../harness/fuzz/program/hunt.ts'
import type { Settings } from '../../../../harness/fuzz/program/settings.ts'
import { programLines } from '../../../../harness/fuzz/program/text.ts'
import type { Answer, Operation } from '../../../../harness/handoff/contract.ts'
import { openDirectTarget, settings } from './direct-target.ts'

interface Given extends Partial<HuntOptions> {
  readonly settings?: Settings
  readonly answered?: (operation: Operation, answer: Answer) => Answer
}

async function hunted(t: { testdir(): string }, { answered, ...given }: Given): Promise<Hunted> {
  const used = given.settings ?? settings
  const target = await openDirectTarget({ folder: t.testdir(), settings: used, ...(answered === undefined ? {} : { answered }) })
  try {
    return await hunt({ seed: 1, runs: 40, deadline: undefined, atOnce: 1, signal: new AbortController().signal, run: async (program, lists) => target.run(program, lists), ...given, settings: used })
  } finally {
    await target.close()
  }
}

/** A server that lets senders acknowledge, as its callers see it: it says that it was done. */
function acknowledgesForAnybody(operation: Operation, answer: Answer): Answer {
  if (operation.kind !== 'acknowledge' || answer.kind !== 'refused' || answer.code !== 'illegal_transition') return answer
  return { kind: 'ok', result: { kind: 'change', handoff: { id: operation.input.handoff_id, status: 'accepted', sender: '', recipient: '' }, replayed: false } }
}

for (const [name, given] of [['time', settings], ['registry', { ...settings, policy: true }], ['four agents', { ...settings, agents: 4 }], ['two agents', { ...settings, agents: 2, clock: false }]] as const) {
  t.test(`a server that keeps the contract agrees in every program: ${name}`, async (t) => {
    const { programs, steps, found, stopped } = await hunted(t, { settings: given, seed: 7, atOnce: 1 })
    t.strictSame([found, stopped], [undefined, undefined])
    t.equal(programs, 40)
    t.ok(steps >= 40 * settings.steps.least)
  })
}

t.test('what differs is found, and shrunk to the steps that it needs', async (t) => {
  const { found } = await hunted(t, { answered: acknowledgesForAnybody, runs: 200 })
  t.match(found, { flaky: false, at: 1, difference: { rule: 'answers', expected: 'illegal_transition', got: 'ok' } })
  t.equal(found?.program.steps.length, 2)
  if (found === undefined) return
  t.match(programLines(found.program, 2), [/^\w+ sends h1 to \w+$/, /^\w+ acknowledges h1$/])
  const again = await hunted(t, { answered: acknowledgesForAnybody, runs: 200 })
  t.strictSame(again.found?.program, found.program, 'the same seed finds the same program')
})

t.test('what shows in the boxes alone is shrunk with the boxes', async (t) => {
  const { found } = await hunted(t, { answered: (operation, answer) => (answer.kind === 'ok' && answer.result.kind === 'inbox' && operation.kind === 'inbox' && operation.input.box === 'sent' ? { kind: 'ok', result: { ...answer.result, handoffs: [] } } : answer) })
  t.match(found, { difference: { rule: 'boxes', expected: 'h1', got: 'nothing' } })
  // Where it was seen by a step that lists, that step is one of them.
  t.ok((found?.program.steps.length ?? 9) <= 2)
})

t.test('what is not there when it is run once more is flaky, and found all the same', async (t) => {
  let left = 1
  const { found } = await hunted(t, { answered: (operation, answer) => {
    if (operation.kind !== 'send' || answer.kind !== 'ok' || left === 0) return answer
    left -= 1
    return { kind: 'refused', code: 'internal', words: '' }
  } })
  t.match(found, { flaky: true, difference: { expected: 'ok', got: 'internal' } })
})

t.test('a target that gives no answer ends the search, and is not judged', async (t) => {
  let answers = 100
  const { programs, found, stopped } = await hunted(t, { answered: (_, answer) => {
    answers -= 1
    return answers < 0 ? { kind: 'unknown', what: 'nobody is there' } : answer
  } })
  t.strictSame([found, stopped], [undefined, 'nobody is there'])
  t.ok(programs > 0 && programs < 40)
})

t.test('so does one that has no time', async (t) => {
  const { found, stopped } = await hunted(t, { answered: () => ({ kind: 'refused', code: 'rate_limited', words: '' }) })
  t.strictSame([found, stopped], [undefined, 'the target answers rate_limited'])
})

t.test('with a deadline there are as many programs as there is time for', async (t) => {
  const { programs, found } = await hunted(t, { runs: 1, deadline: performance.now() + 500 })
  t.equal(found, undefined)
  t.ok(programs > 0)
  t.match(await hunted(t, { deadline: performance.now() - 1 }), { programs: 1, found: undefined, stopped: undefined })
  t.match(await hunted(t, { deadline: performance.now() - 1, latest: performance.now() - 1 }), { programs: 0, found: undefined, stopped: undefined })
})

const endless: readonly (readonly [string, (operation: Operation, answer: Answer) => Answer])[] = [
  ['gives the cursor of a page again at its end', (operation, answer) => (
    operation.kind === 'inbox' && answer.kind === 'ok' && answer.result.kind === 'inbox' && operation.input.cursor !== undefined ? { ...answer, result: { ...answer.result, next_cursor: operation.input.cursor } } : answer
  )],
  ['goes on with empty pages for ever', (() => {
    let given = 0
    return (operation: Operation, answer: Answer): Answer => {
      if (operation.kind !== 'inbox') return answer
      const next = `without-end-${(given += 1)}`
      if (operation.input.cursor?.startsWith('without-end-') === true) return { kind: 'ok', result: { kind: 'inbox', handoffs: [], next_cursor: next } }
      return answer.kind === 'ok' && answer.result.kind === 'inbox' && answer.result.next_cursor === undefined ? { ...answer, result: { ...answer.result, next_cursor: next } } : answer
    }
  })()],
]
for (const [what, answered] of endless) {
  t.test(`a server that ${what} differs by its boxes`, async (t) => {
    const { found } = await hunted(t, { answered })
    t.match(found, { difference: { rule: 'boxes', expected: 'a last page' } })
  })
}
