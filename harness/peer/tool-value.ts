/** The object that a tool gave: its structured content, or, of a tool without any, the JSON that its text is. */
import { isJsonObject, readJson } from '../wire/json.ts'
import type { JsonObject } from '../wire/json.ts'

/** @returns Undefined where there is none. */
export function toolValue(result: JsonObject): JsonObject | undefined {
  if (isJsonObject(result['structuredContent'])) return result['structuredContent']
  const reading = readJson(toolText(result))
  return reading.ok && isJsonObject(reading.value) ? reading.value : undefined
}

/** The text of the first block of content; empty where there is none. */
export function toolText(result: JsonObject): string {
  const content = result['content']
  const [first] = Array.isArray(content) ? (content as readonly unknown[]) : []
  return isJsonObject(first) && typeof first['text'] === 'string' ? first['text'] : ''
}
