/** How text is laid out on a terminal: colour only where it is wanted, lines no wider than the terminal. */

export type Style = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold'

const codes: Readonly<Record<Style, readonly [on: number, off: number]>> = {
  red: [31, 39], green: [32, 39], yellow: [33, 39], cyan: [36, 39], dim: [2, 22], bold: [1, 22],
}

export type Paint = (style: Style, text: string) => string

/** @param color False gives the text as it is, without any escape code. */
export function painter(color: boolean): Paint {
  return (style, text) => {
    const [on, off] = codes[style]
    return color && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text
  }
}

/** Narrower terminals get lines that wrap by themselves. */
const minColumns = 40

/**
 * Breaks a text between words so that each line, with its indent, fits. A word longer than a line stays whole, so
 * that an id or a URL can be copied.
 */
export function wrap(text: string, columns: number, indent = ''): string[] {
  const width = Math.max(columns, minColumns) - indent.length
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(indent + line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  lines.push(indent + line)
  return lines
}

/** A label and a text whose further lines stand under its first. */
export function labelled(label: string, text: string, columns: number, indent: string): string[] {
  const [first = '', ...rest] = wrap(text, columns, indent + ' '.repeat(label.length + 1))
  return [`${indent}${label} ${first.trimStart()}`, ...rest]
}

/** Columns of names, each column as wide as the longest. */
export function inColumns(names: readonly string[], columns: number, indent: string): string[] {
  const cell = Math.max(0, ...names.map((name) => name.length)) + 2
  const perLine = Math.max(1, Math.floor((Math.max(columns, minColumns) - indent.length) / cell))
  const lines: string[] = []
  for (let at = 0; at < names.length; at += perLine) {
    lines.push((indent + names.slice(at, at + perLine).map((name) => name.padEnd(cell)).join('')).trimEnd())
  }
  return lines
}

/** `0.8 s`, `75 s`, `12 min 05 s` */
export function duration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
}

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Where a target is spoken to: one that speaks only over stdio has no address. */
export function placeOf(url: string): string {
  return url.startsWith('stdio:') ? 'over stdio' : `at ${url}`
}
