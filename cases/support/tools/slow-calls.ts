/**
 * Two read-only tools by which a target can show what becomes of a call that takes its time: `slow_call` (`label`,
 * `duration_ms`) and `slow_call_state` (`label`), whose structured content says `running`, `finished`, `cancelled` or
 * `unknown`. Where a target has no such tools, nothing outside can tell.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { CaseContext } from '../../../harness/run/case.ts'
import type { Peer, PeerCall } from '../../../harness/peer/peer.ts'
import { objectAt } from '../../../harness/peer/survey.ts'
import { valueAt } from '../../../harness/target/adapter.ts'

const slow = 'slow_call'
const state = 'slow_call_state'
const pollMs = 50

/** Ends this part of the case where the target has not both tools. */
export async function needSlowCalls(context: CaseContext, peer: Peer): Promise<void> {
  const { tools } = await peer.survey()
  const found = [slow, state].every((name) => tools.items.some((tool) => tool['name'] === name && objectAt(tool, 'annotations')['readOnlyHint'] === true))
  if (!found) context.notApplicable(`the target has no read-only tools ${slow} and ${state} that show what became of a call`)
}

/** @param durationMs How long the call takes. */
export function slowCall(label: string, durationMs: number): PeerCall {
  return { method: 'tools/call', params: { name: slow, arguments: { label, duration_ms: durationMs } } }
}

/** What the target says of a call, once that is one of the wanted states, or after so many ms. */
export async function slowCallState(peer: Peer, label: string, wanted: readonly string[], withinMs: number): Promise<string> {
  const end = performance.now() + withinMs
  for (;;) {
    const { answer } = await peer.call({ method: 'tools/call', params: { name: state, arguments: { label } } })
    const said = answer.kind === 'result' ? valueAt(answer.result['structuredContent'], 'state') : undefined
    const known = ['running', 'finished', 'cancelled', 'unknown'].find((each) => each === said) ?? 'nothing that is known'
    if (wanted.includes(known) || performance.now() > end) return known
    await delay(pollMs)
  }
}
