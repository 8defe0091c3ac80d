/** Which ids can be answered: MCP has strings and integers, and JSON in JavaScript keeps integers up to 2^53 - 1. */

export const unanswerableId = 'An id is a string or an integer of at most 2^53 - 1.'

/** False for a message with an id that could only be given back as another one, or that is no id at all. */
export function hasAnswerableId(message: unknown): boolean {
  if (!isRecord(message) || !Object.hasOwn(message, 'id')) return true
  return readableId(message) !== undefined
}

/** The id of a message, where it has one that can be given back. */
export function readableId(message: unknown): string | number | undefined {
  if (!isRecord(message) || !Object.hasOwn(message, 'id')) return undefined
  const id = message['id']
  if (typeof id === 'string') return id
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
