/** `run` on several targets: side by side, each a run of its own with its own evidence, and one line for each at the end. */
import { join } from 'node:path'
import { type ExitCode, exitCodes, HarnessError } from '../errors.ts'
import type { RunRecord } from '../evidence/results.ts'
import { visibleLine } from '../evidence/visible.ts'
import { painter } from '../reporters/text.ts'
import { folderNameOf } from '../target/folder-name.ts'
import { readTargets, type TargetFile } from '../target/target-file.ts'
import { watchInterrupts } from './interrupt.ts'
import type { ReporterChoice } from './option-values.ts'
import { evidenceFolder, runCommand, type RunCommandOptions, type RunCommandParts } from './run.ts'
import type { TargetUnderTest } from './target.ts'
import { errorText, type Terminal } from './terminal.ts'

/** One of several. */
export interface NamedTarget {
  readonly name: string
  /** Of its evidence, within that of all. */
  readonly folder: string
  /** The file, with # and its name where the file holds a list: what `--target` takes. */
  readonly word: string
  /** As it was read: a file that changes meanwhile is not two files. */
  readonly file: TargetFile
}

/** What the files name: one target, or several that are run side by side. */
export interface NamedTargets {
  readonly several: boolean
  /** In the order of the files. */
  readonly targets: readonly NamedTarget[]
}

export interface RunManyParts extends Omit<RunCommandParts, 'openTarget' | 'finished' | 'interrupts'> {
  openTarget(target: NamedTarget): Promise<TargetUnderTest>
  /** What says on a command line what that target is, each word with a space before it. */
  targetWords(word: string): string
}

/** The worst first: what it says of all goes before what any of the later ones says. */
const order: readonly ExitCode[] = [exitCodes.fault, exitCodes.interrupted, exitCodes.usage, exitCodes.failed, exitCodes.incomplete, exitCodes.ok]

/** The worst of several exit codes. */
export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return order.find((code) => codes.includes(code)) ?? exitCodes.incomplete
}

/**
 * Each file is read once: several are several targets, and so is one that holds a list.
 * @throws HarnessError for a file that is wrong, and for two targets whose evidence would be in one folder
 */
export async function namedTargets(files: readonly string[]): Promise<NamedTargets> {
  const lists = await Promise.all(files.map(async (path) => ({ path, ...(await readTargets(path)) })))
  const named = lists.flatMap(({ path, list, targets }) => targets.map((file): NamedTarget => ({ name: file.target.name, folder: folderNameOf(file.target.name), word: list ? `${path}#${file.target.name}` : path, file })))
  if (lists.length < 2 && lists[0]?.list !== true) return { several: false, targets: named }
  const seen = new Map<string, NamedTarget>()
  for (const target of named) {
    const other = seen.get(target.folder.toLowerCase())
    if (other !== undefined) throw new HarnessError('usage', `${other.word} and ${target.word} would both write their evidence to ${target.folder}`, { remedy: 'Give each target a name of its own.' })
    seen.set(target.folder.toLowerCase(), target)
  }
  return { several: true, targets: named }
}

interface Ended {
  readonly name: string
  readonly evidence: string
  readonly exitCode: ExitCode
  readonly run: RunRecord | undefined
  readonly error: HarnessError | undefined
}

/** @throws HarnessError `usage` for reporters that several runs cannot share */
export async function runMany(parts: RunManyParts, targets: readonly NamedTarget[], options: RunCommandOptions & { readonly json?: boolean }): Promise<ExitCode> {
  const { terminal } = parts
  checkReporters(options.reporters)
  const total = options.concurrency ?? 4
  const together = Math.min(total, targets.length)
  const shared = shareInterrupts()
  const waiting = targets.map((target, index) => ({ target, index }))
  const ended: Ended[] = []
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      ended[next.index] = shared.signal.aborted
        ? { name: next.target.name, evidence: folderOf(next.target), exitCode: exitCodes.interrupted, run: undefined, error: undefined }
        : await one(next.target)
    }
  }
  const folderOf = ({ folder }: NamedTarget): string => join(evidenceFolder(options, terminal.env), folder)
  const one = async (target: NamedTarget): Promise<Ended> => {
    const said: string[] = []
    let run: RunRecord | undefined
    const evidence = folderOf(target)
    const own: RunCommandOptions = {
      ...options, evidence, concurrency: Math.max(1, Math.floor(total / together)), targetWords: parts.targetWords(target.word),
      reporters: options.reporters.map(({ name, file }) => ({ name, file: file?.replaceAll('{target}', target.folder) })),
    }
    try {
      const exitCode = await runCommand({
        ...parts,
        terminal: { ...terminal, live: undefined, out: (text) => { said.push(text) }, err: (text) => { terminal.err(prefixed(target.name, text)) } },
        openTarget: async () => parts.openTarget(target),
        finished: (record) => { run = record },
        interrupts: shared.watch,
      }, own)
      if (options.json !== true) terminal.out(`\n== ${visibleLine(target.name)} ==\n${said.join('')}`)
      return { name: target.name, evidence, exitCode, run, error: undefined }
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error
      terminal.err(prefixed(target.name, errorText(error)))
      return { name: target.name, evidence, exitCode: error.exitCode, run, error }
    }
  }
  try {
    await Promise.all(Array.from({ length: together }, work))
  } finally {
    shared.dispose()
  }
  const exitCode = worstOf(ended.map((each) => each.exitCode))
  terminal.out(options.json === true ? asJson(ended, exitCode) : asLines(ended, terminal))
  return exitCode
}

function checkReporters(reporters: readonly ReporterChoice[]): void {
  for (const { name, file } of reporters) {
    if (file === undefined && name !== 'pretty') throw new HarnessError('usage', `${name} cannot go to stdout for several targets`, { remedy: `Give it a file for each: --reporter ${name}='DIR/{target}.txt', or use --json.` })
    if (file !== undefined && !file.includes('{target}')) throw new HarnessError('usage', `several targets would write to ${file}`, { remedy: 'Put {target} into the name of the file; it becomes the name of each target.' })
  }
}

function prefixed(name: string, text: string): string {
  const before = `${visibleLine(name)}: `
  return text.split('\n').map((line) => (line === '' ? line : before + line)).join('\n')
}

function asLines(ended: readonly Ended[], { color }: Terminal): string {
  const paint = painter(color)
  const styles = { [exitCodes.ok]: 'green', [exitCodes.failed]: 'red', [exitCodes.fault]: 'red', [exitCodes.usage]: 'red', [exitCodes.incomplete]: 'yellow', [exitCodes.interrupted]: 'yellow' } as const
  const words = { [exitCodes.ok]: 'passed', [exitCodes.failed]: 'failed', [exitCodes.fault]: 'fault', [exitCodes.usage]: 'not run', [exitCodes.incomplete]: 'incomplete', [exitCodes.interrupted]: 'interrupted' } as const
  return `\n${ended.map(({ name, exitCode, run, error, evidence }) => {
    const counts = run === undefined ? error?.code ?? 'not begun' : Object.entries(countsOf(run)).map(([outcome, count]) => `${count} ${outcome}`).join(', ')
    return `${paint(styles[exitCode], words[exitCode].padEnd(11))} ${visibleLine(name)}: ${counts}${run === undefined ? '' : ` (${evidence})`}\n`
  }).join('')}`
}

function countsOf(run: RunRecord): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { outcome } of run.results) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

function asJson(ended: readonly Ended[], exitCode: ExitCode): string {
  const targets = ended.map(({ name, evidence, exitCode: code, run, error }) => ({
    name, exitCode: code,
    ...(run === undefined ? {} : { evidence, counts: countsOf(run) }),
    ...(error === undefined ? {} : { error: { code: error.code, message: visibleLine(error.message) } }),
  }))
  return `${JSON.stringify({ exitCode, targets }, undefined, 2)}\n`
}

/** One listener for all of them, so that the second interrupt lets each save what it has before the process leaves. */
function shareInterrupts(): { readonly watch: typeof watchInterrupts; readonly signal: AbortSignal; dispose(): void } {
  const all = new Set<Parameters<typeof watchInterrupts>[0]>()
  const interrupt = watchInterrupts({
    first() { for (const hooks of all) hooks.first() },
    second() { for (const hooks of all) hooks.second() },
  })
  return {
    signal: interrupt.signal,
    watch(hooks) {
      all.add(hooks)
      return { signal: interrupt.signal, dispose() { all.delete(hooks) } }
    },
    dispose() { interrupt.dispose() },
  }
}
