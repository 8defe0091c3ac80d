/** `completion` on the command line, and the hidden command that the scripts ask. */
import { Argument } from 'commander'
import { reporterNames } from '../../reporters/names.ts'
import { askWord, completionScript, type Shell, shells } from '../completion-scripts.ts'
import { complete } from '../complete.ts'
import type { AddCommand } from './parts.ts'

export const addCompletion: AddCommand = (program, parts) => {
  program.command('completion').description('print a script that completes commands, options, suites and cases in a shell')
    .addArgument(new Argument('<shell>', 'such as: source <(handoff-conformance completion bash)').choices(shells))
    .action((shell: Shell) => { parts.terminal.out(completionScript(shell)) })
  program.command(askWord, { hidden: true }).argument('[current]').argument('[before...]')
    .allowUnknownOption().passThroughOptions().helpOption(false)
    .action(async (current: string | undefined, before: readonly string[]) => {
      // An empty word falls out of some shells.
      const [typed, words] = current === undefined || current === '--' ? ['', before] : [current, before[0] === '--' ? before.slice(1) : before]
      const replies = await complete(program, words, typed, {
        reporters: reporterNames,
        suites: async () => (await parts.described()).cases.map(({ suite }) => suite),
        cases: async () => (await parts.described()).cases.map(({ id }) => id),
      })
      parts.terminal.out(replies.map((reply) => `${reply}\n`).join(''))
    })
}
