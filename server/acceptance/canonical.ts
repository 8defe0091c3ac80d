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
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
