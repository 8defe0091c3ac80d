/** Looks into JSON that may have any shape: whoever reads it must hold their ground also where a schema has been violated. */

import { isJsonObject, ownMember } from './json.ts'
import type { JsonObject } from './json.ts'

/** A member that is a string, and not an empty one. */
export function textOf(value: JsonObject, name: string): string | undefined {
  const member = ownMember(value, name)
  return typeof member === 'string' && member !== '' ? member : undefined
}

export function objectOf(value: JsonObject, name: string): JsonObject | undefined {
  const member = ownMember(value, name)
  return isJsonObject(member) ? member : undefined
}

/** The objects of a list, each with its JSON Pointer (RFC 6901) below that of the list. */
export function objectsOf(value: JsonObject, name: string, pointer = ''): { readonly at: string; readonly value: JsonObject }[] {
  const member = ownMember(value, name)
  if (!Array.isArray(member)) return []
  return member.flatMap((each: unknown, index) => (isJsonObject(each) ? [{ at: `${pointer}/${name}/${index}`, value: each }] : []))
}
