/**
 * Ways of reading a text in which an encoded or interrupted secret stands in plain sight. Each view remembers where
 * its bytes came from, so that a match can be cut out of the original. Every function is one pass over its input.
 */

/** Bytes derived from an original; byte `i` stands for the original's bytes from `start[i]` up to `end[i]`. */
export interface View {
  readonly bytes: Uint8Array
  readonly start: Int32Array
  readonly end: Int32Array
}

/** The original itself. */
export function plainView(bytes: Uint8Array): View {
  const start = new Int32Array(bytes.length)
  const end = new Int32Array(bytes.length)
  for (let at = 0; at < bytes.length; at++) {
    start[at] = at
    end[at] = at + 1
  }
  return { bytes, start, end }
}

class ViewBuilder {
  readonly #from: View
  readonly #bytes: Uint8Array
  readonly #start: Int32Array
  readonly #end: Int32Array
  #length = 0

  constructor(from: View) {
    this.#from = from
    this.#bytes = new Uint8Array(from.bytes.length)
    this.#start = new Int32Array(from.bytes.length)
    this.#end = new Int32Array(from.bytes.length)
  }

  /** One byte that stands for `count` bytes of the view this one is made from. */
  put(byte: number, at: number, count: number): void {
    this.#bytes[this.#length] = byte
    this.#start[this.#length] = this.#from.start[at] ?? 0
    this.#end[this.#length] = this.#from.end[at + count - 1] ?? 0
    this.#length++
  }

  view(): View {
    const length = this.#length
    return { bytes: this.#bytes.subarray(0, length), start: this.#start.subarray(0, length), end: this.#end.subarray(0, length) }
  }
}

const asciiLower = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte)

/** White space, quotes, plus, comma, backslash and control bytes: what people and programs put between two parts. */
const separators = new Uint8Array(256)
for (let byte = 0; byte <= 0x20; byte++) separators[byte] = 1
for (const char of '"\'`+,\\\x7f') separators[char.charCodeAt(0)] = 1

/** The same view in lower case, with nothing left out. */
export function foldedView(from: View): View {
  return { ...from, bytes: from.bytes.map(asciiLower) }
}

/** The view in lower case without separators, invisible characters and terminal escape codes. */
export function squeezedView(from: View): View {
  const { bytes } = from
  const built = new ViewBuilder(from)
  for (let at = 0; at < bytes.length; ) {
    const skipped = escapeCodeLength(bytes, at) || invisibleLength(bytes, at)
    if (skipped > 0) {
      at += skipped
      continue
    }
    const byte = bytes[at] ?? 0
    if (separators[byte] === 0) built.put(asciiLower(byte), at, 1)
    at++
  }
  return built.view()
}

/** A squeezed view without what separates hexadecimal digits: `aa:bb`, `aa-bb`, `0xaa`. */
export function hexView(squeezed: View): View {
  const { bytes } = squeezed
  const built = new ViewBuilder(squeezed)
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === 0x3a || byte === 0x2d) continue
    if (byte === 0x30 && bytes[at + 1] === 0x78) at++
    else built.put(byte, at, 1)
  }
  return built.view()
}

/** ESC [ … final byte (ECMA-48 control sequence), or 0. Only sequences of up to 32 bytes, so that a pass stays linear. */
function escapeCodeLength(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== 0x1b || bytes[at + 1] !== 0x5b) return 0
  const limit = Math.min(bytes.length, at + 32)
  for (let end = at + 2; end < limit; end++) {
    const byte = bytes[end] ?? 0
    if (byte >= 0x40 && byte <= 0x7e) return end + 1 - at
    if (byte < 0x20) return 0
  }
  return 0
}

/** The length in UTF-8 of an invisible or space character that stands at `at`, or 0. */
function invisibleLength(bytes: Uint8Array, at: number): number {
  const [first, second, third] = [bytes[at], bytes[at + 1], bytes[at + 2] ?? 0]
  if (first === 0xc2) return second === 0xad || second === 0xa0 || second === 0x85 ? 2 : 0
  if (first === 0xef) return second === 0xbb && third === 0xbf ? 3 : 0
  if (first !== 0xe2) return 0
  if (second === 0x80) return third <= 0x8f || (third >= 0xa8 && third <= 0xaf) ? 3 : 0
  return second === 0x81 && third >= 0x9f && third <= 0xaf ? 3 : 0
}

const utf8 = new TextEncoder()

/**
 * The view with one layer of escapes taken off: percent-encoding (RFC 3986 §2.1), JSON and JavaScript escapes
 * (RFC 8259 §7), character references and `<U+00AD>`. Undefined where there was none.
 */
export function decodedView(from: View): View | undefined {
  const { bytes } = from
  const built = new ViewBuilder(from)
  let decoded = false
  for (let at = 0; at < bytes.length; ) {
    const escape = escapeAt(bytes, at)
    if (escape === undefined) {
      built.put(bytes[at] ?? 0, at, 1)
      at++
      continue
    }
    decoded = true
    const out = escape.byte === undefined ? utf8.encode(String.fromCodePoint(escape.codePoint)) : [escape.byte]
    for (const byte of out) built.put(byte, at, escape.length)
    at += escape.length
  }
  return decoded ? built.view() : undefined
}

type Escape = { readonly length: number } & ({ readonly byte: number } | { readonly byte?: undefined; readonly codePoint: number })

const simpleEscapes: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09, b: 0x08, f: 0x0c, '"': 0x22, "'": 0x27, '/': 0x2f, '\\': 0x5c }
const references: Readonly<Record<string, number>> = { 'quot;': 0x22, 'apos;': 0x27, 'amp;': 0x26, 'lt;': 0x3c, 'gt;': 0x3e }

function escapeAt(bytes: Uint8Array, at: number): Escape | undefined {
  const byte = bytes[at]
  if (byte === 0x25) return percentAt(bytes, at)
  if (byte === 0x5c) return backslashAt(bytes, at)
  if (byte === 0x26) return referenceAt(bytes, at)
  return byte === 0x3c && ascii(bytes, at + 1, 2) === 'U+' ? codePointEscape(bytes, at, 3, 16, '>') : undefined
}

function percentAt(bytes: Uint8Array, at: number): Escape | undefined {
  const byte = hexNumber(bytes, at + 1, 2)
  return byte === undefined ? undefined : { length: 3, byte }
}

function backslashAt(bytes: Uint8Array, at: number): Escape | undefined {
  const letter = ascii(bytes, at + 1, 1)
  if (letter === 'x') {
    const codePoint = hexNumber(bytes, at + 2, 2)
    return codePoint === undefined ? undefined : { length: 4, byte: codePoint }
  }
  if (letter === 'u') {
    if (bytes[at + 2] === 0x7b) return codePointEscape(bytes, at, 3, 16, '}')
    const unit = hexNumber(bytes, at + 2, 4)
    if (unit === undefined) return undefined
    const low = unit >= 0xd800 && unit < 0xdc00 && ascii(bytes, at + 6, 2) === '\\u' ? hexNumber(bytes, at + 8, 4) : undefined
    if (low === undefined || low < 0xdc00 || low > 0xdfff) return { length: 6, codePoint: unit }
    return { length: 12, codePoint: 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00) }
  }
  const byte = Object.hasOwn(simpleEscapes, letter) ? simpleEscapes[letter] : undefined
  return byte === undefined ? undefined : { length: 2, byte }
}

function referenceAt(bytes: Uint8Array, at: number): Escape | undefined {
  if (bytes[at + 1] === 0x23) {
    const hex = bytes[at + 2] === 0x78 || bytes[at + 2] === 0x58
    return hex ? codePointEscape(bytes, at, 3, 16, ';') : codePointEscape(bytes, at, 2, 10, ';')
  }
  for (const [name, byte] of Object.entries(references)) {
    if (ascii(bytes, at + 1, name.length) === name) return { length: name.length + 1, byte }
  }
  return undefined
}

/** Digits from `at + skip` up to a closing character, at most eight of them. */
function codePointEscape(bytes: Uint8Array, at: number, skip: number, base: number, close: string): Escape | undefined {
  const text = ascii(bytes, at + skip, 9)
  const length = text.indexOf(close)
  const digits = text.slice(0, Math.max(length, 0))
  if (!(base === 16 ? /^[0-9a-f]{1,8}$/i : /^[0-9]{1,8}$/).test(digits)) return undefined
  const codePoint = Number.parseInt(digits, base)
  return codePoint > 0x10ffff ? undefined : { length: skip + length + 1, codePoint }
}

function ascii(bytes: Uint8Array, at: number, length: number): string {
  let text = ''
  for (let index = at; index < at + length && index < bytes.length; index++) text += String.fromCharCode(bytes[index] ?? 0)
  return text
}

function hexNumber(bytes: Uint8Array, at: number, digits: number): number | undefined {
  const text = ascii(bytes, at, digits)
  return text.length === digits && /^[0-9a-f]+$/i.test(text) ? Number.parseInt(text, 16) : undefined
}
