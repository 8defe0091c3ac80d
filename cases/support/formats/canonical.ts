/** Compares JSON values whatever the order of their members. */
import { isJsonObject } from '../../../harness/wire/json.ts'

/** The same text for equal values. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(ordered(value)) ?? ''
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  return isJsonObject(value) ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, ordered(value[key])])) : value
}
