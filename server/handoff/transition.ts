/** Moves a handoff: access, replay, expiry, version and lifecycle are checked in this order, then it is written. */
import { findHandoff } from '../store/handoffs.ts'
import { mayAccess } from './access.ts'
import { applyExpiry, moveHandoff } from './changes.ts'
import type { Domain } from './domain.ts'
import { HandoffError } from './errors.ts'
import type { AcknowledgeInput, ChangeResult } from './inputs.ts'
import { mayMove, roleOf } from './lifecycle.ts'
import { notFound } from './refusals.ts'
import { findReplay, keyedCall, rememberAnswer } from './replay.ts'
import type { Caller, Handoff, Status } from './types.ts'

/** What a transaction leaves: a refusal after an expiry must not undo the expiry, so it is a value and not thrown. */
type Outcome = ChangeResult | { readonly refused: HandoffError }

/**
 * @param input All of the tool's input: it is what an idempotency key stands for.
 * @throws HandoffError `not_found`, `idempotency_conflict`, `version_conflict`, `illegal_transition`, `busy`
 */
export async function transition(
  { store, clock }: Domain,
  caller: Caller,
  tool: string,
  input: AcknowledgeInput,
  to: Status,
): Promise<ChangeResult> {
  const call = keyedCall(caller.agentId, tool, input)
  const outcome = await store.write((transaction): Outcome => {
    const cause = { policyRevision: caller.policy.revision, now: clock() }
    const found = findHandoff(transaction, input.handoff_id)
    if (found === undefined || !mayAccess(caller.policy, caller.agentId, found, cause.now)) throw notFound('handoff_id')
    const replay = findReplay(transaction, call)
    if (replay !== undefined) return { handoff: replay, replayed: true }
    const current = applyExpiry(transaction, found, cause)
    const refused = refusal(current, caller.agentId, input.expected_version, to)
    if (refused !== undefined) return { refused }
    const note = input.note === undefined ? {} : { note: input.note }
    const handoff = moveHandoff(transaction, current, to, { ...cause, ...note, actor: caller.agentId })
    rememberAnswer(transaction, call, handoff)
    return { handoff, replayed: false }
  })
  if ('refused' in outcome) throw outcome.refused
  return outcome
}

function refusal(current: Handoff, agentId: string, expectedVersion: number | undefined, to: Status): HandoffError | undefined {
  if (expectedVersion !== undefined && expectedVersion !== current.version) {
    return new HandoffError('version_conflict', `The handoff is at version ${current.version}; read it again.`, {
      field: 'expected_version',
    })
  }
  const role = roleOf(current, agentId)
  if (role === undefined || !mayMove(current.status, to, role)) {
    return new HandoffError('illegal_transition', `The ${role ?? 'caller'} cannot move a handoff from ${current.status} to ${to}.`)
  }
  return undefined
}
