/**
 * Two clients with a question each, whose answers cannot be taken for one another: who am I, where the target can be
 * asked that and there are two identities; else two methods whose results have different members.
 */
import type { CaseContext } from '../../harness/run/case.ts'
import { describeAnswer } from '../../harness/peer/describe.ts'
import type { JsonObject, Peer, PeerAnswer, PeerCall } from '../../harness/peer/peer.ts'
import { adapterOf, valueAt } from '../../harness/target/adapter.ts'
import { channelName } from '../../harness/target/profile.ts'
import type { Channel } from '../../harness/target/profile.ts'
import { isResult } from '../support/answers.ts'

export interface Client {
  readonly peer: Peer
  readonly call: PeerCall
  /** Whether a result answers this client's question. */
  readonly isOwn: (result: JsonObject) => boolean
}

export interface Pair {
  readonly first: Client
  readonly second: Client
}

/** @throws NotApplicable where the target offers nothing by which two answers can be told apart. */
export async function pairOn(context: CaseContext, channel: Channel): Promise<Pair> {
  const first = await context.peer(channel, { own: true })
  const second = await context.peer(channel, { own: true, identity: context.beta ?? context.alpha })
  const whoami = adapterOf(context.target)?.operations.whoami
  if (whoami !== undefined && context.beta !== undefined) {
    const call = { method: 'tools/call', params: { name: whoami.tool, arguments: {} } }
    const as = (agentId: string | undefined) => (result: JsonObject): boolean => agentId !== undefined && valueAt(result['structuredContent'], whoami.results['agent_id'] ?? '') === agentId
    return {
      first: { peer: first, call, isOwn: as(context.alpha.agentId) },
      second: { peer: second, call, isOwn: as(context.beta.agentId) },
    }
  }
  const listing = await listingOf(first)
  if (listing === undefined) context.notApplicable('the target lists neither tools nor resources nor prompts, so that two answers look alike')
  const plain = channel.era === 'modern' ? { method: 'server/discover' } : { method: 'ping' }
  return {
    first: { peer: first, call: { method: listing.method }, isOwn: (result) => Array.isArray(result[listing.member]) },
    second: { peer: second, call: plain, isOwn: (result) => !Array.isArray(result[listing.member]) },
  }
}

async function listingOf(peer: Peer): Promise<{ readonly method: string; readonly member: string } | undefined> {
  const { capabilities } = await peer.survey()
  const member = ['tools', 'resources', 'prompts'].find((name) => Object.hasOwn(capabilities, name))
  return member === undefined ? undefined : { method: `${member}/list`, member }
}

/** Each client's answers, judged: one result, its own, and nothing that carries the mark of the other. @returns Whether they are. */
export function judgeOwn(context: CaseContext, requirement: string, input: string, client: Client, answers: readonly PeerAnswer[], foreign: readonly string[]): boolean {
  const wrong = answers.filter((answer) => problemOf(client, answer, foreign).length > 0)
  const problems = wrong.flatMap((answer) => problemOf(client, answer, foreign))
  context.observe({
    requirement,
    input,
    ok: problems.length === 0,
    expected: `${answers.length} answers, each the client's own`,
    actual: problems.length === 0 ? `${answers.length} answers, each its own` : `${problems.length} of ${answers.length} wrong: ${problems[0] ?? ''}`,
  }, wrong.slice(0, 1))
  return problems.length === 0
}

function problemOf(client: Client, answer: PeerAnswer, foreign: readonly string[]): string[] {
  if (!isResult(answer) || answer.answer.kind !== 'result') return [describeAnswer(answer)]
  if (!client.isOwn(answer.answer.result)) return ['the answer to another client']
  return foreign.some((mark) => JSON.stringify(answer.messages).includes(mark)) ? ['a message with the mark of another client'] : []
}

/** Once for every channel that the case is about. */
export async function eachPair(context: CaseContext, work: (pair: Pair, input: string) => Promise<void>): Promise<void> {
  for (const channel of context.channels) await onPair(context, channel, work)
}

/** The same for all of them at once: for what costs a whole deadline where it goes wrong. */
export async function allPairs(context: CaseContext, work: (pair: Pair, input: string) => Promise<void>): Promise<void> {
  await Promise.all(context.channels.map(async (channel) => onPair(context, channel, work)))
}

async function onPair(context: CaseContext, channel: Channel, work: (pair: Pair, input: string) => Promise<void>): Promise<void> {
  await context.attempt(channelName(channel), async () => work(await pairOn(context, channel), channelName(channel)))
}
