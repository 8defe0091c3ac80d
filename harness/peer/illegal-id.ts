/** What a case sent as an id though no schema allows it: an answer that gives it back is no fault of its own. */
import { isJsonObject, readJson } from '../wire/json.ts'

/** @param text A message as it is sent. @returns The id where it is neither a string nor an integer; nothing where there is none, or no message. */
export function illegalIdIn(text: string | Uint8Array): { readonly illegalId?: unknown } {
  const reading = readJson(text)
  if (!reading.ok || !isJsonObject(reading.value) || !Object.hasOwn(reading.value, 'id')) return {}
  const { id } = reading.value
  return typeof id === 'string' || Number.isInteger(id) ? {} : { illegalId: id }
}
