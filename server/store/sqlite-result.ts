/** Reads SQLite's result codes (sqlite.org/rescode.html) out of what `node:sqlite` throws. */
import { StoreError } from './errors.ts'
import type { StoreErrorCode } from './errors.ts'

const busy = 5
const locked = 6

const codes: Readonly<Record<number, StoreErrorCode>> = {
  3: 'unreadable',
  [busy]: 'locked',
  [locked]: 'locked',
  8: 'read_only',
  10: 'io',
  11: 'corrupt',
  13: 'full',
  14: 'unreadable',
  23: 'unreadable',
  26: 'not_a_database',
}

/** The primary result code, or undefined where the error is not SQLite's. */
export function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  return error.errcode & 0xff
}

/** Whether somebody else holds the lock, so that trying again may help. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error)
  return code === busy || code === locked
}

/** SQLite's errors as a `StoreError`; every other error unchanged. */
export function toStoreError(error: unknown, path: string): unknown {
  const code = resultCode(error)
  if (code === undefined) return error
  return new StoreError(codes[code] ?? 'unexpected', path, { cause: error })
}
