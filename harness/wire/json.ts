/**
 * Reads JSON that an untrusted peer wrote: strict UTF-8, a depth cap checked before parsing so that nothing later
 * recurses too far, and `__proto__` kept as an ordinary own property.
 */

export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  /** `beyond`: it may well be JSON, but is past a cap. */
  | { readonly ok: false; readonly why: string; readonly beyond?: true }

/** Nesting allowed where the caller names no other cap. */
export const defaultJsonDepth = 128

/** More values than any answer has a reason to hold; each costs many times the two bytes that it takes in the text. */
const defaultJsonValues = 250_000

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses one JSON text. Never throws.
 * @param source Bytes in UTF-8 (a byte order mark is skipped, RFC 8259 §8.1) or text.
 * @param maxDepth Arrays and objects inside each other, at most.
 * @param maxValues Values of all kinds together, at most.
 */
export function readJson(source: Uint8Array | string, maxDepth: number = defaultJsonDepth, maxValues: number = defaultJsonValues): JsonReading {
  let text: string
  try {
    text = typeof source === 'string' ? source : utf8.decode(source)
  } catch {
    return { ok: false, why: 'the JSON text is not valid UTF-8' }
  }
  if (text.trim() === '') return { ok: false, why: 'the JSON text is empty' }
  const beyond = passes(text, maxDepth, maxValues)
  if (beyond !== undefined) return { ok: false, why: `the JSON text ${beyond}`, beyond: true }
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false, why: 'the text is not JSON' }
  }
}

/** A JSON object that is only read. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own member only: what `Object.prototype` offers is never mistaken for what the peer sent. */
export function ownMember(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

const quote = 0x22
const backslash = 0x5c

const comma = 0x2c

/** The cap that a text passes; undefined where it keeps within both. */
function passes(text: string, maxDepth: number, maxValues: number): string | undefined {
  let depth = 0
  let values = 1
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === backslash) at += 1
      else if (code === quote) inString = false
    } else if (code === quote) {
      inString = true
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1
      values += 1
      if (depth > maxDepth) return `nests deeper than ${maxDepth}`
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1
    } else if (code === comma) {
      values += 1
    }
    if (values > maxValues) return `holds more than ${maxValues} values`
  }
  return undefined
}
