/** One token, presented many times at once and again after a rejection. */
import { createHash } from 'node:crypto'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { Inconclusive } from '../../harness/run/signals.ts'
import type { JsonObject } from '../../harness/wire/json.ts'
import { acceptCase } from './define.ts'
import { freshToken, observeReason, present, projectId, tokenReason } from './tokens.ts'
import { allTransports, eachTransport, needTokens, transportsOf } from './transports.ts'
import type { Transport } from './transports.ts'

const singleUse = 'accept.single-use'
const staysConsumed = 'accept.stays-consumed'

/** Calls at once, and how often that is done. */
const atOnce = 16
const rounds = 3

async function concurrently(context: CaseContext): Promise<void> {
  needTokens(context)
  await eachTransport(context, async (transport) => {
    await race(context, `${atOnce} calls at once over ${transport.name}`, Array.from({ length: atOnce }, () => transport))
  })
  await context.attempt('all transports at once', async () => {
    const transports = await onOneStore(context, [...await allTransports(context), ...await moreProcesses(context)])
    if (transports.length < 2) return
    await race(context, `calls at once over ${transports.length} conversations and connections of every kind`, Array.from({ length: atOnce }, (_, at) => transports[at % transports.length]).filter((each) => each !== undefined))
  })
}

/** Two processes of their own beside the shared one, on the same store. */
async function moreProcesses(context: CaseContext): Promise<readonly Transport[]> {
  const [first] = transportsOf(context, { own: true }).filter(({ kind }) => kind === 'stdio')
  return first === undefined ? [] : Promise.all([first.open(), first.open()])
}

/** Those that know what the first one issues: nothing wants several processes to share what they store. */
async function onOneStore(context: CaseContext, transports: readonly Transport[]): Promise<readonly Transport[]> {
  const [first] = transports
  if (first === undefined) return []
  const knowing: Transport[] = []
  for (const transport of transports) {
    const reason = tokenReason(await present(transport, await freshToken(context, first)))
    if (reason === 'not_found') context.setAside(`calls at once over ${transport.name} too`, `it does not know what is issued over ${first.name}: a process with a store of its own`)
    else knowing.push(transport)
  }
  return knowing
}

async function race(context: CaseContext, input: string, transports: readonly Transport[]): Promise<void> {
  const [first] = transports
  if (first === undefined) return
  for (let round = 0; round < rounds; round += 1) {
    const token = await freshToken(context, first)
    const answers = await Promise.all(transports.map(async (transport) => present(transport, token).then((answer) => ({ answer, reason: tokenReason(answer) }), (error: unknown) => ({ answer: undefined, reason: busy(error) }))))
    const reasons = answers.map(({ reason }) => reason)
    const good = reasons.filter((reason) => reason === 'ok').length
    const others = reasons.filter((reason) => reason !== 'ok' && reason !== 'already_consumed' && reason !== 'busy')
    if (good === 0 && reasons.includes('busy')) context.inconclusive(`${input}: the target was busy`)
    context.observe({
      requirement: singleUse,
      input,
      ok: good === 1 && others.length === 0,
      expected: `one of ${transports.length} ok, the others already_consumed`,
      actual: `${good} ok${others.length === 0 ? '' : `, and ${others[0] ?? ''} for ${others.length} of them`}`,
    }, answers.filter(({ reason }) => (others.length > 0 ? others.includes(reason) : reason === 'ok')).map(({ answer }) => answer))
    if (good !== 1) return
  }
}

/** A call that the store had no time for has done nothing. */
function busy(error: unknown): string {
  if (error instanceof Inconclusive) return 'busy'
  throw error
}

const wrongHash = createHash('sha256').update('another board').digest('hex')
const body = '<project_start_config project_id="proj-beta"/>'

const rejections: readonly { readonly step: string; readonly input: JsonObject }[] = [
  { step: 'identity', input: { presented_body: body } },
  { step: 'capability', input: { required_tools: ['meridian'], available_tools: [] } },
  { step: 'tool manifest', input: { live_items: [], expected_required_tools_hash: wrongHash } },
  { step: 'board', input: { live_items: [], expected_board_revision: wrongHash } },
]

async function afterRejection(context: CaseContext): Promise<void> {
  needTokens(context)
  await eachTransport(context, async (transport) => {
    for (const { step, input } of rejections) {
      const token = await freshToken(context, transport)
      const name = `${step} check over ${transport.name}`
      const rejected = await transport.accept({ project_id: projectId, goal_token: token, ...input })
      if (rejected.kind !== 'value' || rejected.value['accepted'] !== false || tokenReason(rejected) !== 'ok') {
        context.observe({ requirement: staysConsumed, input: name, ok: false, expected: 'a verdict that rejects, with a good token', actual: tokenReason(rejected) }, rejected)
        continue
      }
      observeReason(context, staysConsumed, name, await present(transport, token), 'already_consumed')
    }
  })
}

export const cases: readonly Case[] = [
  acceptCase({
    id: 'accept.single-use',
    title: 'Of many calls at once with one token exactly one is ok',
    requirements: [singleUse],
    scenario: concurrently,
    explain: {
      sends: `${atOnce} calls at once with one token over each transport, and over all transports together with two more processes where the target speaks over stdio; ${rounds} times each.`,
      expects: 'One of them is ok, and every other one says already_consumed.',
      why: 'The token is there so that one receiver acts on a handoff. Two that are told ok at the same time both do the work.',
      failure: 'The token is looked up, judged and marked as consumed in separate steps, or each process keeps tokens of its own.',
      fix: 'Consume by compare-and-set: one statement that marks the token only where it is not marked yet, and ok only where that changed a row.',
    },
  }),
  acceptCase({
    id: 'accept.stays-consumed',
    title: 'A token stays consumed when a later check rejects',
    requirements: [staysConsumed],
    scenario: afterRejection,
    explain: {
      sends: 'A good token with something that each later check rejects, and then the token again by itself.',
      expects: 'The second call says already_consumed.',
      why: 'A rejection is an answer too. A token that could be tried again would let a receiver try until something passes.',
      failure: 'The token is consumed only with an accepted verdict, or a rejection rolls it back.',
      fix: 'Commit the consumption with the token check, before the next check runs.',
    },
  }),
]
