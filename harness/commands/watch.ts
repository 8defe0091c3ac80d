/** `run --watch`: the run, and then what failed of it whenever the target changes or somebody presses Enter. */
import { dirname, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { type ExitCode, exitCodes, HarnessError } from '../errors.ts'
import type { Identity } from '../fixture/driver.ts'
import type { Failure } from '../fuzz/failure.ts'
import { plural } from '../reporters/text.ts'
import type { CaseResult } from '../run/outcome.ts'
import { createWire } from '../wire/client.ts'
import { type Changes, noChanges } from '../watch/changes.ts'
import { fingerprintOf } from '../watch/fingerprint.ts'
import { watchFolder } from '../watch/folder-changes.ts'
import { watchRestarts } from '../watch/restarts.ts'
import { type Wake, watchRuns } from '../watch/watch.ts'
import { onEachInterrupt } from './interrupt.ts'
import { evidenceFolder, runCommand, type RunCommandOptions, type RunCommandParts } from './run.ts'
import type { TargetOptions } from './target.ts'
import { errorText } from './terminal.ts'

export interface WatchCommandParts extends RunCommandParts {
  readonly target: TargetOptions
  /** Lines of a terminal: Enter, `a`, `q`. Undefined where nobody is at one. */
  readonly keys: Readable | undefined
}

/** More ids do not fit a line. */
const maxNamed = 5

/**
 * @returns 130 after an interrupt, also while it waits; after `q` the exit code of the last run.
 * @throws HarnessError for everything that is wrong before the first run.
 */
export async function watchCommand(parts: WatchCommandParts, options: RunCommandOptions): Promise<ExitCode> {
  const { terminal } = parts
  const source = await changesOf(parts, options)
  const waker = createWaker(source, parts.keys)
  let first = true
  try {
    return await watchRuns({
      interrupted: exitCodes.interrupted,
      async run(only) {
        let results: readonly CaseResult[] | undefined
        let failures: readonly Pick<Failure, 'case' | 'provokedBy'>[] = []
        waker.running()
        try {
          const exitCode = await runCommand({ ...parts, finished: (run) => { ({ results, failures } = run) } }, only === undefined ? options : { ...options, select: { ...options.select, only } })
          return { exitCode, results, failures }
        } catch (error) {
          // What was right at first may be half written now.
          if (first || !(error instanceof HarnessError) || error.exitCode === exitCodes.fault) throw error
          terminal.err(errorText(error))
          return { exitCode: error.exitCode, results: undefined }
        } finally {
          first = false
        }
      },
      waiting(failing) {
        const [named, rest] = [failing.slice(0, maxNamed), failing.length - maxNamed]
        const what = failing.length === 0 ? 'nothing to run again' : `to run again: ${named.join(', ')}${rest > 0 ? ` and ${plural(rest, 'other')}` : ''}`
        const keys = parts.keys === undefined ? '' : `${source.waitsFor === undefined ? '' : ', or '}Enter (a: all, q: quit)`
        terminal.err(`\n${what}\nwaiting for ${source.waitsFor ?? ''}${keys}${source.waitsFor === undefined && keys === '' ? 'an interrupt: nothing tells when this target changes' : ''}\n`)
      },
      wake: async () => waker.wake(),
    }) as ExitCode
  } finally {
    waker.close()
  }
}

interface Source {
  readonly waitsFor: string | undefined
  /** What is seen while a run goes on counts too. */
  readonly always: boolean
  open(): Changes
}

/** A server that runs already tells of itself by its port, what the harness starts by the files that it is started from. */
async function changesOf(parts: WatchCommandParts, options: RunCommandOptions): Promise<Source> {
  const { target } = parts
  const { driver, target: input } = await parts.openTarget()
  if (driver.kind === 'url') {
    const fixture = await driver.open()
    const { url } = fixture
    const alpha = async (): Promise<Identity | undefined> => (await fixture.freshIdentities?.(5_000).catch(() => undefined) ?? fixture.identities)['alpha']
    const wire = createWire({ origin: url, allowRemote: input.allowRemote ?? false })
    const changes = watchRestarts({ url, fingerprint: async () => fingerprintOf(wire, url, await alpha()) })
    return { waitsFor: changes.waitsFor, always: true, open: () => changes }
  }
  if (target.target === undefined && target.command === undefined) return { waitsFor: undefined, always: true, open: () => noChanges }
  const folder = target.target === undefined ? process.cwd() : dirname(resolve(target.target))
  const files = options.reporters.flatMap(({ file }) => (file === undefined ? [] : [file]))
  const open = (): Changes => watchFolder({ folder, ignore: [evidenceFolder(options, parts.terminal.env), ...files] })
  const look = open()
  look.close()
  // A server writes files while it is tested, which is no change of it.
  return { waitsFor: look.waitsFor, always: false, open }
}

interface Waker {
  /** From now on changes belong to a run. */
  running(): void
  wake(): Promise<Wake>
  close(): void
}

function createWaker(source: Source, keys: Readable | undefined): Waker {
  const lasting = source.always ? source.open() : undefined
  const lines = keys === undefined ? undefined : createInterface({ input: keys, terminal: false })
  let waiting: ((wake: Wake) => void) | undefined
  let missed: 'change' | 'interrupted' | undefined
  // A server that a case brings down, and that somebody brings up again, must not keep the runs going for ever.
  let lastWasMissed = false
  const tell = (wake: Wake): void => {
    if (waiting === undefined) {
      if (wake === 'interrupted' || (wake === 'change' && missed === undefined)) missed = wake
      return
    }
    waiting(wake)
    waiting = undefined
  }
  lasting?.listen(() => { tell('change') })
  // Also between a run and a wait, where nobody else hears of it.
  const deaf = onEachInterrupt(() => { tell('interrupted') })
  lines?.on('line', (line) => {
    const key = line.trim().toLowerCase()
    if (key === '' || key === 'a' || key === 'q') tell(key === '' ? 'again' : key === 'a' ? 'all' : 'quit')
  })
  return {
    running() { if (missed === 'change') missed = undefined },
    async wake() {
      if (missed === 'interrupted') return missed
      if (missed !== undefined && !lastWasMissed) {
        lastWasMissed = true
        return missed
      }
      lastWasMissed = false
      const changes = lasting ?? source.open()
      if (lasting === undefined) changes.listen(() => { tell('change') })
      // Nothing else may be left that keeps the process alive.
      const alive = setInterval(() => undefined, 60_000)
      try {
        return await new Promise<Wake>((resolve) => { waiting = resolve })
      } finally {
        clearInterval(alive)
        if (lasting === undefined) changes.close()
      }
    },
    close() {
      deaf()
      lasting?.close()
      lines?.close()
    },
  }
}
