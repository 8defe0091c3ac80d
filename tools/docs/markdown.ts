/** Tables in Markdown, and the marked blocks of a page that are written by a program. */

/** @param rows One row of cells each; line ends and bars inside a cell are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')
}

export function code(text: string): string {
  return `\`${text}\``
}

export type Blocks = Readonly<Record<string, () => string | Promise<string>>>

/**
 * Fills every block between `<!-- generated: NAME -->` and `<!-- end of NAME -->`.
 * @throws Error where a block has no end, or nobody generates it.
 */
export async function fill(page: string, blocks: Blocks): Promise<string> {
  let filled = page
  for (const [begin, name = ''] of page.matchAll(/<!-- generated: ([\w-]+) -->/g)) {
    const end = `<!-- end of ${name} -->`
    const generate = Object.hasOwn(blocks, name) ? blocks[name] : undefined
    if (generate === undefined) throw new Error(`nothing generates ${name}; there are ${Object.keys(blocks).join(', ')}`)
    const from = filled.indexOf(begin) + begin.length
    const to = filled.indexOf(end, from)
    if (to === -1) throw new Error(`the block ${name} has no end: ${end}`)
    filled = `${filled.slice(0, from)}\n${(await generate()).trim()}\n${filled.slice(to)}`
  }
  return filled
}
