/** Negative testing of `subscriptions/listen`, whose success is a stream and not a result. */
import { stillServes } from '../../../harness/run/engine-requirements.ts'
import type { CaseContext } from '../../../harness/run/case.ts'
import { isPeerStream } from '../../../harness/peer/peer.ts'
import type { JsonObject, Peer, PeerCall } from '../../../harness/peer/peer.ts'
import { describeAnswer, needTelling } from '../answers.ts'
import type { AnswerExpectation } from '../answers.ts'
import { acknowledged, firstMs } from './listening.ts'

export interface ListenRefusal {
  /** Unique within the case. */
  readonly input: string
  /** What the well-formed request asks for. */
  readonly filter: JsonObject
  readonly fault: (message: JsonObject) => JsonObject
  readonly expect: readonly AnswerExpectation[]
}

/** How long a refusal is waited for, in ms: a server that takes the request keeps the stream open instead. */
const refusalMs = 3_000

/** The well-formed request is acknowledged, the faulty one refused for the right reason, and the first one acknowledged again. */
export async function refuseListen(context: CaseContext, peer: Peer, { input, filter, fault, expect }: ListenRefusal): Promise<void> {
  const call: PeerCall = { method: 'subscriptions/listen', params: { notifications: filter } }
  const before = await listens(peer, call)
  if (before !== undefined) context.inconclusive(`${input}: the well-formed subscription was not acknowledged: ${before}`)
  const id = `listen-fault-${context.random()}`
  const answer = await peer.deliver(JSON.stringify(fault(peer.message({ ...call, id }))), { ...call, id, timeoutMs: refusalMs })
  needTelling(answer)
  for (const { requirement, expected, holds } of expect) context.observe({ requirement, input, ok: holds(answer), expected, actual: describeAnswer(answer) }, answer)
  // What it took after all stays open on a shared stdout until it is told otherwise.
  if (answer.answer.kind === 'none' && peer.channel.transport === 'stdio') await peer.notify('notifications/cancelled', { requestId: id })
  const after = await listens(peer, call)
  context.observe({
    requirement: stillServes, input, ok: after === undefined, expected: 'the well-formed subscription is acknowledged after the fault as before it', actual: after ?? 'acknowledged',
  })
}

/** Why it is not acknowledged; undefined where it is. */
async function listens(peer: Peer, call: PeerCall): Promise<string | undefined> {
  const opened = await peer.open(call)
  if (!isPeerStream(opened)) return describeAnswer(opened)
  try {
    const first = await opened.next(firstMs)
    return first?.['method'] === acknowledged ? undefined : 'a stream that does not begin with an acknowledgement'
  } finally {
    await opened.close()
  }
}
