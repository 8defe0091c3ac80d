/**
 * Texts of a server in a file that somebody will read and a parser will believe: everything but printable ASCII is
 * escaped, so that nothing ends a line, leaves its quotes, or looks like something else.
 */

/** Of a name in a comment. In UTF-16 code units. */
const longestName = 60

/**
 * A double-quoted scalar of YAML 1.2, which is one in JSON too where the text is within the BMP.
 * @returns Undefined for a text that no file in UTF-8 can hold: one with a lone surrogate.
 */
export function quotedScalar(text: string): string | undefined {
  return text.isWellFormed() ? `"${escaped(text)}"` : undefined
}

/** A name as a comment shows it: in quotes, escaped, and cut where it is long. */
export function shownName(name: string): string {
  const cut = name.slice(0, longestName)
  return `"${escaped(cut)}"${cut === name ? '' : '…'}`
}

function escaped(text: string): string {
  return text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[^\x20-\x7e]/gu, (char) => {
    const code = char.codePointAt(0) ?? 0
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`
  })
}

function hex(code: number, digits: number): string {
  return code.toString(16).toUpperCase().padStart(digits, '0')
}

/** A list of names for a comment, of which only the first are shown. */
export function shownNames(names: readonly string[], most = 12): string {
  const rest = names.length - most
  return names.slice(0, most).map(shownName).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** Comment lines no longer than a screen is wide; a word longer than that stays whole. */
export function comment(text: string, width = 98): string[] {
  const lines: string[] = []
  let line = '#'
  for (const word of text.split(' ')) {
    if (line !== '#' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = `# ${word}`
    } else line = `${line} ${word}`
  }
  return [...lines, line]
}
