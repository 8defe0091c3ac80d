/** Lists in pages: opaque cursors, bound to the list they were made for; any other cursor is invalid (server/utilities/pagination). */
import { createHash } from 'node:crypto'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor?: string
}

/**
 * @param list Which list it is, for the cursor.
 * @param cursor As it came; undefined: the first page.
 * @throws ProtocolError -32602 for a cursor that this list never gave out
 */
export function pageOf<Item>(list: string, items: readonly Item[], size: number, cursor: unknown): Page<Item> {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, index) => index * size)
  const start = cursor === undefined ? 0 : starts.find((at) => at > 0 && cursorAt(list, at) === cursor)
  if (start === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such cursor.')
  const next = start + size
  return { items: items.slice(start, next), ...(next < items.length && { nextCursor: cursorAt(list, next) }) }
}

function cursorAt(list: string, start: number): string {
  return createHash('sha256').update(`${list} ${start}`).digest('base64url').slice(0, 22)
}
