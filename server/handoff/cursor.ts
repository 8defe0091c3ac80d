/**
 * Page cursors: opaque to the caller, signed, and bound to the caller and the list that they were made for, so that
 * a changed or borrowed one is refused instead of giving a wrong page.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../../protocol/canonical-json.ts'
import type { Box, Position } from '../store/handoffs.ts'
import { HandoffError } from './errors.ts'
import type { Status } from './types.ts'

export interface CursorScope {
  readonly agentId: string
  readonly box: Box
  readonly statuses: readonly Status[]
}

const separator = '~'

export function encodeCursor(key: Buffer, scope: CursorScope, position: Position): string {
  const text = `${position.created_at}${separator}${position.id}${separator}${signature(key, scope, position).toString('base64url')}`
  return Buffer.from(text).toString('base64url')
}

/** @throws HandoffError `invalid_input` for anything that `encodeCursor` did not give for this scope */
export function decodeCursor(key: Buffer, scope: CursorScope, cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const [createdAt, id, signed] = text.split(separator)
  if (createdAt === undefined || id === undefined || signed === undefined) throw invalidCursor()
  const position = { created_at: createdAt, id }
  if (encodeCursor(key, scope, position) !== cursor) throw invalidCursor()
  if (!isSigned(signature(key, scope, position), signed)) throw invalidCursor()
  return position
}

function isSigned(expected: Buffer, given: string): boolean {
  const bytes = Buffer.from(given, 'base64url')
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

function signature(key: Buffer, scope: CursorScope, position: Position): Buffer {
  const statuses = [...new Set(scope.statuses)].sort()
  const bound = canonicalJson({ agent: scope.agentId, box: scope.box, statuses, created_at: position.created_at, id: position.id })
  return createHmac('sha256', key).update(bound).digest().subarray(0, 16)
}

function invalidCursor(): HandoffError {
  return new HandoffError('invalid_input', 'The cursor was not given for this list; start again without it.', { field: 'cursor' })
}
