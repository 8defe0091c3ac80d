/**
 * JSON as RFC 8259 and I-JSON (RFC 7493) want it exchanged: what two parsers could read differently is refused, so that
 * nothing is judged in one reading and done in another. The grammar itself is left to `JSON.parse`; this file adds what
 * it lets pass.
 */

export type StrictJsonFault =
  | 'not-utf8'
  | 'byte-order-mark'
  | 'too-deep'
  | 'duplicate-key'
  | 'lone-surrogate'
  | 'number-out-of-range'
  | 'syntax'

const texts: Readonly<Record<StrictJsonFault, string>> = {
  'not-utf8': 'is not valid UTF-8',
  'byte-order-mark': 'begins with a byte order mark',
  'too-deep': 'is nested too deeply',
  'duplicate-key': 'has an object with the same key twice',
  'lone-surrogate': 'has one half of a surrogate pair',
  'number-out-of-range': 'has a number that is out of range',
  syntax: 'is not valid JSON',
}

/** Why a text was refused. The message never quotes the text: it may hold a secret. */
export class StrictJsonError extends Error {
  override readonly name = 'StrictJsonError'
  readonly fault: StrictJsonFault

  constructor(fault: StrictJsonFault) {
    super(`The text ${texts[fault]}.`)
    this.fault = fault
  }
}

export interface StrictJsonOptions {
  /** Containers within containers, the outermost counted as 1 (default 64). */
  readonly maxDepth?: number
}

/**
 * Reads one JSON text from its bytes (UTF-8 without a byte order mark) or from a string.
 * @throws StrictJsonError
 */
export function parseStrictJson(input: Uint8Array | string, options: StrictJsonOptions = {}): unknown {
  const text = typeof input === 'string' ? input : decode(input)
  if (!text.isWellFormed()) throw new StrictJsonError('lone-surrogate')
  if (text.startsWith('\uFEFF')) throw new StrictJsonError('byte-order-mark')
  scan(text, options.maxDepth ?? 64)
  try {
    return JSON.parse(text)
  } catch {
    throw new StrictJsonError('syntax')
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new StrictJsonError('not-utf8')
  }
}

interface Container {
  /** Undefined for an array. */
  readonly keys: Set<string> | undefined
  /** The next string is a key. */
  atKey: boolean
}

const numberStart = /[-0-9]/
const numberToken = /[-+.0-9eE]+/y

/** One pass over strings, brackets and numbers. Text that is no JSON at all passes here and fails in `JSON.parse`. */
function scan(text: string, maxDepth: number): void {
  const stack: Container[] = []
  let at = 0
  while (at < text.length) {
    const char = text.charAt(at)
    const top = stack.at(-1)
    if (char === '"') {
      const end = endOfString(text, at)
      if (top?.keys !== undefined && top.atKey) addKey(top, text.slice(at, end))
      at = end
      continue
    }
    if (char === '{' || char === '[') {
      stack.push({ keys: char === '{' ? new Set() : undefined, atKey: char === '{' })
      if (stack.length > maxDepth) throw new StrictJsonError('too-deep')
    } else if (char === '}' || char === ']') {
      stack.pop()
    } else if (char === ',' && top !== undefined) {
      top.atKey = top.keys !== undefined
    } else if (numberStart.test(char)) {
      at = endOfNumber(text, at)
      continue
    }
    at += 1
  }
}

function addKey(object: Container, quoted: string): void {
  const key = unquote(quoted)
  if (object.keys?.has(key) === true) throw new StrictJsonError('duplicate-key')
  object.keys?.add(key)
  object.atKey = false
}

/** `"a"` and `"\u0061"` are the same key. */
function unquote(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    return String(JSON.parse(quoted))
  } catch {
    throw new StrictJsonError('syntax')
  }
}

const interesting = /["\\]/g
const surrogateEscape = /\\u[dD][89a-fA-F][0-9a-fA-F]{2}/y
const lowEscape = /\\u[dD][c-fC-F][0-9a-fA-F]{2}/y

/** The position behind the closing quote; surrogate escapes must come in pairs. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (;;) {
    interesting.lastIndex = at
    const hit = interesting.exec(text)
    if (hit === null) throw new StrictJsonError('syntax')
    if (hit[0] === '"') return hit.index + 1
    at = hit.index + 2
    if (text.charAt(hit.index + 1) === 'u') at = endOfUnicodeEscape(text, hit.index)
  }
}

function endOfUnicodeEscape(text: string, at: number): number {
  surrogateEscape.lastIndex = at
  if (!surrogateEscape.test(text)) return at + 2
  lowEscape.lastIndex = at
  const isLow = lowEscape.test(text)
  lowEscape.lastIndex = at + 6
  if (isLow || !lowEscape.test(text)) throw new StrictJsonError('lone-surrogate')
  return at + 12
}

/** A number that overflows to infinity cannot be kept as sent; a loss of digits is the business of whoever reads it. */
function endOfNumber(text: string, start: number): number {
  numberToken.lastIndex = start
  numberToken.test(text)
  const end = numberToken.lastIndex
  if (Math.abs(Number(text.slice(start, end))) === Infinity) throw new StrictJsonError('number-out-of-range')
  return end
}
