/** Refusals that must read the same, so that they tell nothing about others. */
import { randomUUID } from 'node:crypto'
import type { Answer } from '../../harness/handoff/contract.ts'
import type { Case } from '../../harness/run/case.ts'
import { valueAt } from '../../harness/target/adapter.ts'
import { acknowledge, brought, get, send, sent, sideBySide, update } from './acting.ts'
import { judge, judgeAlike, withoutNames } from './judging.ts'
import { handoffCase } from './define.ts'
import type { Actor, Pair, Stage } from './stage.ts'

const noOracle = 'handoff.no-oracle'
const noSendOracle = 'handoff.no-send-oracle'

/** Each operation that names a handoff. */
const operations: readonly { readonly name: string; readonly field: string; readonly perform: (by: Actor, to: Actor, id: string) => Promise<Answer> }[] = [
  { name: 'get', field: 'handoff_id', perform: async (by, _to, id) => get(by, id) },
  { name: 'acknowledge', field: 'handoff_id', perform: async (by, _to, id) => acknowledge(by, id) },
  { name: 'acknowledge with a version and a key', field: 'handoff_id', perform: async (by, _to, id) => acknowledge(by, id, { expected_version: 99, idempotency_key: 'key-of-no-handoff', note: 'A note.' }) },
  { name: 'cancel', field: 'handoff_id', perform: async (by, _to, id) => update(by, id, 'cancelled') },
  { name: 'complete', field: 'handoff_id', perform: async (by, _to, id) => update(by, id, 'completed') },
  { name: 'send a child', field: 'parent_id', perform: async (by, to, id) => send(by, to, { parent_id: id }) },
]

async function handoffs(stage: Stage): Promise<void> {
  const { alpha, beta } = stage
  const pair: Pair = { sender: alpha, recipient: beta }
  const stranger = await stage.joined()
  const queued = await sent(pair)
  const completed = await brought(pair, 'completed')
  const ids = [
    { input: 'a handoff that never was', id: randomUUID() },
    { input: 'a queued handoff of others', id: queued.id },
    { input: 'a completed handoff of others', id: completed.id },
    ...(restrictsIds(stage) ? [] : [{ input: 'an id of another form', id: 'no-such-handoff' }]),
  ]
  for (const { name, field, perform } of operations) {
    const answers: { readonly input: string; readonly answer: Answer }[] = []
    for (const { input, id } of ids) {
      const answer = await perform(stranger, beta, id)
      judge(stage, noOracle, `${name}: ${input}`, answer, 'not_found')
      answers.push({ input: `${name}: ${input}`, answer: withoutNames(answer, [id]) })
    }
    judgeAlike(stage, noOracle, answers)
    const [first] = answers
    if (first?.answer.kind === 'refused' && stage.adapter.error?.field !== undefined) {
      const own = stage.adapter.operations[name === 'send a child' ? 'send' : 'get'].arguments[field]
      stage.context.observe({ requirement: noOracle, input: `${name}: the field that is named`, ok: first.answer.field === undefined || first.answer.field === own, expected: `none, or ${field}`, actual: first.answer.field === own ? field : 'another one' })
    }
  }
}

/** What the schema of a tool rules out is refused before anything is looked up, and tells nothing about what is there. */
function restrictsIds({ adapter, context }: Stage): boolean {
  const { tool, arguments: names } = adapter.operations.get
  const schema = context.target.tools.find(({ name }) => name === tool)?.inputSchema
  const handoffId = valueAt(schema, `properties.${names['handoff_id'] ?? ''}`)
  return valueAt(handoffId, 'format') !== undefined || valueAt(handoffId, 'pattern') !== undefined
}

async function sends(stage: Stage): Promise<void> {
  const { alpha, beta } = stage
  const third = await stage.joined()
  const closed = await stage.mentioned({ receiveFrom: [] })
  const low = await stage.joined({ ceiling: 'public-safe' })
  const mute = await stage.joined({ sendTo: [] })
  const off = await stage.mentioned({ enabled: false })
  const over = await stage.mentioned({}, -60_000)
  const parent = await sent({ sender: alpha, recipient: beta }, { sensitivity: 'internal' })
  const refusals: readonly (readonly [input: string, act: () => Promise<Answer>])[] = [
    ['an agent that does not exist', async () => send(alpha, 'nobody-by-that-name')],
    ['a disabled agent', async () => send(alpha, off.agentId ?? '')],
    ['an agent that has expired', async () => send(alpha, over.agentId ?? '')],
    ['a recipient that does not allow it', async () => send(alpha, closed.agentId ?? '')],
    ['a sender that may not', async () => send(mute, beta)],
    ['oneself', async () => send(alpha, alpha)],
    ['the ceiling of the recipient', async () => send(alpha, low)],
    ['the ceiling of the sender', async () => send(low, beta)],
    ['a child to a third party', async () => send(alpha, third, { parent_id: parent.id })],
    ['a child that is less sensitive', async () => send(alpha, beta, { parent_id: parent.id, sensitivity: 'public-safe' })],
    ['an agent that does not exist, with a key', async () => send(alpha, 'nobody-by-that-name', { idempotency_key: 'key-that-is-not-kept' })],
  ]
  const answers = await sideBySide(refusals, async ([input, act]) => ({ input, answer: await act() }))
  for (const { input, answer } of answers) judge(stage, noSendOracle, input, answer, 'not_permitted')
  const named = [...[alpha, beta, third, low, mute].map(({ id }) => id), ...[closed, off, over].map(({ agentId }) => agentId)]
  judgeAlike(stage, noSendOracle, answers.map(({ input, answer }) => ({ input, answer: withoutNames(answer, ['nobody-by-that-name', ...named]) })))
}

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.no-oracle-handoffs',
    title: 'A handoff of others is refused like one that never was',
    requirements: [noOracle],
    needs: ['issueToken'],
    scenario: handoffs,
    explain: {
      sends: 'Every operation that names a handoff, by an agent that is no party, with the ids of a queued and a completed handoff of others, of none, and of another form.',
      expects: 'Each time not_found, with the same text, shape and field.',
      why: 'Two refusals that differ tell whether an id is taken, and so who works with whom.',
      failure: 'One code for what is forbidden and another one for what is missing, or the state of the handoff shows in the text.',
      fix: 'Make both refusals in one place, before anything else of the handoff is looked at.',
    },
  }),
  handoffCase({
    id: 'lifecycle.no-oracle-sends',
    title: 'A send that the policy refuses reads the same whatever the reason',
    requirements: [noSendOracle],
    needs: ['issueToken'],
    fixture: 'own',
    scenario: sends,
    explain: {
      sends: 'Handoffs that are refused for each reason of policy: no such agent, disabled, expired, one side, the other side, oneself, either ceiling, a child to a third party or less sensitive than its parent.',
      expects: 'Each time not_permitted, with the same text and shape and no field.',
      why: 'A caller could otherwise find out who exists, who was turned off, and who does not want to hear from it.',
      failure: 'Each reason has a text of its own, or an unknown recipient is an invalid argument.',
      fix: 'Evaluate all reasons, and answer with one refusal that is made in one place.',
    },
  }),
]
