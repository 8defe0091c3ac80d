/** The calls of a target that need something of the client: those that asked for input, or were refused for its lack. */
import type { CaseContext } from '../../../harness/run/case.ts'
import type { Peer, PeerCall } from '../../../harness/peer/peer.ts'
import { oncePerRun } from '../once.ts'
import { promptGets, resourceReads } from '../methods.ts'
import { everyCapability, plainCalls, showing } from '../showing.ts'

export interface CapabilityCall {
  /** For the names of inputs: the method, and which call of it. */
  readonly name: string
  readonly call: PeerCall
}

/** Prompts and resources that are looked at beside the callable tools. */
const maxEach = 10
const missingCapability = -32_021

/** Ends this part of the case where the target shows none. */
export async function capabilityCalls(context: CaseContext, peer: Peer): Promise<readonly CapabilityCall[]> {
  const calls = await askedOf(context, peer)
  if (calls.length === 0) context.notApplicable('nothing that the target shows needs a capability of the client')
  return calls
}

const askedOf = oncePerRun(async (context, peer): Promise<readonly CapabilityCall[]> => {
  const calls: PeerCall[] = (await showing(context, peer)).filter(({ answer }) => needsClient(answer)).map(({ call }) => call)
  for (const call of await plainCalls(context, peer)) {
    if (!calls.some((known) => known.params?.['name'] === call.params?.['name']) && needsClient(await peer.call(call))) calls.push(call)
  }
  const survey = await peer.survey()
  for (const call of [...promptGets(survey).slice(0, maxEach), ...resourceReads(survey).slice(0, maxEach)]) {
    if (needsClient(await peer.call({ ...call, capabilities: everyCapability }))) calls.push(call)
  }
  return calls.map((call, index) => ({ name: `${call.method} ${index + 1}`, call }))
})

function needsClient({ answer }: Awaited<ReturnType<Peer['call']>>): boolean {
  if (answer.kind === 'error') return answer.code === missingCapability
  return answer.kind === 'result' && answer.result['resultType'] === 'input_required' && Object.hasOwn(answer.result, 'inputRequests')
}
