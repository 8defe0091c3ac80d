/** The command lines as the programs themselves describe them. */
import { execa } from 'execa'

/**
 * Every command's help, one after the other.
 * @param bin Path of the program's source.
 * @param name What users call it.
 */
export async function commandHelp(bin: string, name: string): Promise<string> {
  const top = await help(bin, [])
  const parts = [section(name, top)]
  // `server` of the harness hands everything on to the other program, which has its own pages.
  for (const command of commandsOf(top).filter((found) => found !== 'server')) parts.push(section(`${name} ${command}`, await help(bin, [command])))
  return parts.join('\n\n')
}

function section(title: string, text: string): string {
  return `## ${title}\n\n\`\`\`text\n${text}\n\`\`\``
}

async function help(bin: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execa(process.execPath, [bin, ...args, '--help'], { env: { COLUMNS: '110', NO_COLOR: '1' }, stdin: 'ignore' })
  return stdout.trim()
}

/** The names in the list of commands, without `help` itself. */
export function commandsOf(text: string): string[] {
  const list = /^Commands:\n((?: .*\n?)+)/m.exec(text)?.[1] ?? ''
  return [...list.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name]) => name ?? '').filter((name) => name !== 'help')
}
