/** `run`: plans, runs, writes evidence, prints the result, and gives the exit code. */
import { join } from 'node:path'
import { type ExitCode, exitCodes, HarnessError } from '../errors.ts'
import { runUrlOf } from '../evidence/attestation.ts'
import type { RunRecord } from '../evidence/results.ts'
import { createSecretRegistry, type SecretRegistry } from '../evidence/secrets.ts'
import { readSigningKey } from '../evidence/signing-key.ts'
import { checkWritable, openEvidence } from '../evidence/writer.ts'
import { createExpectations, dayOf, type Expectations } from '../expected/expectations.ts'
import { readExpectedFile } from '../expected/read-expected.ts'
import { drawProgress, type LiveProgress } from '../reporters/progress.ts'
import { reporters } from '../reporters/reporters.ts'
import { keepLogs } from '../fixture/kept-logs.ts'
import type { Catalogue } from '../run/catalogue.ts'
import { selectedSuites } from '../run/plan.ts'
import { runConformance, type RunOptions } from '../run/run.ts'
import { checkSelection } from './check-selection.ts'
import { faultText } from './fault-text.ts'
import { watchInterrupts } from './interrupt.ts'
import { type ReporterChoice, reporterOnStdout } from './option-values.ts'
import { keepRecord } from './run-record.ts'
import { didYouMean } from './suggest.ts'
import type { TargetUnderTest } from './target.ts'
import { quoted } from './target-words.ts'
import { cleanLog, endLines, targetLogName } from './target-log.ts'
import { errorText, type Terminal } from './terminal.ts'

export interface RunCommandOptions extends Pick<RunOptions, 'select' | 'level' | 'concurrency' | 'seed' | 'runs' | 'fuzz' | 'timeoutMs' | 'timeBudgetMs' | 'failFast' | 'part'> {
  readonly reporters: readonly ReporterChoice[]
  readonly evidence?: string
  /** The file of expected failures; goes before the one that the target file names. */
  readonly expected?: string
  readonly evidenceDetail: 'summary' | 'exchanges'
  /** The file of the private key that signs the attestation. */
  readonly sign?: string
  readonly quiet?: boolean
  /** What says on a command line what the target is, each word with a space before it. */
  readonly targetWords: string
}

export interface RunCommandParts {
  readonly terminal: Terminal
  readonly catalogue: Catalogue
  readonly harnessVersion: string
  /** What is under test. */
  openTarget(): Promise<TargetUnderTest>
  /** Told what the run came to, once everything of it is written. */
  finished?(run: RunRecord): void
  /** Who watches for interrupts; default: this run itself. */
  readonly interrupts?: typeof watchInterrupts
}

/** @throws HarnessError for everything that is wrong before the run starts. */
export async function runCommand(parts: RunCommandParts, options: RunCommandOptions): Promise<ExitCode> {
  const { terminal, catalogue } = parts
  const shown = reporterOnStdout(options.reporters)
  checkSelection(catalogue, options.select)
  const files = options.reporters.filter(({ file }) => file !== undefined)
  const folder = evidenceFolder(options, terminal.env)
  for (const { file } of files) if (file !== undefined) checkWritable(file, folder)
  const replay = ` --evidence ${quoted(folder)}${options.targetWords}`
  const secrets = createSecretRegistry()
  const sign = options.sign === undefined ? undefined : readSigningKey(options.sign)
  const url = runUrlOf(terminal.env)
  const { driver, target, expected } = await parts.openTarget()
  const expectations = expectationsOf(options.expected ?? expected, catalogue)
  const writer = openEvidence({ folder, secrets, ...(sign === undefined ? {} : { sign }), ...(url === undefined ? {} : { url }) })
  if (options.fuzz === true && options.quiet !== true) terminal.err(`fuzzing with seed ${options.seed ?? 1}\n`)
  const live: LiveProgress | undefined = options.quiet === true || terminal.live === undefined ? undefined : drawProgress(terminal.live, { color: terminal.liveColor })
  const logs = keepLogs(driver)
  const interrupt = (parts.interrupts ?? watchInterrupts)({
    first: () => { terminal.err(`${live === undefined || !terminal.liveColor ? '' : '\n'}interrupted: ending the run; interrupt again to leave at once\n`) },
    second: () => { keeper.checkpoint() },
  })
  const fault = new AbortController()
  const keeper = keepRecord({
    writer, secrets, facts: catalogue, exchanges: options.evidenceDetail === 'exchanges', files, replay,
    watch: (event) => { live?.accept(event) },
    onFault: () => { fault.abort() },
  })
  try {
    const summary = await runConformance({
      ...definedOnly(options), catalogue, driver: logs.driver, target, select: options.select, level: options.level, harnessVersion: parts.harnessVersion,
      emit: (event) => { keeper.emit(event) },
      secrets: (secret) => { learn(secret, secrets, terminal) },
      ...(keeper.record === undefined ? {} : { record: keeper.record }),
      ...(expectations === undefined ? {} : { expectations }),
      signal: AbortSignal.any([interrupt.signal, fault.signal]),
    })
    live?.end()
    for (const { case: id, error } of summary.faults) terminal.err(faultText(id, error, secrets))
    if (options.quiet !== true) for (const note of summary.notes) terminal.err(`note: ${note}\n`)
    const log = summary.exitCode === exitCodes.failed || summary.exitCode === exitCodes.incomplete ? logs.text() : ''
    if (log !== '') writer.write(targetLogName, cleanLog(log, secrets))
    const { run, exitCode, errors } = keeper.finish(summary.exitCode)
    if (run.target === null && log !== '') terminal.err(`what the target wrote, of which ${join(folder, targetLogName)} keeps more:\n${endLines(log, secrets)}`)
    parts.finished?.(run)
    for (const error of errors) terminal.err(errorText(error))
    const brief = options.quiet === true && options.reporters.every(({ file }) => file !== undefined)
    return print(terminal, secrets, reporters[shown](run, { color: terminal.color, columns: terminal.columns, evidence: folder, replay, brief }), exitCode)
  } catch (error) {
    live?.end()
    if (keeper.begun) keeper.finish(exitCodes.fault)
    else writer.abandon()
    throw error
  } finally {
    interrupt.dispose()
  }
}

/** @throws HarnessError `expected_file_unreadable`, `expected_file_invalid` */
function expectationsOf(path: string | undefined, catalogue: Catalogue): Expectations | undefined {
  if (path === undefined) return undefined
  const ids = catalogue.cases.map(({ id }) => id)
  return createExpectations(readExpectedFile(path, { ids: new Set(ids), suggest: (id) => didYouMean(id, ids) }), dayOf(new Date()))
}

function learn(secret: string, secrets: SecretRegistry, terminal: Terminal): void {
  const before = secrets.weak
  secrets.add(secret)
  if (before === 0 && secrets.weak > 0) terminal.err('warning: a token or client secret shorter than 8 characters cannot be told from ordinary words; only credential headers are redacted for it\n')
}

/** The last look at what goes to stdout: a report that holds a secret is not printed at all. */
function print(terminal: Terminal, secrets: SecretRegistry, text: string, exitCode: ExitCode): ExitCode {
  if (secrets.find(Buffer.from(text)).length === 0) {
    terminal.out(text)
    return exitCode
  }
  terminal.err(errorText(new HarnessError('evidence_leak', 'the report held a secret of this run and is not shown')))
  return exitCodes.fault
}

/** A folder a suite where one suite was named, one for fuzzing, else one for the whole run; each part of a plan has its own. */
export function evidenceFolder({ evidence, select, fuzz, part }: RunCommandOptions, env: Terminal['env']): string {
  if (evidence !== undefined) return evidence
  const fromEnvironment = env['HANDOFF_CONFORMANCE_OUTPUT'] ?? ''
  if (fromEnvironment !== '') return fromEnvironment
  const suites = selectedSuites(select)
  const name = fuzz === true ? 'fuzz' : (suites.length === 1 ? suites[0] : 'run')
  return `release-evidence/${name}${part === undefined ? '' : `-${part.index}-of-${part.of}`}`
}

function definedOnly(options: RunCommandOptions): Partial<Pick<RunCommandOptions, 'concurrency' | 'seed' | 'runs' | 'fuzz' | 'timeoutMs' | 'timeBudgetMs' | 'failFast' | 'part'>> {
  const { concurrency, seed, runs, fuzz, timeoutMs, timeBudgetMs, failFast, part } = options
  return Object.fromEntries(Object.entries({ concurrency, seed, runs, fuzz, timeoutMs, timeBudgetMs, failFast, part }).filter(([, value]) => value !== undefined))
}
