/** `handoff-server http`: serves MCP over HTTP until a signal ends it. */
import type { Command } from 'commander'
import { startHttpServer } from '../http/start.ts'
import { readSettings } from '../settings.ts'
import { newCommand } from './options.ts'
import type { ParsedOptions } from './options.ts'
import { printResult } from './output.ts'
import type { Output } from './output.ts'
import { speakJsonWhereWanted } from './speak-json.ts'
import { untilSignal } from './signals.ts'

export function httpCommand(output: Output): Command {
  speakJsonWhereWanted()
  return newCommand('http', 'serve MCP over HTTP', ['registry', 'db'])
    .action(async (options: ParsedOptions) => {
      const settings = readSettings(process.env, options)
      const log = (line: string): void => void process.stderr.write(`${line}\n`)
      const server = await startHttpServer({ ...settings, log })
      const stopped = untilSignal()
      printResult(output, options.json === true, { command: 'http', url: server.url.href }, [])
      log(`handoff-server serves MCP at ${server.url.href}`)
      const signal = await stopped
      log(`handoff-server got ${signal} and shuts down`)
      await server.close()
    })
}
