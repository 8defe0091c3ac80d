/** Programs over stdio that write what is no message, write without end, read nothing, or do not go away. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { eventually, isAlive } from '../support/alive.ts'
import type { HostileKind } from './support/kind.ts'

const program = fileURLToPath(new URL('support/stdio-program.ts', import.meta.url))
const cases = ['stdio.stdout-only-messages', 'spec.tools-listed', 'stdio.terminated', 'stdio.no-requests'] as const
/** So long a run has where the program leaves it waiting: over stdio a first answer may take half a minute. */
const mute = ['--time-budget', '6s'] as const
/** And where it answers. On a machine that is too busy for that, a run that says that it is incomplete is the truth, too. */
const answering = ['--time-budget', '100s'] as const

/** @param faults What it does, as `stdio-program.ts` names it. */
function kind(name: string, faults: readonly string[], rest: Pick<HostileKind, 'codes' | 'options' | 'finding' | 'mayPass'>): HostileKind {
  let left = async (): Promise<readonly number[]> => []
  return {
    name, cases, ...rest,
    async start({ folder }) {
      left = async () => {
        const pids = readdirSync(folder).flatMap((file) => (file.startsWith('pid-') ? [Number(file.slice(4))] : []))
        await eventually(() => !pids.some(isAlive))
        return pids.filter(isAlive)
      }
      return { place: { kind: 'stdio', command: [process.execPath, program, folder, ...faults] }, close: async () => undefined }
    },
    async check(t) { t.same(await left(), [], 'no process outlives the run') },
  }
}

const quiet = { 'stdio.no-requests': 'it asks for nothing' } as const
const ends = { 'stdio.terminated': 'it ends when its input does' } as const
const lists = { 'spec.tools-listed': 'its list is a list' } as const
const clean = { 'stdio.stdout-only-messages': 'its stdout has messages and nothing else' } as const

const incomplete = { codes: [3], options: mute } as const

export const stdioPrograms: readonly HostileKind[] = [
  kind('writes garbage, escape codes and NULs before it speaks, over stdio', ['garbage'], { codes: [1, 3], mayPass: { ...lists, ...ends, ...quiet }, options: answering }),
  kind('writes one line without end, over stdio', ['endless line'], incomplete),
  kind('never ends a line, over stdio', ['no line end'], incomplete),
  kind('closes its stdout, over stdio', ['closes stdout'], incomplete),
  kind('exits at once, over stdio', ['exits'], { codes: [3], options: answering, finding: 'target-start-failed' }),
  kind('ignores every signal and starts what is to outlive it, over stdio', ['deaf'], { codes: [1, 3], mayPass: { ...lists, ...clean, ...quiet }, options: answering }),
  // What stands on stderr is no message, and may be as much as it likes.
  kind('floods its stderr, over stdio', ['floods stderr'], { codes: [0, 3], mayPass: { ...lists, ...clean, ...quiet, ...ends }, options: answering }),
  kind('answers everything twice, over stdio', ['twice'], { codes: [3], finding: 'target-not-mcp', options: answering }),
  kind('puts NULs around each message, over stdio', ['NULs'], incomplete),
  kind('never reads its stdin, over stdio', ['never reads'], incomplete),
  kind('floods its client with requests, over stdio', ['floods with requests'], { codes: [1, 3], mayPass: { ...lists, ...clean, ...ends }, options: answering }),
]
