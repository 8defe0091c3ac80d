/** requestState passes through the client: whoever changes it or uses it elsewhere must get nowhere. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Peer } from '../../harness/peer/peer.ts'
import { describeAnswer, needTelling } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import type { AskedCall } from '../support/input-requests/input-requests.ts'
import { askAnew, askedCalls, hasProgressed, isTurnedAway, responsesTo, retryOf } from '../support/input-requests/input-requests.ts'
import { otherArguments } from '../support/schemas/other-arguments.ts'
import { tamperings } from '../support/input-requests/tampering.ts'
import { modernCase } from './define.ts'

const maxCalls = 6

/** Calls whose state matters: with it and good answers they get further, and without it they do not. */
async function statefulCalls(context: CaseContext, peer: Peer): Promise<readonly AskedCall[]> {
  const stateful: AskedCall[] = []
  for (const known of await askedCalls(context, peer)) {
    if (stateful.length === maxCalls) break
    if (typeof known.asked['requestState'] !== 'string' || responsesTo(known.asked) === undefined) continue
    const first = await askAnew(peer, known)
    if (first === undefined || !hasProgressed(await peer.call(retryOf(first)), first)) continue
    const second = await askAnew(peer, known)
    if (second === undefined || hasProgressed(await peer.call(retryOf(second, { state: undefined })), second)) continue
    stateful.push(known)
  }
  if (stateful.length === 0) context.notApplicable('the target shows no requestState that influences what is done')
  return stateful
}

/** Tries something with a state of its own, and wants it to get nowhere. */
async function refused(context: CaseContext, peer: Peer, known: AskedCall, { requirement, input, change }: { readonly requirement: string; readonly input: string; readonly change: (state: string) => string }): Promise<void> {
  const fresh = await askAnew(peer, known)
  if (fresh === undefined) return
  const answer = await peer.call(retryOf(fresh, { state: change(String(fresh.asked['requestState'])) }))
  needTelling(answer)
  const ok = isTurnedAway(answer, fresh)
  context.observe({ requirement, input, ok, expected: 'a refusal, or the same questions again', actual: ok ? 'that' : `${describeAnswer(answer)} that is no refusal` }, answer)
}

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.request-state-tampered',
    title: 'A changed or invented requestState gets nowhere',
    requirements: ['mcp-2026-07-28.request-state-verified'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      for (const [index, known] of (await statefulCalls(context, peer)).entries()) {
        for (const { name, change } of tamperings) {
          await refused(context, peer, known, { requirement: 'mcp-2026-07-28.request-state-verified', input: `${channel}: call ${index + 1}: ${name}`, change })
        }
      }
    }),
    explain: {
      sends: 'For calls that need their requestState: good answers with the state changed in one place, cut, encoded once more, emptied, or made up; each with a state of its own.',
      expects: 'An error, a tool error, or the same questions again; never a result, and never the next question.',
      why: 'The state comes back through a client that may be an attacker; what decides on access or on the next step must be protected.',
      failure: 'The state is encoded JSON without a signature, or only part of it is signed.',
      fix: 'Seal the whole state with an HMAC or AEAD, and refuse what does not verify before anything reads it.',
    },
  }),
  modernCase({
    id: 'spec.request-state-replayed',
    title: 'A requestState is good only for whom and for what it was issued',
    requirements: ['mcp-2026-07-28.request-state-bound'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      const stateful = await statefulCalls(context, peer)
      let tried = 0
      for (const [index, known] of stateful.entries()) {
        const input = `${channel}: call ${index + 1}`
        for (const [where, other] of await otherPlaces(context, peer, known, stateful[(index + 1) % stateful.length])) {
          const from = await askAnew(peer, known)
          const to = await askAnew(other.peer, other.call)
          if (from === undefined || to === undefined) continue
          tried += 1
          const answer = await other.peer.call(retryOf(to, { state: from.asked['requestState'] }))
          needTelling(answer)
          const ok = isTurnedAway(answer, to)
          context.observe({ requirement: 'mcp-2026-07-28.request-state-bound', input: `${input}: ${where}`, ok, expected: 'a refusal, or the same questions again', actual: ok ? 'that' : `${describeAnswer(answer)} that is no refusal` }, answer)
        }
      }
      if (tried === 0) context.notApplicable('the target has no second call, arguments or identity for which a requestState could be used')
    }),
    explain: {
      sends: 'A good requestState with good answers, in another call that asks, with other arguments, and with the credentials of a second identity.',
      expects: 'An error, a tool error, or the same questions again.',
      why: 'Whoever confirmed one thing must not have confirmed another, and nobody can confirm for somebody else.',
      failure: 'The state is signed, but says neither for whom nor for which request it is.',
      fix: 'Seal the principal, the method and a digest of the parameters into the state, and compare them when it comes back.',
    },
  }),
]

interface Place {
  readonly peer: Peer
  readonly call: AskedCall
}

/** Where the state of a call does not belong. Each is a place at which answers with its own state are good. */
async function otherPlaces(context: CaseContext, peer: Peer, known: AskedCall, next: AskedCall | undefined): Promise<readonly (readonly [where: string, place: Place])[]> {
  const places: (readonly [string, Place])[] = []
  const add = async (where: string, place: Place): Promise<void> => {
    const fresh = await askAnew(place.peer, place.call)
    if (fresh !== undefined && typeof fresh.asked['requestState'] === 'string' && hasProgressed(await place.peer.call(retryOf(fresh)), fresh)) places.push([where, place])
  }
  if (next !== undefined && next !== known) await add('in another call', { peer, call: next })
  const others = otherArguments(await peer.survey(), known.call)
  if (others !== undefined) await add('with other arguments', { peer, call: { ...known, call: others } })
  if (context.beta !== undefined) await add('by another identity', { peer: await context.peer(peer.channel, { identity: context.beta }), call: known })
  return places
}
