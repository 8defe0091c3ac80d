/**
 * One JSON text for one value, so that a hash or a comparison of two values does not depend on who wrote them.
 * ASCII only: U+0020 to U+007E stand for themselves, everything else is escaped in lower case.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
}

/** Orders strings by Unicode code point; JavaScript's own order is by UTF-16 unit, which differs above U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  // The engine tells equal texts soonest; of others, long common beginnings are passed over unit by unit.
  if (a === b) return 0
  const end = Math.min(a.length, b.length)
  let index = 0
  while (index < end && a.charCodeAt(index) === b.charCodeAt(index)) index += 1
  if (index === end) return a.length - b.length
  // The unit that differs may be the second one of a pair.
  if (isLow(a.charCodeAt(index)) || isLow(b.charCodeAt(index))) index -= index > 0 && isHigh(a.charCodeAt(index - 1)) ? 1 : 0
  return (a.codePointAt(index) ?? 0) - (b.codePointAt(index) ?? 0)
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/**
 * The canonical text: no white space, keys sorted by code point, members that are `undefined` left out.
 * @throws TypeError for what JSON has no text for (NaN, infinities, functions, `undefined` outside a member).
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return canonicalNumber(value)
  if (typeof value === 'string') return canonicalString(value)
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(',')}]`
  if (typeof value === 'object') return canonicalObject(value as { readonly [key: string]: Json | undefined })
  throw new TypeError(`JSON has no text for a ${typeof value}`)
}

function canonicalObject(value: { readonly [key: string]: Json | undefined }): string {
  const members: string[] = []
  for (const key of Object.keys(value).sort(compareCodePoints)) {
    const member = value[key]
    if (member !== undefined) members.push(`${canonicalString(key)}:${canonicalJson(member)}`)
  }
  return `{${members.join(',')}}`
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError('JSON has no text for a number that is not finite')
  return JSON.stringify(value)
}

function canonicalString(value: string): string {
  return `"${value.replace(/[^\u0020\u0021\u0023-\u005b\u005d-\u007e]/g, escapeUnit)}"`
}

function escapeUnit(unit: string): string {
  return shortEscapes[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
