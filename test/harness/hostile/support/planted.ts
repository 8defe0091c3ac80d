/** What hostile targets plant in every text that they control, and how a test sees that it did not come through. */

/** Terminal escape codes: colours, a title, a link (OSC 8), a clipboard write (OSC 52), and C1 controls. */
export const escapes = '\u001b[31mred\u001b[0m\u001b]0;owned\u0007\u001b]8;;https://evil.example/\u0007link\u001b]8;;\u0007\u001b]52;c;ZXZpbA==\u0007\u009b2J\u0090q\u009c\r\b\u007f'
/** Bidirectional overrides and isolates, zero width, tags, and other characters that nobody sees. */
export const invisible = 'a\u202eb\u2066c\u2069d\u200be\u200df\u2060g\ufeffh\u061ci\u00adj\u{e0041}k\u2028l\u2029m'
/** Markup and script for pages, and commands for a CI that reads them out of a log. */
export const markup = '<img src=x onerror=planted(1)><script>planted(2)</script>"\'><svg onload=planted(3)>]]><!--planted-->`${planted}`\n::error file=planted::planted\n::set-output name=planted::planted\n##[group]planted\n'

export const everything = `${escapes}${invisible}${markup}`

// Controls but the line feed, joiners and marks of direction, and what else is invisible.
const hidden = /[\u{0}-\u{9}\u{b}-\u{1f}\u{7f}-\u{9f}\u{ad}\u{61c}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{e0000}-\u{e007f}]/gu

/** The different ones of a text, each as its code point. */
export function hiddenCharacters(text: string): string {
  return [...new Set(text.match(hidden) ?? [])].map((char) => `U+${(char.codePointAt(0) ?? 0).toString(16)}`).join(' ')
}

const rendered = /(?:^|\.)(?:html|svg|badge|junit|xml|github|md)$/
const inMarkup = [/<img src=x/i, /<script>planted/i, /<svg onload/i, /<!--planted/]
const inLogs = [/^::error file=planted/m, /^::set-output name=planted/m, /^##\[group\]planted/m]

/** @param name Of the file: what is read as markup may hold none of it, and nothing may hold commands at the start of a line. */
export function plantedMarkup(name: string, text: string): string[] {
  return [...(rendered.test(name) ? inMarkup : []), ...inLogs].filter((pattern) => pattern.test(text)).map(String)
}
