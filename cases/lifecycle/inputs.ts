/** Every argument of every tool at its limits, just past them, and of every other type. */
import { answerInWords } from '../../harness/handoff/contract.ts'
import type { Answer, OperationKind, RequestableStatus } from '../../harness/handoff/contract.ts'
import { argumentsFor } from '../../harness/target/adapter.ts'
import type { JsonObject } from '../../harness/wire/json.ts'
import type { Case } from '../../harness/run/case.ts'
import { canonicalText } from '../support/formats/canonical.ts'
import { invalidArguments } from '../support/schemas/invalid-arguments.ts'
import { brought, page, plainContent, sent, sideBySide, viewed } from './acting.ts'
import type { View } from './acting.ts'
import { inputTable } from './input-table.ts'
import { badValues, goodValues } from './input-values.ts'
import type { Argument } from './input-values.ts'
import { judge, judgeThat, judgeUnchanged, needTelling } from './judging.ts'
import { handoffCase } from './define.ts'
import type { Actor, Pair, Stage } from './stage.ts'

const strict = 'handoff.strict-inputs'
const limits = 'handoff.input-limits'
const kept = 'handoff.content-kept'
const field = 'hardening.handoff-field'
const unchanged = 'handoff.refusal-changes-nothing'
const bySchema = 'handoff.published-schemas'

/** A tool in the hands of somebody who may use it. */
interface Use {
  readonly kind: OperationKind
  readonly by: Actor
  /** Good input, as often as it is asked for: each call of a tool that changes something needs a handoff of its own. */
  readonly base: (argument?: Argument, value?: unknown) => Promise<JsonObject>
  /** Good input for calls that will be refused. */
  readonly idle: JsonObject
}

async function call({ adapter }: Stage, { kind, by }: Use, input: JsonObject): Promise<Answer> {
  return by.client.call(kind, argumentsFor(adapter, kind, input))
}

async function useTool(stage: Stage, use: Use): Promise<void> {
  const taken = stage.adapter.operations[use.kind].arguments
  const table = inputTable[use.kind].filter(({ name }) => taken[name] !== undefined)
  await sideBySide(table.flatMap((argument) => goodValues(argument).map((value) => ({ argument, ...value }))), async ({ argument, name, value }) => {
    const input = `${argument.name}: ${name}`
    const answer = await call(stage, use, { ...await use.base(argument, value), [argument.name]: value })
    if (judge(stage, limits, input, answer, 'ok')) judgeKept(stage, input, argument, value, answer)
  })
  await sideBySide(table.flatMap((argument) => badValues(argument).map((value) => ({ argument, ...value }))), async ({ argument, name, value, unreadable = false }) => {
    judgeRefused(stage, `${argument.name}: ${name}`, await call(stage, use, { ...use.idle, [argument.name]: value }), taken[argument.name], unreadable)
  })
  await sideBySide(table.filter(({ required }) => required), async ({ name }) => {
    judgeRefused(stage, `${name}: missing`, await call(stage, use, { ...use.idle, [name]: undefined }), taken[name])
  })
  for (const unknown of ['unexpected', 'toString']) {
    const args = { ...argumentsFor(stage.adapter, use.kind, use.idle), [unknown]: 'x' }
    judgeRefused(stage, `an argument that the tool does not have (${unknown})`, await use.by.client.call(use.kind, args), undefined)
  }
}

/** @param own The target's name of the argument at fault; undefined: a field says nothing. */
function judgeRefused(stage: Stage, input: string, answer: Answer, own: string | undefined, unreadable = false): void {
  needTelling(answer)
  // A message that cannot be read, or a server without codes that leaves shapes to its library, is refused by JSON-RPC.
  const byRpc = answer.kind === 'wrong' && (unreadable || !stage.has('error-codes')) && /JSON-RPC error -32(?:700|600|602)/.test(answer.what)
  if (byRpc) {
    judgeThat(stage, strict, input, true, 'a refusal', '')
    return
  }
  if (!judge(stage, strict, input, answer, 'invalid_input') || answer.kind !== 'refused' || own === undefined || stage.adapter.error?.field === undefined) return
  const named = answer.field ?? ''
  judgeThat(stage, field, input, named === own || named.startsWith(`${own}[`) || named.startsWith(`${own}.`), 'the field is that argument', answer.field === undefined ? 'no field' : 'another field')
}

/** What was sent is what is kept, but for white space around it. */
function judgeKept(stage: Stage, input: string, { name, shape }: Argument, value: unknown, answer: Answer): void {
  if (answer.kind !== 'ok' || answer.result.kind !== 'change' || !Object.hasOwn(stage.adapter.handoff, name) || name === 'status' || value === null) return
  if (shape.kind !== 'text' && shape.kind !== 'texts' && shape.kind !== 'choice') return
  const found: unknown = answer.result.handoff[name as 'title']
  judgeThat(stage, kept, input, canonicalText(found) === canonicalText(trimmed(value)), 'the value comes back as it was sent, trimmed', 'another value, or none')
}

function trimmed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trimmed)
  return typeof value === 'string' ? value.trim() : value
}

async function inputsOfSend(stage: Stage): Promise<void> {
  const able = stage.context.fixture.abilities.has('issueToken')
  const recipient = able ? await stage.joined() : stage.beta
  const idle = { recipient: recipient.id, ...plainContent, title: 'Refused for its input' }
  const use: Use = { kind: 'send', by: stage.alpha, base: async () => Promise.resolve({ ...idle, title: 'Within the limits' }), idle }
  await useTool(stage, use)
  const { handoffs } = await page(recipient, { limit: 100 })
  const refused = handoffs.filter(({ title }) => title === idle.title).length
  judgeThat(stage, unchanged, 'the inbox of the recipient', refused === 0 && handoffs.length > 0, 'nothing of what was refused', `${refused} handoffs that were refused`)
}

/** How a transition to that status is made possible. */
async function startFor(pair: Pair, status: unknown): Promise<string> {
  return (await (status === 'completed' ? brought(pair, 'accepted') : sent(pair))).id
}

async function inputsOfTransition(stage: Stage, kind: 'acknowledge' | 'update_status'): Promise<void> {
  const pair: Pair = { sender: stage.alpha, recipient: stage.beta }
  const status: { readonly status?: RequestableStatus } = kind === 'update_status' ? { status: 'blocked' } : {}
  const idle = await sent(pair)
  const before: View = await viewed(pair.sender, idle.id)
  const base: Use['base'] = async (argument, value) => ({ handoff_id: await startFor(pair, argument?.name === 'status' ? value : undefined), ...status })
  await useTool(stage, { kind, by: pair.recipient, base, idle: { handoff_id: idle.id, ...status } })
  await judgeUnchanged(stage, unchanged, 'the handoff that was named in all that was refused', pair.sender, before)
}

async function inputsOfReads(stage: Stage): Promise<void> {
  const handoff = await sent({ sender: stage.alpha, recipient: stage.beta })
  const uses: readonly (readonly [kind: OperationKind, input: JsonObject])[] = [['whoami', {}], ['get', { handoff_id: handoff.id }], ['inbox', {}]]
  for (const [kind, input] of uses) await useTool(stage, { kind, by: stage.beta, base: async () => Promise.resolve(input), idle: input })
}

/** What a target says itself of its input, it keeps to. */
async function inputsBySchema(stage: Stage): Promise<void> {
  const { alpha, beta, adapter, context } = stage
  const handoff = await sent({ sender: alpha, recipient: beta })
  const before = await viewed(alpha, handoff.id)
  const peer = await context.peer(alpha.client.channel, { identity: beta.identity })
  const { tools } = await peer.survey()
  const valid: Readonly<Record<OperationKind, JsonObject>> = {
    whoami: {}, send: { recipient: alpha.id, ...plainContent }, inbox: {}, get: { handoff_id: handoff.id },
    acknowledge: { handoff_id: handoff.id }, update_status: { handoff_id: handoff.id, status: 'blocked' },
  }
  for (const [kind, input] of Object.entries(valid) as [OperationKind, JsonObject][]) {
    const listed = tools.items.find(({ name }) => name === adapter.operations[kind].tool)
    judgeThat(stage, bySchema, `${kind}: the tool`, listed !== undefined, 'the tool is listed', 'it is not')
    const schema = listed?.['inputSchema']
    if (typeof schema !== 'object' || schema === null) continue
    await sideBySide(invalidArguments(schema as JsonObject, argumentsFor(adapter, kind, input)), async ({ fault, arguments: args }) => {
      const answer = await beta.client.call(kind, args)
      needTelling(answer)
      const refused = answer.kind === 'refused' || (answer.kind === 'wrong' && /JSON-RPC error -32(?:700|600|602)/.test(answer.what))
      judgeThat(stage, bySchema, `${kind}: ${fault}`, refused, 'refused, as its own schema says', answerInWords(answer))
    })
  }
  await judgeUnchanged(stage, unchanged, 'the handoff that was named in all of them', alpha, before)
}

const why = 'Limits that differ from server to server break what worked elsewhere; input that is half understood, cut or dropped is work that nobody asked for.'
const failure = 'Lengths are counted in UTF-16 units or bytes, before trimming, unknown arguments are dropped, or a value of another type is converted.'
const fix = 'Validate against a strict schema with the limits of the contract after trimming, count code points, and refuse control characters before anything else is done.'
const expects = 'Everything within the limits is taken and comes back as it was sent, trimmed; everything else is invalid_input that names the argument, and changes nothing.'

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.inputs-send',
    title: 'Every argument of a send keeps to its limits',
    requirements: [strict, limits, kept, field, unchanged],
    scenario: inputsOfSend,
    explain: { sends: 'Sends with each argument at its limits, just past them, missing, null, of other types, with control characters and halves of surrogate pairs, and with arguments that do not exist.', expects, why, failure, fix },
  }),
  handoffCase({
    id: 'lifecycle.inputs-transitions',
    title: 'Every argument of the tools that move a handoff keeps to its limits',
    requirements: [strict, limits, field, unchanged],
    async scenario(stage) {
      await inputsOfTransition(stage, 'acknowledge')
      await inputsOfTransition(stage, 'update_status')
    },
    explain: { sends: 'Acknowledgements and changes of status with each argument at its limits, just past them, missing, null, of other types, with control characters, with other states, and with arguments that do not exist.', expects, why, failure, fix },
  }),
  handoffCase({
    id: 'lifecycle.inputs-reads',
    title: 'Every argument of the tools that read keeps to its limits',
    requirements: [strict, limits, field],
    scenario: inputsOfReads,
    explain: { sends: 'Calls of whoami, get and inbox with each argument at its limits, just past them, missing, null, of other types, and with arguments that do not exist.', expects, why, failure, fix },
  }),
  handoffCase({
    id: 'lifecycle.inputs-schemas',
    title: 'What the published schema of a tool rules out is refused',
    requirements: [bySchema, unchanged],
    scenario: inputsBySchema,
    explain: {
      sends: 'For each tool, arguments that break its published input schema in one way each, made from that schema.',
      expects: 'Each is refused, and changes nothing.',
      why: 'Clients build their calls, and people their trust, from the schema that is published.',
      failure: 'The schema is written by hand beside the code that reads the arguments.',
      fix: 'Validate calls by the schema that is published.',
    },
  }),
]
