/**
 * The contract's word characters: Unicode letters, decimal digits and `_`. Marks are none, so a letter written with a
 * combining mark ends a word before the mark.
 */

const wordCharacter = /^[\p{L}\p{Nd}_]$/u

/** Whether a word character begins at this index, in UTF-16 units. */
export function isWordAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  if (unit <= 0x7f) return isAsciiWord(unit)
  const codePoint = text.codePointAt(index)
  return codePoint !== undefined && wordCharacter.test(String.fromCodePoint(codePoint))
}

function isAsciiWord(unit: number): boolean {
  if (unit >= 0x61) return unit <= 0x7a
  if (unit >= 0x41) return unit <= 0x5a || unit === 0x5f
  return unit >= 0x30 && unit <= 0x39
}

/** Where the run of word characters that ends before `end` begins; `end` itself where there is none. Never below `least`. */
export function wordStart(text: string, end: number, least: number): number {
  let start = end
  while (start > least) {
    const before = previous(text, start, least)
    if (!isWordAt(text, before)) break
    start = before
  }
  return start
}

/** Where the character before `index` begins. */
function previous(text: string, index: number, least: number): number {
  const isLow = (text.charCodeAt(index - 1) & 0xfc00) === 0xdc00
  const isPair = isLow && index - 2 >= least && (text.charCodeAt(index - 2) & 0xfc00) === 0xd800
  return isPair ? index - 2 : index - 1
}
