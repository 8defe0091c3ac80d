/**
 * What a target shows of itself when each of its callable tools is called once by a client that can do everything and
 * wants to hear everything. Cases about progress, logging, tasks and multi round-trip requests start from it.
 */
import type { CaseContext } from '../../harness/run/case.ts'
import type { CallableTool } from '../../harness/peer/calls.ts'
import { callableTools } from '../../harness/peer/calls.ts'
import type { JsonObject, Peer, PeerAnswer, PeerCall } from '../../harness/peer/peer.ts'
import { oncePerRun } from './once.ts'
import { solo } from './solo.ts'

export interface ShownCall {
  readonly tool: CallableTool
  /** The call that was made, to be made again with something changed. */
  readonly call: PeerCall
  readonly progressToken: string
  readonly answer: PeerAnswer
}

/** Everything that a client of revision 2026-07-28 can declare. */
export const everyCapability: JsonObject = {
  roots: {},
  sampling: { tools: {}, context: {} },
  elicitation: { form: {}, url: {} },
  extensions: { 'io.modelcontextprotocol/tasks': {} },
}

export const logLevelKey = 'io.modelcontextprotocol/logLevel'

/** Until a tool has answered, in ms: each revision waits so long for one that never does in time. */
const patienceMs = 5_000

/** Asked once in a run for each channel and identity; empty where nothing may be called. */
export const showing: (context: CaseContext, peer: Peer) => Promise<readonly ShownCall[]> = oncePerRun(show)

/** The same calls by a client that can do everything, but asked neither for progress nor for log messages. */
export const quietShowing: (context: CaseContext, peer: Peer) => Promise<readonly { readonly call: PeerCall; readonly answer: PeerAnswer }[]> = oncePerRun(async (context, given) => {
  const peer = await solo(context, given)
  const answers: { call: PeerCall; answer: PeerAnswer }[] = []
  for (const call of await plainCalls(context, peer)) {
    answers.push({ call, answer: await peer.call({ ...call, ...(peer.channel.era === 'modern' ? { capabilities: everyCapability } : {}), timeoutMs: patienceMs }) })
  }
  return answers
})

/** The calls of a target's callable tools, as plain as they can be. */
export async function plainCalls(context: CaseContext, peer: Peer): Promise<readonly PeerCall[]> {
  return callableTools(await peer.survey(), context.target.claimed).map(callOf)
}

async function show(context: CaseContext, given: Peer): Promise<readonly ShownCall[]> {
  const peer = await solo(context, given)
  const calls: ShownCall[] = []
  for (const [index, tool] of callableTools(await peer.survey(), context.target.claimed).entries()) {
    const progressToken = `shown-${index}`
    const call = callOf(tool)
    // Before 2026-07-28 capabilities and the log level belong to the session.
    const wishes = peer.channel.era === 'modern'
      ? { capabilities: everyCapability, meta: { progressToken, [logLevelKey]: 'debug' } }
      : { meta: { progressToken } }
    const answer = await peer.call({ ...call, ...wishes, timeoutMs: patienceMs })
    calls.push({ tool, call, progressToken, answer })
  }
  return calls
}

function callOf({ name, arguments: args }: CallableTool): PeerCall {
  return { method: 'tools/call', params: { name, arguments: args } }
}
