/** Two clients use the same JSON-RPC id at the same time, and each gets its own answer. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { PeerAnswer } from '../../harness/peer/peer.ts'
import { channelName } from '../../harness/target/profile.ts'
import { isolationCase } from './define.ts'
import { eachPair, judgeOwn, pairOn } from './pair.ts'
import type { Pair } from './pair.ts'

const ownAnswer = 'jsonrpc.own-answer'

/** How often the two ask at once; whoever shares one table of ids loses answers long before. */
const rounds = 8
/** Until an answer, in ms. */
const patienceMs = 6_000

interface Ids {
  readonly name: string
  readonly first: string | number
  readonly second: string | number
}

const ids: readonly Ids[] = [
  { name: 'the same number', first: 1, second: 1 },
  { name: 'the same string', first: 'call-1', second: 'call-1' },
  { name: 'a number and a string that look alike', first: 7, second: '7' },
  { name: 'zero and the empty string', first: 0, second: '' },
]

/** All at once, the two clients in turn. */
async function together({ first, second }: Pair, { first: one, second: other }: Ids): Promise<{ readonly firsts: PeerAnswer[]; readonly seconds: PeerAnswer[] }> {
  const marks = { first: { progressToken: 'mark-of-the-first' }, second: { progressToken: 'mark-of-the-second' } }
  const pairs = await Promise.all(Array.from({ length: rounds }, async () => Promise.all([
    first.peer.call({ ...first.call, id: one, meta: marks.first, timeoutMs: patienceMs }),
    second.peer.call({ ...second.call, id: other, meta: marks.second, timeoutMs: patienceMs }),
  ])))
  return { firsts: pairs.map(([answer]) => answer), seconds: pairs.map(([, answer]) => answer) }
}

async function sameIds(context: CaseContext): Promise<void> {
  await eachPair(context, async (pair, channel) => {
    for (const each of ids) {
      const { firsts, seconds } = await together(pair, each)
      const firstOk = judgeOwn(context, ownAnswer, `${channel}: ${each.name}, the first client`, pair.first, firsts, ['mark-of-the-second'])
      const secondOk = judgeOwn(context, ownAnswer, `${channel}: ${each.name}, the second client`, pair.second, seconds, ['mark-of-the-first'])
      // Answers that never come cost their whole deadline each, and show nothing more.
      if (!firstOk || !secondOk) return
    }
  })
}

/** Two revisions at once, with the same ids: a server of both eras has two tables at most, and must not mix them. */
async function acrossRevisions(context: CaseContext): Promise<void> {
  const [newest, ...older] = context.channels
  if (newest === undefined || older.length === 0) context.notApplicable('the target speaks one revision only')
  const modern = await pairOn(context, newest)
  for (const channel of older) {
    await context.attempt(channelName(channel), async () => {
      const legacy = await pairOn(context, channel)
      const mixed: Pair = { first: modern.first, second: legacy.second }
      const { firsts, seconds } = await together(mixed, { name: '', first: 1, second: 1 })
      judgeOwn(context, ownAnswer, `${channelName(newest)} beside ${channelName(channel)}, the first client`, mixed.first, firsts, ['mark-of-the-second'])
      judgeOwn(context, ownAnswer, `${channelName(newest)} beside ${channelName(channel)}, the second client`, mixed.second, seconds, ['mark-of-the-first'])
    })
  }
}

export const cases: readonly Case[] = [
  isolationCase({
    id: 'isolation.same-id',
    title: 'Two clients that use the same id at the same time each get their own answer',
    requirements: [ownAnswer],
    scenario: sameIds,
    explain: {
      sends: 'Requests of two clients (two identities where there are) at the same time, eight of each, with the same id, and with ids that look alike.',
      expects: 'Every request gets one result, and it is the one that its own client asked for.',
      why: 'Ids are only unique within one client. A server that keeps one table for all of them sends answers to the wrong client (GHSA-345p-7cg4-v4c7, CVE-2026-25536).',
      failure: 'One transport or one server object is shared by several clients, so that the later request takes the place of the earlier one.',
      fix: 'Make a transport and a server for every request, or for every session, and never share one between clients.',
    },
  }),
  isolationCase({
    id: 'isolation.across-revisions',
    title: 'Clients of different revisions that use the same id each get their own answer',
    requirements: [ownAnswer],
    scenario: acrossRevisions,
    explain: {
      sends: 'Requests of one client in the newest revision and of another in each older one at the same time, with the same id.',
      expects: 'Every request gets one result, and it is the one that its own client asked for.',
      why: 'A server of both eras keeps two kinds of state, and a request must find its way back through its own.',
      failure: 'Both eras feed one transport, whose table of ids they share.',
      fix: 'Keep the eras apart from the request line to the response.',
    },
  }),
]
