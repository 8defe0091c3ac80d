/** `replay ID`: whether one failure of an earlier run is fixed, still there, or could not be looked at. It writes nothing. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ExitCode, exitCodes, HarnessError } from '../errors.ts'
import { failureFile, noSuchFailure, readFailure, type SavedFailure, savedFailures } from '../evidence/failures.ts'
import { sanitiseEvent, sanitiseText } from '../evidence/sanitise.ts'
import { createSecretRegistry, type SecretRegistry } from '../evidence/secrets.ts'
import { visibleLine } from '../evidence/visible.ts'
import { type Replay, replayFailure, type ReplayVerdict } from '../fuzz/replay.ts'
import { failureLines } from '../reporters/failures.ts'
import { violationLines } from '../reporters/pretty-finding.ts'
import { reportOf } from '../reporters/report.ts'
import { labelled, painter, type Style } from '../reporters/text.ts'
import type { Catalogue } from '../run/catalogue.ts'
import { faultText } from './fault-text.ts'
import { watchInterrupts } from './interrupt.ts'
import { referenceName } from './reference-name.ts'
import { didYouMean } from './suggest.ts'
import type { TargetUnderTest } from './target.ts'
import type { Terminal } from './terminal.ts'

export interface ReplayCommandParts {
  readonly terminal: Terminal
  readonly catalogue: Catalogue
  readonly harnessVersion: string
  readonly openTarget: () => Promise<TargetUnderTest>
}

export interface ReplayCommandOptions {
  /** Where the failure is kept; default: the folder of the environment, or whichever of release-evidence has it. */
  readonly evidence?: string
  readonly json?: boolean
  /** Whether the command line says what the target is; otherwise it is the bundled reference server. */
  readonly targetNamed: boolean
}

const exitCodeFor: Readonly<Record<ReplayVerdict, ExitCode>> = { fixed: exitCodes.ok, 'still fails': exitCodes.failed, 'could not run': exitCodes.incomplete }
const styles: Readonly<Record<ReplayVerdict, Style>> = { fixed: 'green', 'still fails': 'red', 'could not run': 'yellow' }

/** @throws HarnessError for everything that is wrong before anything is sent. */
export async function replayCommand({ terminal, catalogue, harnessVersion, openTarget }: ReplayCommandParts, id: string, options: ReplayCommandOptions): Promise<ExitCode> {
  const failure = findOrSuggest(id, options.evidence, terminal.env)
  if (!options.targetNamed) requireFoundOnReference(failure)
  const secrets = createSecretRegistry()
  const { driver, target } = await openTarget()
  const interrupt = watchInterrupts({ first: () => { terminal.err('interrupted\n') }, second: () => undefined })
  try {
    const replay = await replayFailure({
      failure, catalogue, driver, target, harnessVersion, signal: interrupt.signal,
      secrets: (secret) => { secrets.add(secret) }, clean: (event) => sanitiseEvent(event, secrets),
    })
    for (const { case: caseId, error } of replay.summary.faults) terminal.err(faultText(caseId, error, secrets))
    const { exitCode: ended } = replay.summary
    const exitCode = ended === exitCodes.fault || ended === exitCodes.interrupted ? ended : exitCodeFor[replay.verdict]
    const text = options.json === true ? asJson(failure, replay, exitCode) : asText(failure, replay, terminal, secrets)
    if (secrets.find(Buffer.from(text)).length > 0) throw new HarnessError('evidence_leak', 'the result held a secret of this run and is not shown')
    terminal.out(text)
    return exitCode
  } finally {
    interrupt.dispose()
  }
}

/** The bundled server is right where another one was wrong: that would read as though the other one were fixed. */
function requireFoundOnReference({ target }: SavedFailure): void {
  if (target === null || target === referenceName) return
  throw new HarnessError('usage', `the failure was found on ${visibleLine(target)}, and nothing says how to reach that`, { remedy: 'Say what the target is, as for the run that found it: --target FILE, --url URL, or -- COMMAND.' })
}

const violated = ({ run }: Replay): { requirement: string; input?: string; expected: string; actual: string }[] =>
  run.results.flatMap(({ observations }) => observations).filter(({ ok }) => !ok)
    .map(({ requirement, input, expected, actual }) => ({ requirement, ...(input === undefined ? {} : { input }), expected, actual }))

function asJson({ id, case: caseId, kind, seed, level, title }: SavedFailure, replay: Replay, exitCode: ExitCode): string {
  const { verdict, reason, run } = replay
  const said = {
    id, case: caseId, kind, seed, level, title, target: run.target?.name ?? null, verdict, reason: reason ?? null,
    violated: violated(replay), failures: run.failures, durationMs: run.durationMs, exitCode,
  }
  return `${JSON.stringify(said, undefined, 2)}\n`
}

function asText(failure: SavedFailure, replay: Replay, { color, columns }: Terminal, secrets: SecretRegistry): string {
  const paint = painter(color)
  const { verdict, reason, run } = replay
  // What a file says goes to the terminal as clean as what a run says.
  const clean = (text: string): string => sanitiseText(text, secrets)
  const shown = { ...failure, title: clean(failure.title), lines: failure.lines.map(clean) }
  const lines = [paint(styles[verdict], `${verdict}  `) + paint('bold', failure.id)]
  if (failure.kind === 'case') lines.push(...labelled('found:   ', shown.title, columns, '  '))
  // The last of its lines is the command that is just running.
  else lines.push(...failureLines(shown, { color, columns }, paint).slice(0, -1))
  if (failure.target !== null && failure.target !== run.target?.name) lines.push(...labelled('target:  ', `it was found on ${clean(failure.target)}, and this is ${run.target?.name ?? 'none that could be opened'}`, columns, '  '))
  if (verdict === 'could not run' && reason !== undefined) lines.push(...labelled('reason:  ', reason, columns, '  '))
  if (verdict === 'still fails') {
    for (const entry of reportOf(run).entries.filter(({ violations }) => violations.length > 0)) lines.push(...violationLines(entry, columns, paint))
    lines.push(paint('cyan', `  handoff-conformance explain ${failure.case}`))
  }
  return `${lines.join('\n')}\n`
}

/** @throws HarnessError as `findFailure`, with what may have been meant. */
function findOrSuggest(id: string, evidence: string | undefined, env: Terminal['env']): SavedFailure {
  try {
    return findFailure(id, evidence, env)
  } catch (error) {
    if (!(error instanceof HarnessError) || error.code !== 'failure_unknown') throw error
    const named = evidence ?? env['HANDOFF_CONFORMANCE_OUTPUT'] ?? ''
    const hint = didYouMean(id, (named === '' ? defaultFolders() : [named]).flatMap((folder) => savedFailures(folder)))
    throw hint === undefined ? error : new HarnessError(error.code, error.message, { remedy: `${hint} ${error.remedy}`, cause: error })
  }
}

/** @throws HarnessError `failure_unknown`, `failure_invalid` */
function findFailure(id: string, evidence: string | undefined, env: Terminal['env']): SavedFailure {
  const fromEnvironment = env['HANDOFF_CONFORMANCE_OUTPUT'] ?? ''
  const named = evidence ?? (fromEnvironment === '' ? undefined : fromEnvironment)
  if (named !== undefined) return readFailure(named, id)
  const folders = defaultFolders()
  const [newest] = folders.filter((folder) => savedFailures(folder).includes(id)).toSorted((one, other) => writtenAt(other, id) - writtenAt(one, id))
  if (newest === undefined) throw noSuchFailure(id, folders)
  return readFailure(newest, id)
}

const root = 'release-evidence'

/** Where runs write when nobody says where. */
function defaultFolders(): string[] {
  try {
    return readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => join(root, name)).filter((folder) => savedFailures(folder).length > 0)
  } catch {
    return []
  }
}

const writtenAt = (folder: string, id: string): number => statSync(join(folder, failureFile(id))).mtimeMs
