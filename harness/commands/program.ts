/** The command line: every command with its options. Nothing is registered here before it works. */
import { randomInt } from 'node:crypto'
import { Command, Option } from 'commander'
import type { ExitCode } from '../errors.ts'
import { reporterNames } from '../reporters/reporters.ts'
import type { Catalogue } from '../run/catalogue.ts'
import type { Threshold } from '../run/outcome.ts'
import type { Selection } from '../run/plan.ts'
import { explainCommand } from './explain.ts'
import type { ExplainVerdict, ExplainVerdictOptions } from './explain-verdict.ts'
import { listCommand } from './list.ts'
import { durationMs, listed, type ReporterChoice, reporterChoice, revision, wholeNumber } from './option-values.ts'
import type { ReferenceServerParts, TargetOptions } from './target.ts'
import { addTargetOptions, commandOf, type TargetFlags } from './target-options.ts'
import { targetWords } from './target-words.ts'
import type { Terminal } from './terminal.ts'
import type { TokenSource } from '../fixture/token-source.ts'

export interface ProgramParts extends ReferenceServerParts {
  readonly terminal: Terminal
  readonly version: string
  /** The `server.json` of the reference server. */
  readonly manifest: string
  catalogue(): Promise<Catalogue>
  readonly explainVerdict: ExplainVerdict
  /** Runs `handoff-server` with these arguments; gives its exit code. */
  server(args: readonly string[]): Promise<number>
}

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

  addRun(program, parts, (code) => { exitCode = code })
  addReplay(program, parts, (code) => { exitCode = code })
  addReadiness(program, parts, (code) => { exitCode = code })
  selectionOptions(program.command('list').description('show the cases with suite, level and source'))
    .addOption(new Option('--json', 'as JSON').conflicts('markdown'))
    .option('--markdown', 'as a Markdown table')
    .action(async ({ suite, ...options }: SelectionOptions & { json?: boolean; markdown?: boolean }) => {
      listCommand(terminal, await parts.catalogue(), { ...options, ...(suite === undefined ? {} : { suites: suite }) })
    })
  program.command('explain').description('what a case sends and expects, why, and how to fix a failure').argument('<case>', 'its id, as `list` shows it')
    .option('--json', 'as JSON')
    .action(async (id: string, options: { json?: boolean }) => { explainCommand(terminal, await parts.catalogue(), id, options) })
  program.command('explain-verdict').description('what accept_handoff makes of an envelope: every check with its inputs, preimages and hashes').argument('<file>', 'its parameters as JSON; - reads standard input')
    .option('--json', 'as JSON')
    .action(async (file: string, options: ExplainVerdictOptions) => {
      const { explainVerdictCommand } = await import('./explain-verdict.ts')
      await explainVerdictCommand(terminal, parts.explainVerdict, file, options)
    })
  program.command('server').description('run the reference server: the same as handoff-server').argument('[args...]', 'see `handoff-conformance server --help`')
    .helpOption(false).allowUnknownOption().passThroughOptions()
    .action(async (args: string[]) => { exitCode = await parts.server(args) })
  return { program, exitCode: () => exitCode }
}

interface SelectionOptions {
  readonly suite?: readonly string[]
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
}

function selectionOptions(command: Command): Command {
  return command
    .option('--suite <names>', 'only these suites (a,b)', listed)
    .option('--only <globs>', 'only cases whose id fits, such as auth.*', listed)
    .option('--skip <globs>', 'no case whose id fits', listed)
}

interface RunFlags extends SelectionOptions, TargetFlags {
  readonly level: Threshold
  readonly concurrency?: number
  readonly seed?: number
  readonly runs?: number
  readonly fuzz?: boolean
  readonly timeout?: number
  readonly timeBudget?: number
  readonly failFast?: boolean
  readonly reporter?: readonly ReporterChoice[]
  readonly json?: boolean
  readonly evidence?: string
  readonly evidenceDetail: 'summary' | 'exchanges'
  readonly quiet?: boolean
}

function addRun(program: Command, parts: ProgramParts, ended: (code: ExitCode) => void): void {
  const command = selectionOptions(program.command('run').description('run cases against a target; without one, against the bundled reference server on a disposable fixture'))
    .usage('[options] [-- COMMAND ARG...]')
    .argument('[command...]', 'behind --: a server to start that speaks MCP on stdin and stdout')
  const tokens = addTargetOptions(command)
  command
    .addOption(new Option('--level <level>', 'violations at or above it are failures, those below are warnings').choices(['must', 'should', 'hardening']).default('must'))
    .option('--concurrency <n>', 'cases side by side', wholeNumber(1, 64))
    .option('--seed <n>', 'order and random values of the run (default: 1, and with --fuzz another one each time)', wholeNumber(0, 0xffff_ffff))
    .option('--runs <n>', 'programs or histories that each fuzzing case makes (default: a few seconds\' worth)', wholeNumber(1, 1_000_000))
    .option('--fuzz', 'only the fuzzing cases, again and again with fresh seeds until the time budget (default: 1m) is spent')
    .option('--timeout <time>', 'for one case: 500ms, 30s, 5m', durationMs)
    .option('--time-budget <time>', 'for the whole run; what has not run by then is not-run', durationMs)
    .option('--fail-fast', 'start nothing more after the first failure')
    .option('--reporter <name[=file]>', `${reporterNames.join(', ')}; to stdout or to a file (repeatable)`, reporterChoice)
    .option('--json', 'the result as JSON, and nothing else, on stdout')
    .option('--evidence <dir>', 'where results, reports and their hashes go (default: release-evidence/SUITE or release-evidence/run)')
    .addOption(new Option('--evidence-detail <detail>', 'exchanges: keep names, codes and sizes of every exchange').choices(['summary', 'exchanges']).default('summary'))
    .option('--quiet', 'no progress, and only what is wrong')
    .action(async (operands: string[], flags: RunFlags) => {
      const behind = commandOf(operands, program, flags, 'run')
      const target: TargetOptions = { ...flags, ...(behind === undefined ? {} : { command: behind }), tokens }
      const { suite, only, skip, json, reporter = [], timeout, timeBudget, ...rest } = flags
      const select: Selection = { ...(suite === undefined ? {} : { suites: suite }), ...(only === undefined ? {} : { only }), ...(skip === undefined ? {} : { skip }), ...(rest.fuzz === true ? { fuzz: true } : {}) }
      // Loaded here, so that the commands that send nothing start at once.
      const [{ runCommand }, { targetUnderTest }] = await Promise.all([import('./run.ts'), import('./target.ts')])
      const code = await runCommand(
        { terminal: parts.terminal, catalogue: await parts.catalogue(), harnessVersion: parts.version, openTarget: async () => targetUnderTest(target, { reference: parts, environment: parts.terminal.env, manifest: parts.manifest }) },
        {
          ...rest, select, targetWords: targetWords(target), reporters: json === true ? [...reporter, { name: 'json', file: undefined }] : reporter,
          ...(json === true ? { quiet: true } : {}),
          ...(rest.fuzz === true ? { seed: rest.seed ?? randomInt(2 ** 32) } : {}),
          ...(timeout === undefined ? {} : { timeoutMs: timeout }),
          ...(timeBudget === undefined ? {} : { timeBudgetMs: timeBudget }),
        },
      )
      ended(code)
    })
}

interface ReplayFlags extends TargetFlags {
  readonly evidence?: string
  readonly json?: boolean
}

function addReplay(program: Command, parts: ProgramParts, ended: (code: ExitCode) => void): void {
  const command = program.command('replay').description('run what one failure of an earlier run takes, and say whether it is fixed, still fails, or could not run')
    .usage('[options] <id> [-- COMMAND ARG...]')
    .argument('<id>', 'the failure, as the run printed it')
    .argument('[command...]', 'behind --: a server to start that speaks MCP on stdin and stdout')
    .option('--evidence <dir>', 'the folder that the run wrote into; it is only read (default: whichever of release-evidence has the failure)')
  const tokens = addTargetOptions(command)
  command
    .option('--json', 'the result as JSON, and nothing else, on stdout')
    .action(async (id: string, operands: string[], { evidence, json, ...flags }: ReplayFlags) => {
      const behind = commandOf(operands, program, flags, 'replay ID')
      const target: TargetOptions = { ...flags, ...(behind === undefined ? {} : { command: behind }), tokens }
      const [{ replayCommand }, { targetUnderTest }] = await Promise.all([import('./replay.ts'), import('./target.ts')])
      ended(await replayCommand(
        { terminal: parts.terminal, catalogue: await parts.catalogue(), harnessVersion: parts.version, openTarget: async () => targetUnderTest(target, { reference: parts, environment: parts.terminal.env, manifest: parts.manifest }) },
        id, { ...(evidence === undefined ? {} : { evidence }), ...(json === undefined ? {} : { json }) },
      ))
    })
}

interface ReadinessFlags {
  readonly revision?: string
  readonly allowRemote?: boolean
  readonly rate?: number
  readonly json?: boolean
}

function addReadiness(program: Command, parts: ProgramParts, ended: (code: ExitCode) => void): void {
  const tokens: TokenSource[] = []
  program.command('readiness').description('say of each protocol revision whether a server is ready for it, in half a minute')
    .argument('<url>', 'the URL of its MCP endpoint')
    .option('--token-env <name>', 'a bearer token from the environment', (name: string) => void tokens.push({ kind: 'env', name }))
    .option('--token-file <file>', 'a bearer token from a file that only its owner may read', (path: string) => void tokens.push({ kind: 'file', path }))
    .option('--revision <date>', 'only this one', revision)
    .option('--allow-remote', 'the server may be on another machine')
    .option('--rate <n>', 'requests a second, at most', wholeNumber(1, 100_000))
    .option('--json', 'the result as JSON, and nothing else, on stdout')
    .action(async (url: string, { revision: only, json, ...flags }: ReadinessFlags) => {
      const [{ readinessCommand }, { targetUnderTest }] = await Promise.all([import('./readiness.ts'), import('./target.ts')])
      ended(await readinessCommand(
        { terminal: parts.terminal, catalogue: await parts.catalogue(), openTarget: async () => targetUnderTest({ ...flags, url, tokens }, { reference: parts, environment: parts.terminal.env, manifest: parts.manifest }) },
        { ...(only === undefined ? {} : { revision: only }), ...(json === undefined ? {} : { json }) },
      ))
    })
}
