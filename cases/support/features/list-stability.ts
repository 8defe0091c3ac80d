/** Whether a list is the same on another connection and after other requests, in every revision. */
import type { CaseContext } from '../../../harness/run/case.ts'
import type { Peer } from '../../../harness/peer/peer.ts'
import { listAll } from '../../../harness/peer/survey.ts'
import { describeAnswer } from '../answers.ts'
import { harmlessCall } from '../harmless.ts'
import { plainCalls } from '../showing.ts'

/** A list of this name, which is also that of its capability, and by what its items are told apart. */
interface Listed {
  readonly list: 'tools' | 'resources' | 'prompts'
  readonly by: 'name' | 'uri'
}

/** `order` where the order counts too. */
interface Requirements {
  readonly set: string
  readonly order?: string
}

/** The list may change with time: only what differs twice in a row counts. Not applicable where nothing is listed. */
export async function checkListStable(context: CaseContext, peer: Peer, input: string, listed: Listed, { set, order }: Requirements): Promise<void> {
  const { list } = listed
  if (!Object.hasOwn((await peer.survey()).capabilities, list)) context.notApplicable(`the target declares no ${list}`)
  let lists: readonly (readonly string[])[] = []
  for (let round = 0; round < 2; round += 1) {
    lists = await listAround(context, peer, listed)
    if (same(lists)) break
  }
  if (lists.every(({ length }) => length === 0)) context.notApplicable(`the target lists no ${list}`)
  const sameSet = same(lists.map((names) => names.toSorted()))
  context.observe({ requirement: set, input, ok: sameSet, expected: `the same ${list} on each connection, before and after other requests`, actual: sameSet ? 'the same' : `lists of ${lists.map(({ length }) => length).join(', ')} ${list} that differ` })
  if (sameSet && order !== undefined) context.observe({ requirement: order, input, ok: same(lists), expected: 'the same order each time', actual: same(lists) ? 'the same' : `the same ${list} in another order` })
}

async function listAround(context: CaseContext, peer: Peer, listed: Listed): Promise<readonly (readonly string[])[]> {
  const [call = harmlessCall(peer)] = await plainCalls(context, peer)
  const elsewhere = async (): Promise<Peer> => context.peer(peer.channel, { identity: peer.identity, own: true })
  const before = await namesOf(context, peer, listed)
  const beside = await namesOf(context, await elsewhere(), listed)
  await peer.call(call)
  return [before, beside, await namesOf(context, peer, listed), await namesOf(context, await elsewhere(), listed)]
}

async function namesOf(context: CaseContext, peer: Peer, { list, by }: Listed): Promise<readonly string[]> {
  const { items, refused } = await listAll(peer, `${list}/list`, list)
  if (refused !== undefined) context.inconclusive(`${list}/list was not served: ${describeAnswer(refused)}`)
  return items.map((item) => String(item[by]))
}

function same(values: readonly unknown[]): boolean {
  return new Set(values.map((value) => JSON.stringify(value))).size === 1
}
