/** `run` on the command line. */
import { randomInt } from 'node:crypto'
import { Option } from 'commander'
import { HarnessError } from '../../errors.ts'
import { reporterNames } from '../../reporters/names.ts'
import type { Threshold } from '../../run/outcome.ts'
import type { Selection } from '../../run/plan.ts'
import type { Part } from '../../run/shard.ts'
import { durationMs, oneOf, type ReporterChoice, reporterChoice, shard, wholeNumber } from '../option-values.ts'
import type { RunCommandOptions, RunCommandParts } from '../run.ts'
import type { TargetOptions } from '../target.ts'
import { addTargetOptions, commandOf, type TargetFlags } from '../target-options.ts'
import { targetWords } from '../target-words.ts'
import type { AddCommand } from './parts.ts'
import { type SelectionOptions, selectionOptions } from './selection.ts'

interface RunFlags extends SelectionOptions, Omit<TargetFlags, 'target'> {
  readonly target?: readonly string[]
  readonly level: Threshold
  readonly concurrency?: number
  readonly seed?: number
  readonly runs?: number
  readonly fuzz?: boolean
  readonly timeout?: number
  readonly timeBudget?: number
  readonly failFast?: boolean
  readonly shard?: Part
  readonly expected?: string
  readonly reporter?: readonly ReporterChoice[]
  readonly json?: boolean
  readonly evidence?: string
  readonly evidenceDetail: 'summary' | 'exchanges'
  readonly sign?: string
  readonly quiet?: boolean
  readonly watch?: boolean
}

const levels: readonly Threshold[] = ['must', 'should', 'hardening']
const details = ['summary', 'exchanges'] as const

export const addRun: AddCommand = (program, parts, ended) => {
  const command = selectionOptions(program.command('run').description('run cases against a target; without one, against the bundled reference server on a disposable fixture'))
    .usage('[options] [-- COMMAND ARG...]')
    .argument('[command...]', 'behind --: a server to start that speaks MCP on stdin and stdout')
  const tokens = addTargetOptions(command, { many: true })
  command
    .addOption(new Option('--level <level>', 'violations at or above it are failures, those below are warnings').choices(levels).argParser(oneOf(levels)).default('must'))
    .option('--concurrency <n>', 'cases side by side', wholeNumber(1, 64))
    .option('--seed <n>', 'order and random values of the run (default: 1, and with --fuzz another one each time)', wholeNumber(0, 0xffff_ffff))
    .option('--runs <n>', 'programs or histories that each fuzzing case makes (default: a few seconds\' worth)', wholeNumber(1, 1_000_000))
    .option('--fuzz', 'only the fuzzing cases, again and again with fresh seeds until the time budget (default: 1m) is spent')
    .option('--timeout <time>', 'for one case: 500ms, 30s, 5m', durationMs)
    .option('--time-budget <time>', 'for the whole run; what has not run by then is not-run', durationMs)
    .option('--fail-fast', 'start nothing more after the first failure')
    .option('--shard <i/n>', 'only part i of n; `merge` puts the parts together', shard)
    .option('--expected <file>', 'failures that are known of, each with a reason, an owner and a last day')
    .option('--reporter <name[=file]>', `${reporterNames.join(', ')}; to stdout or to a file (repeatable)`, reporterChoice)
    .option('--json', 'the result as JSON, and nothing else, on stdout')
    .option('--evidence <dir>', 'where results, reports and their hashes go (default: release-evidence/SUITE or release-evidence/run)')
    .addOption(new Option('--evidence-detail <detail>', 'exchanges: keep names, codes and sizes of every exchange').choices(details).argParser(oneOf(details)).default('summary'))
    .option('--sign <key>', 'sign the attestation with this Ed25519 private key: a PEM file that only its owner may read')
    .option('--watch', 'go on: run again what failed whenever the target changes, or Enter is pressed')
    .option('--quiet', 'no progress, and only what is wrong')
    .action(async (operands: string[], flags: RunFlags) => {
      const behind = commandOf(operands, program, flags, 'run')
      const { target: files = [], ...given } = flags
      const [file] = files
      const target: TargetOptions = { ...given, ...(file === undefined ? {} : { target: file }), ...(behind === undefined ? {} : { command: behind }), tokens }
      const { suite, only, skip, json, reporter = [], shard: part, timeout, timeBudget, watch, ...rest } = given
      if (watch === true) requireWatchable(flags)
      const select: Selection = { ...(suite === undefined ? {} : { suites: suite }), ...(only === undefined ? {} : { only }), ...(skip === undefined ? {} : { skip }), ...(rest.fuzz === true ? { fuzz: true } : {}) }
      const runOptions: RunCommandOptions = {
        ...rest, select, targetWords: targetWords(target, parts.terminal.env), reporters: json === true ? [...reporter, { name: 'json', file: undefined }] : reporter,
        ...(json === true ? { quiet: true } : {}),
        ...(rest.fuzz === true ? { seed: rest.seed ?? randomInt(2 ** 32) } : {}),
        ...(part === undefined ? {} : { part }),
        ...(timeout === undefined ? {} : { timeoutMs: timeout }),
        ...(timeBudget === undefined ? {} : { timeBudgetMs: timeBudget }),
      }
      // Loaded here, so that the commands that send nothing start at once.
      const { targetUnderTest } = await import('../target.ts')
      const open = async (each: TargetOptions): ReturnType<typeof targetUnderTest> => targetUnderTest(each, { reference: parts, environment: parts.terminal.env, manifest: parts.manifest })
      // Whoever watches wants a file that has changed to be read again.
      const named = files.length === 0 || watch === true ? undefined : await (await import('../run-many.ts')).namedTargets(files)
      if (named?.several === true) {
        return ended(await (await import('../run-many.ts')).runMany(
          { terminal: parts.terminal, catalogue: await parts.catalogue(), harnessVersion: parts.version, openTarget: async ({ word, file: read }) => open({ ...target, target: word, read }), targetWords: (word) => targetWords({ ...target, target: word }, parts.terminal.env) },
          named.targets, { ...runOptions, reporters: reporter, ...(json === true ? { json } : {}) },
        ))
      }
      if (files.length > 1) throw new HarnessError('usage', '--watch goes with one target', { remedy: 'Name one file, or one target of a list as FILE#NAME.' })
      const [one] = named?.targets ?? []
      const runParts: RunCommandParts = { terminal: parts.terminal, catalogue: await parts.catalogue(), harnessVersion: parts.version, openTarget: async () => open(one === undefined ? target : { ...target, read: one.file }) }
      const code = watch === true
        ? await (await import('../watch.ts')).watchCommand({ ...runParts, target, keys: process.stdin.isTTY ? process.stdin : undefined }, runOptions)
        : await (await import('../run.ts')).runCommand(runParts, runOptions)
      ended(code)
    })
}

/** What ends by itself, or is put together of one run, cannot go on. @throws HarnessError `usage` */
function requireWatchable({ fuzz, shard: part, json, reporter = [] }: RunFlags): void {
  const clash = fuzz === true ? '--fuzz' : part !== undefined ? '--shard' : json === true ? '--json' : reporter.some(({ name, file }) => file === undefined && name !== 'pretty') ? 'a report on stdout' : undefined
  if (clash !== undefined) throw new HarnessError('usage', `--watch and ${clash} exclude each other`, { remedy: 'Leave one of them out; reports of a watched run go to files: --reporter NAME=FILE.' })
}
