/** Text as it stands in XML and HTML. */

/** What XML 1.0 has no way to write, section 2.2 (Char). */
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Safe as content and between quotes, in both; `]]>` and `--` mean nothing in what comes out. */
export function escapeMarkup(text: string): string {
  return text.replace(unwritable, '\u{fffd}').replace(/[&<>"']/g, (char) => entities[char] ?? '')
}
