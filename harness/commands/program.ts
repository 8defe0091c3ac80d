/** The command line: every command, each registered in a file of its own. Nothing is registered here before it works. */
import { Command } from 'commander'
import { addExplain, addList } from './cli/catalogue.ts'
import { addCoverage } from './cli/coverage.ts'
import { addExplainVerdict } from './cli/explain-verdict.ts'
import { addCompletion } from './cli/completion.ts'
import { addDiff } from './cli/diff.ts'
import { addMerge } from './cli/merge.ts'
import type { AddCommand, ProgramParts } from './cli/parts.ts'
import { addInit } from './cli/init.ts'
import { addReadiness } from './cli/readiness.ts'
import { addReplay } from './cli/replay.ts'
import { addReport } from './cli/report.ts'
import { addRun } from './cli/run.ts'
import { addServer } from './cli/server.ts'
import { addVerify } from './cli/verify.ts'

/** In the order of the help. */
const commands: readonly AddCommand[] = [addRun, addInit, addReplay, addReport, addMerge, addDiff, addVerify, addReadiness, addList, addExplain, addCoverage, addExplainVerdict, addServer, addCompletion]

/** @returns The program, and what the command that ran came to. */
export function createProgram(parts: ProgramParts): { readonly program: Command; exitCode(): number } {
  const { terminal } = parts
  let exitCode: number = 0
  const program = new Command('handoff-conformance')
    .description('Checks what MCP servers that hand work between agents do on the wire, and what they refuse.')
    .version(parts.version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .showSuggestionAfterError(true)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: (text) => { terminal.out(text) }, writeErr: () => {}, outputError: () => {} })
  for (const add of commands) add(program, parts, (code) => { exitCode = code })
  return { program, exitCode: () => exitCode }
}
