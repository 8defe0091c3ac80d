/** Looks into JSON that may have any shape: a rule must hold its ground also where the schema has been violated. */

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member of the object's own. */
export function memberOf(value: JsonObject, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

/** A member that is a string, and not an empty one. */
export function textOf(value: JsonObject, name: string): string | undefined {
  const member = memberOf(value, name)
  return typeof member === 'string' && member !== '' ? member : undefined
}

export function objectOf(value: JsonObject, name: string): JsonObject | undefined {
  const member = memberOf(value, name)
  return isObject(member) ? member : undefined
}

/** The objects of a list, each with its JSON Pointer (RFC 6901) below that of the list. */
export function objectsOf(value: JsonObject, name: string, pointer = ''): { readonly at: string; readonly value: JsonObject }[] {
  const member = memberOf(value, name)
  if (!Array.isArray(member)) return []
  return member.flatMap((each: unknown, index) => (isObject(each) ? [{ at: `${pointer}/${name}/${index}`, value: each }] : []))
}
