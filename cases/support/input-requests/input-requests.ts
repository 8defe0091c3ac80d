/**
 * What a target asks of its client in the middle of a request, and how a client answers (2026-07-28
 * basic/patterns/mrtr). Only calls that read are made to be asked something.
 */
import type { JsonObject, Peer, PeerAnswer, PeerCall } from '../../../harness/peer/peer.ts'
import type { CaseContext } from '../../../harness/run/case.ts'
import { isJsonObject, ownMember } from '../../../harness/wire/json.ts'
import { responseTo } from './input-responses.ts'
import { promptCall } from '../features/prompt-checks.ts'
import { oncePerRun } from '../once.ts'
import { everyCapability, showing } from '../showing.ts'

/** A call that was answered with a request for input, by a client that can do everything. */
export interface AskedCall {
  readonly call: PeerCall
  readonly asked: JsonObject
}

/** More than enough to see how a server asks. */
const maxResources = 40
const maxPrompts = 20

/** Every call that asks for something; looked for once in a run. Ends the part as not applicable where there is none. */
export async function askedCalls(context: CaseContext, peer: Peer): Promise<readonly AskedCall[]> {
  const asked = await everyAsked(context, peer)
  if (asked.length === 0) context.notApplicable('the target asked for no input in any call that may be made')
  return asked
}

const everyAsked = oncePerRun(async (context, peer): Promise<readonly AskedCall[]> => {
  const { resources, prompts } = await peer.survey()
  const shown = (await showing(context, peer)).map(({ call, answer }) => ({ call, answer }))
  const more: PeerCall[] = [
    ...prompts.items.slice(0, maxPrompts).map((prompt) => promptCall(prompt)),
    ...resources.items.slice(0, maxResources).map(({ uri }) => ({ method: 'resources/read', params: { uri } })),
  ]
  for (const call of more) shown.push({ call, answer: await peer.call({ ...call, capabilities: everyCapability }) })
  return shown.flatMap(({ call, answer }) => {
    const asked = askedOf(answer)
    return asked === undefined ? [] : [{ call, asked }]
  })
})

/** The result that asks, where it is one. */
export function askedOf({ answer }: PeerAnswer): JsonObject | undefined {
  return answer.kind === 'result' && answer.result['resultType'] === 'input_required' ? answer.result : undefined
}

export function inputRequestsOf(asked: JsonObject): readonly (readonly [key: string, request: unknown])[] {
  const requests = ownMember(asked, 'inputRequests')
  return isJsonObject(requests) ? Object.entries(requests) : []
}

/** An answer to everything that was asked; undefined where something cannot be answered. */
export function responsesTo(asked: JsonObject): JsonObject | undefined {
  const responses = inputRequestsOf(asked).map(([key, request]) => [key, responseTo(request)] as const)
  return responses.some(([, response]) => response === undefined) ? undefined : Object.fromEntries(responses)
}

/** The call again, with answers and with the state that came with the questions, or with others. */
export function retryOf({ call, asked }: AskedCall, given: { readonly responses?: unknown; readonly state?: unknown } = {}): PeerCall {
  const responses = 'responses' in given ? given.responses : responsesTo(asked)
  const state = 'state' in given ? given.state : ownMember(asked, 'requestState')
  return {
    ...call,
    capabilities: everyCapability,
    params: { ...call.params, ...(responses === undefined ? {} : { inputResponses: responses }), ...(state === undefined ? {} : { requestState: state }) },
  }
}

/** Asks anew, so that what is tried with a state spoils no other try. */
export async function askAnew(peer: Peer, { call }: AskedCall): Promise<AskedCall | undefined> {
  const asked = askedOf(await peer.call({ ...call, capabilities: everyCapability }))
  return asked === undefined ? undefined : { call, asked }
}

/** Whether a retry was answered and came no further: an error, a tool error, or the same questions. No answer is no refusal. */
export function isTurnedAway(answer: PeerAnswer, asked: AskedCall): boolean {
  return answer.answer.kind !== 'none' && !hasProgressed(answer, asked)
}

/** Whether an answer to a retry has come further than the questions: it is done, or asks for something else. */
export function hasProgressed(answer: PeerAnswer, { asked }: AskedCall): boolean {
  if (answer.answer.kind !== 'result' || answer.answer.result['isError'] === true) return false
  const again = askedOf(answer)
  if (again === undefined) return true
  const keys = (result: JsonObject): string => JSON.stringify(inputRequestsOf(result).map(([key]) => key).sort())
  return keys(again) !== keys(asked)
}
