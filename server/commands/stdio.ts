/** `handoff-server stdio`: serves MCP over standard input and output for the one agent that HANDOFF_AGENT_ID names. */
import type { Command } from 'commander'
import { UsageError } from '../errors.ts'
import { readSettings } from '../settings.ts'
import { startStdioServer } from '../stdio/start.ts'
import { newCommand } from './options.ts'
import type { ParsedOptions } from './options.ts'
import { speakJsonWhereWanted } from './speak-json.ts'
import { untilSignal } from './signals.ts'

export function stdioCommand(): Command {
  speakJsonWhereWanted()
  return newCommand('stdio', 'serve MCP over stdin and stdout, for one agent', ['registry', 'db'])
    .action(async (options: ParsedOptions) => {
      const settings = readSettings(process.env, options)
      const { agentId } = settings
      if (agentId === undefined) throw new UsageError('HANDOFF_AGENT_ID must name the agent that this server acts for')
      const server = await startStdioServer({
        ...settings,
        agentId,
        input: process.stdin,
        output: process.stdout,
        clock: Date.now,
        log: (line) => void process.stderr.write(`${line}\n`),
      })
      await Promise.race([server.finished, untilSignal()])
      await server.close()
      process.stdin.destroy()
    })
}
