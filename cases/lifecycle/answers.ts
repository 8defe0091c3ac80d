/** What the tools answer: handoffs with the fields of the contract, within the limit of the whole, as data and as text. */
import type { SeenHandoff } from '../../harness/handoff/contract.ts'
import { argumentsFor } from '../../harness/target/adapter.ts'
import { isJsonObject, readJson } from '../../harness/wire/json.ts'
import type { JsonObject } from '../../harness/wire/json.ts'
import type { Case } from '../../harness/run/case.ts'
import { canonicalText } from '../support/formats/canonical.ts'
import { acknowledge, changed, page, plainContent, send, sent, viewed } from './acting.ts'
import { judge, judgeThat } from './judging.ts'
import { handoffCase } from './define.ts'
import type { Stage } from './stage.ts'

const shape = 'handoff.shape'
const size = 'handoff.payload-size'
const whoami = 'handoff.whoami'
const twice = 'handoff.results-as-text'
const unchanged = 'handoff.refusal-changes-nothing'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** What a handoff has where nothing was said of it. */
const defaults = { context_refs: [], artifact_refs: [], tags: [], sensitivity: 'internal', priority: 'normal', status: 'queued', depth: 0 } as const

async function shapeOf(stage: Stage): Promise<void> {
  const { alpha, beta } = stage
  const started = Date.now()
  const handoff = changed(await send(alpha, beta), 'the least that can be sent')
  const has = (name: string): boolean => Object.hasOwn(stage.adapter.handoff, name)
  const wrong = Object.entries({ ...defaults, ...plainContent, sender: alpha.id, recipient: beta.id }).filter(([name, value]) => has(name) && canonicalText(handoff[name as 'title']) !== canonicalText(value)).map(([name]) => name)
  judgeThat(stage, shape, 'the least that can be sent', wrong.length === 0, 'what was sent, and the defaults of the contract', `others in ${wrong.join(', ')}`)
  judgeThat(stage, shape, 'ids', [handoff.id, handoff.thread_id].every((id) => id === undefined || uuid.test(id)), 'UUIDs', 'others')
  judgeThat(stage, shape, 'times', timesProblem(handoff, started) === undefined, 'ISO 8601 in UTC with milliseconds, now, and updated when created', timesProblem(handoff, started) ?? '')
  const { handoff: read } = await viewed(beta, handoff.id)
  judgeThat(stage, shape, 'a read by the recipient', canonicalText(read) === canonicalText(handoff), 'the handoff as its sender was answered', 'another one')
  const taken = changed(await acknowledge(beta, handoff.id), 'an acknowledgement')
  const { status: _, version: _version, updated_at: _updated, ...rest } = taken
  const { status: _before, version: _versionBefore, updated_at: _updatedBefore, ...restBefore } = handoff
  judgeThat(stage, shape, 'after a transition', canonicalText(rest) === canonicalText(restBefore), 'nothing but status, version and updated_at is another', 'other fields are')
  judgeThat(stage, shape, 'updated_at, after a transition', (taken.updated_at ?? '') >= (handoff.updated_at ?? ''), 'not before', 'before')
}

/** How far the clocks of target and harness may be apart, in ms. */
const toleranceMs = 10_000

function timesProblem({ created_at: created, updated_at: updated, expires_at: expires }: SeenHandoff, now: number): string | undefined {
  if ([created, updated].some((each) => each !== undefined && !time.test(each))) return 'another form'
  if (created !== updated) return 'updated_at is not created_at'
  if (created !== undefined && Math.abs(Date.parse(created) - now) > toleranceMs) return 'another time than now'
  return expires === undefined ? undefined : 'an expires_at that nobody asked for'
}

const limitBytes = 32_768

/** Input of exactly so many bytes as JSON, whatever characters are escaped in it: quotes take two bytes everywhere. */
function inputOf(recipient: string, bytes: number): JsonObject {
  const fill = (length: number): string[] => Array.from({ length: 20 }, () => 'r'.repeat(length))
  const input = (quotes: number): JsonObject => ({
    recipient, title: 't'.repeat(160), summary: 's'.repeat(2000), request: `${'"'.repeat(quotes)}${'q'.repeat(8000 - quotes)}`,
    context_refs: fill(500), artifact_refs: fill(500), tags: fill(50), sensitivity: 'internal', priority: 'normal',
  })
  return input(bytes - Buffer.byteLength(JSON.stringify(input(0))))
}

async function sizeOf(stage: Stage): Promise<void> {
  const { alpha, adapter } = stage
  const recipient = stage.context.fixture.abilities.has('issueToken') ? await stage.joined() : stage.beta
  const call = async (input: JsonObject) => alpha.client.call('send', argumentsFor(adapter, 'send', input))
  judge(stage, size, `${limitBytes} bytes`, await call(inputOf(recipient.id, limitBytes)), 'ok')
  const title = 'x'.repeat(160)
  for (const bytes of [limitBytes + 1, limitBytes + 4000]) judge(stage, size, `${bytes} bytes`, await call({ ...inputOf(recipient.id, bytes), title }), 'payload_too_large')
  judge(stage, size, 'every text at its limit, of characters of four bytes', await call({
    recipient: recipient.id, title, summary: '\u{1f9ea}'.repeat(2000), request: '\u{1f9ea}'.repeat(8000), tags: Array.from({ length: 20 }, () => '\u{1f9ea}'.repeat(50)),
  }), 'payload_too_large')
  const { handoffs } = await page(recipient, { limit: 100 })
  judgeThat(stage, unchanged, 'the inbox of the recipient', !handoffs.some((each) => each.title === title), 'nothing of what was refused', 'a handoff that was refused')
}

async function whoamiOf(stage: Stage): Promise<void> {
  const { beta, context: { fixture } } = stage
  const asked = await stage.joined({ sendTo: [beta.id], receiveFrom: [], ceiling: 'internal' })
  const tell = async () => {
    const answer = await asked.client.perform({ kind: 'whoami' })
    judge(stage, whoami, 'whoami', answer, 'ok')
    return answer.kind === 'ok' && answer.result.kind === 'whoami' ? answer.result.whoami : stage.context.inconclusive('whoami was refused')
  }
  const policy = ({ agent_id: id, send_to: to, receive_from: from, disclosure_ceiling: ceiling }: Awaited<ReturnType<typeof tell>>): string => canonicalText([id, to, from, ceiling])
  const first = await tell()
  judgeThat(stage, whoami, 'the policy at first', policy(first) === canonicalText([asked.id, [beta.id], [], 'internal']), 'id, lists and ceiling of the policy', 'others')
  await fixture.setPolicy(asked.identity, { sendTo: ['*'], receiveFrom: [beta.id, stage.alpha.id], ceiling: 'public-safe' })
  const second = await tell()
  judgeThat(stage, whoami, 'the policy after an edit', policy({ ...second, receive_from: [...second.receive_from ?? []].sort() }) === canonicalText([asked.id, ['*'], [beta.id, stage.alpha.id].sort(), 'public-safe']), 'id, lists and ceiling of the new policy', 'others')
  judgeThat(stage, whoami, 'the revision', first.policy_revision !== undefined && first.policy_revision !== second.policy_revision, 'another one after an edit', 'the same, or none')
}

async function resultsAsText(stage: Stage): Promise<void> {
  const { alpha, beta, adapter } = stage
  const { id } = await sent({ sender: alpha, recipient: beta }, { request: 'Quotes ", \u00e9, \u{1f9ea}\n' })
  const calls = [
    ['whoami', {}], ['send', { recipient: alpha.id, ...plainContent }], ['inbox', { limit: 2 }], ['get', { handoff_id: id }], ['acknowledge', { handoff_id: id }], ['update_status', { handoff_id: id, status: 'completed' }],
    ['get', { handoff_id: 'no-such-handoff' }], ['send', { recipient: beta.id, ...plainContent }], ['acknowledge', { handoff_id: id }], ['inbox', { limit: 0 }],
  ] as const
  for (const [index, [kind, input]] of calls.entries()) {
    const { answer } = await beta.client.raw(kind, argumentsFor(adapter, kind, input))
    const name = `${kind}${index < 6 ? '' : ', refused'}`
    const result = answer.kind === 'result' ? answer.result : {}
    const content: unknown = Array.isArray(result['content']) ? result['content'][0] : undefined
    const text = isJsonObject(content) && typeof content['text'] === 'string' ? readJson(content['text']) : undefined
    const same = text?.ok === true && isJsonObject(result['structuredContent']) && canonicalText(text.value) === canonicalText(result['structuredContent'])
    judgeThat(stage, twice, name, same && (result['isError'] === true) === index >= 6, `structured content${index < 6 ? '' : ' of an error, with isError,'} and the same as text`, 'another text, none, or another isError')
    if (index < 6) continue
    const error = isJsonObject(result['structuredContent']) ? result['structuredContent']['error'] : undefined
    const complete = isJsonObject(error) && typeof error['code'] === 'string' && typeof error['message'] === 'string' && error['message'] !== '' && typeof error['retryable'] === 'boolean'
    judgeThat(stage, twice, `${name}: the error`, complete, 'code, message and retryable', 'not all of them')
  }
}

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.handoff-shape',
    title: 'A handoff has the fields and defaults of the contract, and only its state ever changes',
    requirements: [shape],
    scenario: shapeOf,
    explain: {
      sends: 'The least that can be sent, a read by the other party, and a transition.',
      expects: 'Defaults of the contract, UUIDs, times in UTC with milliseconds, the same for both parties; after a transition only status, version and updated_at are others.',
      why: 'Both sides decide by these fields, and so does whoever reads them later.',
      failure: 'A default of another kind, the caller as it names itself, local times, or content that is written again with each transition.',
      fix: 'Fill in the defaults when it is created, take the sender from the credentials, and never write content again.',
    },
  }),
  handoffCase({
    id: 'lifecycle.payload-size',
    title: 'The whole input of a call has a limit of its own',
    requirements: [size, unchanged],
    abilities: ['error-codes'],
    scenario: sizeOf,
    explain: {
      sends: `Sends of exactly ${limitBytes} bytes of JSON, one byte more, and more, all within the limits of each text.`,
      expects: 'The first is taken, the others are payload_too_large, and nothing of them is in the inbox.',
      why: 'Limits of single texts add up to more than a reader of an inbox can take in.',
      failure: 'Only single texts are limited, characters are counted in place of bytes, or the text is cut.',
      fix: 'Measure the canonical input in bytes after its shape was checked.',
    },
  }),
  handoffCase({
    id: 'lifecycle.whoami',
    title: 'Whoami tells the policy in force for the caller',
    requirements: [whoami],
    needs: ['issueToken', 'setPolicy'],
    scenario: whoamiOf,
    explain: {
      sends: 'Whoami by a new agent, an edit of its policy, and whoami again.',
      expects: 'Its id, both lists and the ceiling of the policy each time, and another revision after the edit.',
      why: 'It is how an agent knows what it may ask for before it is refused.',
      failure: 'The policy at the start is told, or that of somebody else.',
      fix: 'Answer from the snapshot that authenticated the call.',
    },
  }),
  handoffCase({
    id: 'lifecycle.results-as-text',
    title: 'Every result and every refusal is structured content and the same as text',
    requirements: [twice],
    abilities: ['error-codes'],
    scenario: resultsAsText,
    explain: {
      sends: 'A call of each tool, and calls that are refused.',
      expects: 'Structured content and a text with the same JSON; a refusal has isError, and an error with code, message and retryable.',
      why: 'Clients of either generation read one or the other, and both must act the same.',
      failure: 'The text is a sentence for people, or a refusal is a JSON-RPC error.',
      fix: 'Make both from one object, in one place.',
    },
  }),
]
