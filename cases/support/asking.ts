/** A well-formed call that ought to be refused for what it asks, and proof that the target still serves after it. */
import type { Peer, PeerAnswer, PeerCall } from '../../harness/peer/peer.ts'
import type { CaseContext } from '../../harness/run/case.ts'
import { stillServes } from '../../harness/run/engine-requirements.ts'
import { describeAnswer, isResult, needTelling } from './answers.ts'
import type { AnswerExpectation } from './answers.ts'

export interface Question {
  /** Which input this is, in words; unique within the case. */
  readonly input: string
  readonly call: PeerCall
  readonly expect: readonly AnswerExpectation[]
  /** What is served before and after (default: `tools/list`). */
  readonly control?: PeerCall
}

/** @returns What the call came to. Ends the input as inconclusive where the control is refused before. */
export async function askInVain(context: CaseContext, peer: Peer, { input, call, expect, control = { method: 'tools/list' } }: Question): Promise<PeerAnswer> {
  const first = await peer.call(control)
  if (!isResult(first)) context.inconclusive(`${input}: ${control.method} was not served: ${describeAnswer(first)}`)
  const answer = await peer.call(call)
  needTelling(answer)
  for (const { requirement, expected, holds } of expect) {
    context.observe({ requirement, input, ok: holds(answer), expected, actual: describeAnswer(answer) }, answer)
  }
  const again = await peer.call(control)
  needTelling(again)
  context.observe({ requirement: stillServes, input, ok: isResult(again), expected: `${control.method} is served after it as before it`, actual: describeAnswer(again) }, again)
  return answer
}

/** A tool result that says that the tool failed. */
export function isToolError({ answer }: PeerAnswer): boolean {
  return answer.kind === 'result' && answer.result['isError'] === true
}
