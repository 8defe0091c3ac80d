/** Idempotency: the same key with the same input gives the first answer again; with another input it is refused. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../protocol/canonical-json.ts'
import { findIdempotencyRecord, insertIdempotencyRecord } from '../store/idempotency.ts'
import type { Transaction } from '../store/statements.ts'
import { HandoffError } from './errors.ts'
import type { Handoff } from './types.ts'

export interface KeyedCall {
  readonly identity: string
  /** Undefined: the caller gave none, and nothing is remembered. */
  readonly key: string | undefined
  readonly tool: string
  /** SHA-256 of the canonical input. */
  readonly inputHash: string
}

/** @param input The input with its defaults, so that leaving one out and writing it are the same call. */
export function keyedCall(identity: string, tool: string, input: { readonly idempotency_key?: string }): KeyedCall {
  const { idempotency_key: key, ...payload } = input
  const inputHash = createHash('sha256').update(canonicalJson({ tool, input: payload })).digest('hex')
  return { identity, key, tool, inputHash }
}

/**
 * The handoff as the first call was answered, or undefined where the key is new.
 * @throws HandoffError `idempotency_conflict`
 */
export function findReplay(transaction: Transaction, call: KeyedCall): Handoff | undefined {
  if (call.key === undefined) return undefined
  const record = findIdempotencyRecord(transaction, call.identity, call.key)
  if (record === undefined) return undefined
  if (record.tool !== call.tool || record.inputHash !== call.inputHash) {
    throw new HandoffError('idempotency_conflict', 'This idempotency key was used before with another payload.', {
      field: 'idempotency_key',
    })
  }
  return record.result as Handoff
}

export function rememberAnswer(transaction: Transaction, call: KeyedCall, handoff: Handoff): void {
  if (call.key === undefined) return
  const { identity, key, tool, inputHash } = call
  insertIdempotencyRecord(transaction, { identity, key, tool, inputHash, handoffId: handoff.id, result: handoff }, handoff.updated_at)
}
