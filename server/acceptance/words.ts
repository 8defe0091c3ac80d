/**
 * The contract's word characters: Unicode letters, decimal digits and `_`. Marks are none, so a letter written with a
 * combining mark ends a word before the mark.
 */

const wordCharacter = /^[\p{L}\p{Nd}_]$/u

function isWord(codePoint: number): boolean {
  if (codePoint > 0x7f) return wordCharacter.test(String.fromCodePoint(codePoint))
  if (codePoint >= 0x61) return codePoint <= 0x7a
  if (codePoint >= 0x41) return codePoint <= 0x5a || codePoint === 0x5f
  return codePoint >= 0x30 && codePoint <= 0x39
}

/** Whether a word character begins at this index, in UTF-16 units. */
export function isWordAt(text: string, index: number): boolean {
  const codePoint = text.codePointAt(index)
  return codePoint !== undefined && isWord(codePoint)
}

/** Where the run of word characters that ends before `end` begins; `end` itself where there is none. Never below `least`. */
export function wordStart(text: string, end: number, least: number): number {
  let start = end
  while (start > least) {
    const width = start - 2 >= least && isPair(text, start - 2) ? 2 : 1
    if (!isWordAt(text, start - width)) break
    start -= width
  }
  return start
}

function isPair(text: string, index: number): boolean {
  return (text.codePointAt(index) ?? 0) > 0xffff
}
