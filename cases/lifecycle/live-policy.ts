/** Edits of the registry while connections, sessions and processes are open: the next operation obeys, on each of them. */
import type { Identity } from '../../harness/fixture/driver.ts'
import { answerInWords } from '../../harness/handoff/contract.ts'
import type { Answer, Operation, RefusalCode } from '../../harness/handoff/contract.ts'
import type { HandoffClient } from '../../harness/handoff/client.ts'
import { handoffClients } from '../../harness/handoff/open-clients.ts'
import type { HandoffClients } from '../../harness/handoff/open-clients.ts'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { abilitiesOf } from '../../harness/target/adapter.ts'
import { channelName } from '../../harness/target/profile.ts'
import type { Channel } from '../../harness/target/profile.ts'
import { newestOfEach } from '../support/channels.ts'
import { lifecycleCase } from './define.ts'
import { judge, judgeThat } from './judging.ts'
import type { Wanted } from './judging.ts'
import type { Stage } from './stage.ts'

const obeys = 'handoff.live-policy'
const broken = 'handoff.broken-registry'
const lifetimeMs = 3_600_000

/** One agent on one channel, in a conversation that was open before the edit, and a handoff that it has sent. */
interface Open {
  readonly identity: Identity
  readonly client: HandoffClient
  readonly handoffId: string
  readonly input: string
}

interface Edit {
  readonly name: string
  readonly edit: (context: CaseContext, identity: Identity) => Promise<unknown>
  /** Whether a server over stdio, to which nobody shows a token, has to obey it. */
  readonly overStdio: boolean
  /** Undefined: nothing is served any more. Else what each operation gives, and lists are without the handoff. */
  readonly leaves?: { readonly send: RefusalCode; readonly get: RefusalCode }
  /** Takes the edit back, after which everything is served again. */
  readonly back?: (context: CaseContext, identity: Identity) => Promise<unknown>
}

const ofIdentity: readonly Edit[] = [
  { name: 'disabled', edit: async ({ fixture }, identity) => fixture.setPolicy(identity, { enabled: false }), back: async ({ fixture }, identity) => fixture.setPolicy(identity, { enabled: true }), overStdio: true },
  { name: 'expired', edit: async ({ fixture }, identity) => fixture.setPolicy(identity, { expiresAt: Date.now() - 60_000 }), back: async ({ fixture }, identity) => fixture.setPolicy(identity, { expiresAt: Date.now() + lifetimeMs }), overStdio: true },
  { name: 'given another token', edit: async ({ fixture }, identity) => fixture.rotate(identity), overStdio: false },
]

const ofRelationship: readonly Edit[] = [
  {
    name: 'may send to nobody any more', overStdio: true, leaves: { send: 'not_permitted', get: 'not_found' },
    edit: async ({ fixture }, identity) => fixture.setPolicy(identity, { sendTo: [] }), back: async ({ fixture }, identity) => fixture.setPolicy(identity, { sendTo: ['*'] }),
  },
  {
    name: 'has a ceiling below the handoff', overStdio: true, leaves: { send: 'not_permitted', get: 'not_found' },
    edit: async ({ fixture }, identity) => fixture.setPolicy(identity, { ceiling: 'public-safe' }), back: async ({ fixture }, identity) => fixture.setPolicy(identity, { ceiling: 'restricted' }),
  },
]

/** Of the same size and with the same times as the file before it. */
const unseen: Edit = { name: 'given another token, in a file of the same size and times', edit: async ({ fixture }, identity) => fixture.rotate(identity, { keepTimes: true }), overStdio: false }

/** Every transport, each era over HTTP; one process over stdio shows what all of them do. */
function channelsFor(context: CaseContext, { overStdio }: Pick<Edit, 'overStdio'>): readonly Channel[] {
  const channels = newestOfEach(context.channels)
  return channels.filter(({ transport }, at) => transport === 'http' || (overStdio && channels.findIndex((other) => other.transport === 'stdio') === at))
}

async function eachEdit(context: CaseContext, edits: readonly Edit[]): Promise<void> {
  const clients = handoffClients(context)
  const abilities = abilitiesOf(clients.adapter)
  const judging: Judging = { context, has: (ability) => abilities.has(ability) }
  try {
    for (const edit of edits) {
      const open: Open[] = []
      for (const channel of channelsFor(context, edit)) {
        await context.attempt(channelName(channel), async () => { open.push(await opened(context, clients, channel, edit.name)) })
      }
      for (const one of open) await context.attempt(one.input, async () => obey(judging, clients, one, edit))
    }
  } finally {
    clients.close()
  }
}

async function opened(context: CaseContext, clients: HandoffClients, channel: Channel, name: string): Promise<Open> {
  const identity = await context.fixture.issueToken({ expiresInMs: lifetimeMs })
  const client = await clients.as(identity, { channel, own: channel.era === 'legacy' || channel.transport === 'stdio' })
  const answer = await client.perform(sending(context))
  if (answer.kind !== 'ok' || answer.result.kind !== 'change') return context.inconclusive(`a handoff was refused before the edit: ${answerInWords(answer)}`)
  // Read before the edit too: what was decided once must not be kept.
  const read = await client.perform({ kind: 'get', input: { handoff_id: answer.result.handoff.id } })
  if (read.kind !== 'ok') return context.inconclusive(`a handoff could not be read before the edit: ${answerInWords(read)}`)
  return { identity, client, handoffId: answer.result.handoff.id, input: `over ${channelName(channel)}, an agent that is ${name}` }
}

function sending({ beta }: CaseContext): Operation {
  return { kind: 'send', input: { recipient: beta?.agentId ?? '', title: 'Live policy', summary: 'Sent by a conformance test.', request: 'None.', sensitivity: 'internal' } }
}

type Judging = Pick<Stage, 'context' | 'has'>

/** Who may do nothing any more is told of its credentials, or where it shows none of the policy. */
const nothing: Wanted = ['unauthenticated', 'not_permitted', 'not_found']

async function obey(judging: Judging, clients: HandoffClients, { identity, client, handoffId, input }: Open, { edit, leaves, back }: Edit): Promise<void> {
  const { context } = judging
  const get: Operation = { kind: 'get', input: { handoff_id: handoffId } }
  await edit(context, identity)
  judge(judging, obeys, `${input}: the next get`, await client.perform(get), leaves?.get ?? nothing)
  judge(judging, obeys, `${input}: the next send`, await client.perform(sending(context)), leaves?.send ?? nothing)
  if (judging.has('sent-box')) {
    const listed = await client.perform({ kind: 'inbox', input: { box: 'sent', limit: 100 } })
    const isList = judge(judging, obeys, `${input}: the next list`, listed, leaves === undefined ? nothing : 'ok') && listed.kind === 'ok' && listed.result.kind === 'inbox'
    if (isList) judgeThat(judging, obeys, `${input}: what the next list holds`, !listed.result.handoffs.some(({ id }) => id === handoffId), 'not the handoff', 'the handoff')
  }
  if (back === undefined) return
  await back(context, identity)
  // A session may have ended with what its agent was allowed.
  const again = client.channel.era === 'legacy' && client.channel.transport === 'http' ? await clients.as(identity, { channel: client.channel, own: true }) : client
  judge(judging, obeys, `${input}: a get once it was taken back`, await again.perform(get), 'ok')
}

/** Text that no reader of the format takes. */
const brokenText = 'version: 1\nagents: ["\n'

async function breaks(context: CaseContext): Promise<void> {
  const clients = handoffClients(context)
  try {
    const [channel] = channelsFor(context, { overStdio: false })
    if (channel === undefined) return context.notApplicable('the target does not listen')
    const { identity, client, handoffId } = await opened(context, clients, channel, 'known')
    const get: Operation = { kind: 'get', input: { handoff_id: handoffId } }
    const told = (input: string, answer: Answer, ok: boolean, expected: string): void => { context.observe({ requirement: broken, input, ok, expected, actual: answerInWords(answer) }, answer) }
    await context.fixture.writeRegistry(brokenText)
    const during = await client.perform(get)
    told('a get while the registry is broken', during, during.kind === 'ok', 'ok, by the last good policy')
    const sent = await client.perform(sending(context))
    told('a send while the registry is broken', sent, sent.kind === 'ok', 'ok, by the last good policy')
    await context.fixture.setPolicy(identity, { sendTo: [] })
    const mended = await client.perform(get)
    told('a get once it is mended, by a policy that takes the relationship away', mended, mended.kind === 'refused' && (mended.code ?? 'not_found') === 'not_found', 'not_found')
  } finally {
    clients.close()
  }
}

const why = 'Whoever takes a right away does so because it must end now, not when every client has connected anew.'
const failure = 'The policy is read when a session or a process begins, a decision is kept for a connection, or a change is looked for by the size and time of the file.'
const fix = 'Take a snapshot of the policy at the beginning of each operation, and find a change by the content of the file.'
const needs = ['issueToken', 'setPolicy', 'rotate'] as const

export const cases: readonly Case[] = [
  lifecycleCase({
    id: 'lifecycle.live-identity',
    title: 'An agent that is disabled, expired or given another token is served nothing more on what it has open',
    requirements: [obeys],
    needs,
    scenario: async (context) => eachEdit(context, ofIdentity),
    explain: { sends: 'Operations in conversations that are open already, over each transport and era, before and after the agent is disabled, expires or is given another token.', expects: 'Refusals from the next operation on, and service again where the edit is taken back.', why, failure, fix },
  }),
  lifecycleCase({
    id: 'lifecycle.live-relationship',
    title: 'A relationship that is removed and a ceiling that is lowered are obeyed on what is open',
    requirements: [obeys],
    needs,
    scenario: async (context) => eachEdit(context, ofRelationship),
    explain: { sends: 'A get, a send and a list in conversations that are open already, before and after the relationship is removed or the ceiling lowered, and after it is given back.', expects: 'Refusals: not_found for what was readable, not_permitted for a new handoff, and a list without it; everything again when the policy is as before.', why, failure, fix },
  }),
  lifecycleCase({
    id: 'lifecycle.live-same-size',
    title: 'A registry of the same size and the same times is still a new one',
    requirements: [obeys],
    needs: [...needs, 'keepTimes'],
    scenario: async (context) => eachEdit(context, [unseen]),
    explain: { sends: 'Operations with the old token after a rotation that leaves size and times of the registry file as they were.', expects: 'Refusals from the next operation on.', why: 'Tools that copy files keep their times, and a hash is as long as the one before it.', failure: 'A change is looked for by the size and time of the file.', fix: 'Compare the content.' },
  }),
  lifecycleCase({
    id: 'lifecycle.broken-registry',
    title: 'A broken registry leaves the last good policy in force until it is mended',
    requirements: [broken],
    channels: { transport: 'http' },
    needs: [...needs, 'writeRegistry'],
    fixture: 'own',
    scenario: breaks,
    explain: { sends: 'A get and a send while the registry is no registry, and a get after it was mended with a relationship less.', expects: 'Service by the last good policy, and then the new one at once.', why: 'An editor that saves half a file must not stop every agent, and a mended file must count at once.', failure: 'A file that cannot be read empties the policy or ends the server, or a server that met one does not look again.', fix: 'Keep the last good snapshot, say that it is degraded, and read again at every operation.' },
  }),
]
