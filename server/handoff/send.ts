/** Creates a handoff: parent, replay, policy and depth are checked in this order, then it is written. */
import { randomUUID } from 'node:crypto'
import { findHandoff } from '../store/handoffs.ts'
import type { Transaction } from '../store/statements.ts'
import { fitsParent, mayAccess, maySend } from './access.ts'
import { createHandoff, isoTime } from './changes.ts'
import type { Domain } from './domain.ts'
import { HandoffError } from './errors.ts'
import { newId } from './ids.ts'
import type { ChangeResult, SendInput } from './inputs.ts'
import { notFound, notPermitted } from './refusals.ts'
import { findReplay, keyedCall, rememberAnswer } from './replay.ts'
import type { Caller, Handoff } from './types.ts'

export const sendDefaults = { context_refs: [], artifact_refs: [], tags: [], sensitivity: 'internal', priority: 'normal' } as const

type Draft = SendInput & Required<Pick<SendInput, keyof typeof sendDefaults>>

/** @throws HandoffError `not_found`, `idempotency_conflict`, `not_permitted`, `depth_exceeded`, `busy` */
export async function send({ store, clock, maxDepth }: Domain, caller: Caller, input: SendInput): Promise<ChangeResult> {
  const draft: Draft = { ...sendDefaults, ...input }
  const call = keyedCall(caller.agentId, 'handoff_send', draft)
  return store.write((transaction) => {
    const now = clock()
    const parent = findParent(transaction, caller, draft.parent_id, now)
    const replay = findReplay(transaction, call)
    if (replay !== undefined) {
      if (!mayAccess(caller.policy, caller.agentId, replay, now)) throw notFound('handoff_id')
      return { handoff: replay, replayed: true }
    }
    const offer = { sender: caller.agentId, recipient: draft.recipient, sensitivity: draft.sensitivity }
    if (!maySend(caller.policy, offer, now)) throw notPermitted()
    if (parent !== undefined && !fitsParent(offer, parent)) throw notPermitted()
    const handoff = newHandoff(caller, draft, parent, now)
    if (handoff.depth > maxDepth) {
      throw new HandoffError('depth_exceeded', `A chain of handoffs may be ${maxDepth} deep.`, { field: 'parent_id' })
    }
    createHandoff(transaction, handoff, { actor: caller.agentId, policyRevision: caller.policy.revision, now })
    rememberAnswer(transaction, call, handoff)
    return { handoff, replayed: false }
  })
}

function findParent(transaction: Transaction, caller: Caller, parentId: string | undefined, now: number): Handoff | undefined {
  if (parentId === undefined) return undefined
  const parent = findHandoff(transaction, parentId)
  if (parent === undefined || !mayAccess(caller.policy, caller.agentId, parent, now)) throw notFound('parent_id')
  return parent
}

function newHandoff(caller: Caller, draft: Draft, parent: Handoff | undefined, now: number): Handoff {
  const id = newId(now)
  return {
    id,
    thread_id: parent?.thread_id ?? randomUUID(),
    ...(parent === undefined ? {} : { parent_id: parent.id }),
    depth: parent === undefined ? 0 : parent.depth + 1,
    sender: caller.agentId,
    recipient: draft.recipient,
    title: draft.title,
    summary: draft.summary,
    request: draft.request,
    context_refs: draft.context_refs,
    artifact_refs: draft.artifact_refs,
    tags: draft.tags,
    sensitivity: draft.sensitivity,
    priority: draft.priority,
    status: 'queued',
    version: 1,
    created_at: isoTime(now),
    updated_at: isoTime(now),
    ...(draft.expires_in_s === undefined ? {} : { expires_at: isoTime(now + draft.expires_in_s * 1000) }),
  }
}
