/**
 * Makes what a target may hide in a text visible: terminal escape codes, control characters, bidirectional and
 * zero-width characters become `<U+001B>` and the like before they reach a terminal, a report or a log.
 */

/**
 * Controls (C0, DEL, C1), soft hyphen, joiners and fillers, bidirectional marks (UAX #9), line and paragraph
 * separators, annotation marks, tag characters, variation selectors of the supplement, and lone surrogates.
 */
const hidden = new RegExp(
  `[${[
    '\\u{0}-\\u{1f}', '\\u{7f}-\\u{9f}', '\\u{ad}', '\\u{34f}', '\\u{61c}', '\\u{115f}-\\u{1160}', '\\u{17b4}-\\u{17b5}',
    '\\u{180b}-\\u{180f}', '\\u{200b}-\\u{200f}', '\\u{2028}-\\u{202e}', '\\u{2060}-\\u{206f}', '\\u{3164}', '\\u{feff}',
    '\\u{ffa0}', '\\u{fff0}-\\u{fffb}', '\\u{1bca0}-\\u{1bca3}', '\\u{1d173}-\\u{1d17a}', '\\u{e0000}-\\u{e0fff}', '\\u{d800}-\\u{dfff}',
  ].join('')}]`,
  'gu',
)

const shown = (char: string): string => `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`

/** One line: line breaks and tabs are shown as well. */
export function visibleLine(text: string): string {
  return text.replace(hidden, shown)
}

/** Keeps line feeds and tabs, and shows everything else. */
export function visibleText(text: string): string {
  return text.replace(hidden, (char) => (char === '\n' || char === '\t' ? char : shown(char)))
}

/** JSON in which hidden characters stand as escapes: nothing acts on whoever looks at the text, and all of it comes back as it was. */
export function visibleJson(json: string): string {
  // Most of it is ASCII, which JSON itself has escaped where it must be.
  return json.replace(/[^\n -~]+/gu, (some) => some.replace(hidden, (char) => Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')))
}
