/**
 * The one JSON text of the contract's preimages: lists of strings, and lists of lists of them. The text is the same as
 * that of protocol/canonical-json.ts; this one leaves the common work to the engine, since it runs in every verdict.
 */

export type StringList = readonly (string | readonly string[])[]

/** Separators `,` and `:`, ASCII only: all outside U+0020 to U+007E is escaped, in lower case. */
export function canonicalStrings(list: StringList): string {
  return escapeBeyondAscii(JSON.stringify(list))
}

const del = '\u007f'

/** The engine escapes what JSON demands; DEL and everything above is left to us, unit by unit. */
function escapeBeyondAscii(json: string): string {
  // ASCII has as many bytes as units, which is told sooner than any pattern finds nothing.
  if (Buffer.byteLength(json) === json.length && !json.includes(del)) return json
  // Into bytes, unit by unit: a long board in another script has millions of them, and the server does nothing else meanwhile.
  const bytes = Buffer.allocUnsafe(json.length * escapeLength)
  let end = 0
  for (let index = 0; index < json.length; index += 1) {
    const unit = json.charCodeAt(index)
    if (unit < 0x7f) {
      bytes[end] = unit
      end += 1
    } else {
      end = writeEscape(bytes, end, unit)
    }
  }
  return bytes.toString('latin1', 0, end)
}

/** Of a backslash, a `u` and four digits. */
const escapeLength = 6
const digits = Buffer.from('0123456789abcdef')

/** @returns Where the next byte goes. */
function writeEscape(bytes: Buffer, start: number, unit: number): number {
  bytes[start] = 0x5c
  bytes[start + 1] = 0x75
  for (let digit = 0; digit < 4; digit += 1) bytes[start + 2 + digit] = digits[(unit >>> (12 - 4 * digit)) & 0xf] ?? 0
  return start + escapeLength
}
