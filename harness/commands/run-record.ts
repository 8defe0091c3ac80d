/**
 * What becomes of the events of one run: cleaned, gathered, shown on the terminal, and kept in the evidence folder.
 * A fault while writing does not break into the run; it ends it, and is told at the end.
 */
import { type ExitCode, exitCodes, HarnessError } from '../errors.ts'
import { failureFile, failureText } from '../evidence/failures.ts'
import { exchangeLine } from '../evidence/recorder.ts'
import { resultsName } from '../evidence/read-results.ts'
import { type CatalogueFacts, createRunRecorder, type RunRecord } from '../evidence/results.ts'
import { sanitiseEvent } from '../evidence/sanitise.ts'
import type { SecretRegistry } from '../evidence/secrets.ts'
import type { EvidenceWriter } from '../evidence/writer.ts'
import { renderJson } from '../reporters/json.ts'
import { reporters } from '../reporters/reporters.ts'
import type { RunEvent } from '../run/events.ts'
import type { ExchangeRecorder } from '../target/taps.ts'
import type { ReporterChoice } from './option-values.ts'

/** How often the results so far are put on disk, for the case that the process is killed. In ms. */
const checkpointMs = 2_000
/** The time between two of them is at least so many times what the last one took: a long run must not spend itself on them. */
const checkpointShare = 50

export interface RunRecordOptions {
  readonly writer: EvidenceWriter
  readonly secrets: SecretRegistry
  readonly facts: CatalogueFacts
  readonly exchanges: boolean
  /** Those with a file. */
  readonly files: readonly ReporterChoice[]
  /** What follows the id in the command that replays a failure. */
  readonly replay?: string
  /** Receives every event, cleaned. */
  readonly watch: (event: RunEvent) => void
  /** Called once when something could not be written. */
  readonly onFault: () => void
}

export interface RunRecordKeeper {
  emit(event: RunEvent): void
  /** Undefined where exchanges are not kept. */
  readonly record: ExchangeRecorder | undefined
  /** Whether the folder of evidence holds anything of this run yet. */
  readonly begun: boolean
  /** Puts the results so far on disk, now. */
  checkpoint(): void
  /** Writes everything, scans it, and lets the folder go. */
  finish(exitCode: ExitCode): { readonly run: RunRecord; readonly exitCode: ExitCode; readonly errors: readonly HarnessError[] }
}

export function keepRecord(options: RunRecordOptions): RunRecordKeeper {
  const { writer, secrets } = options
  const recorder = createRunRecorder(options.facts)
  const errors: HarnessError[] = []
  let saved = 0
  let pauseMs = checkpointMs
  const guarded = (action: () => void): void => {
    if (errors.length > 0) return
    try {
      action()
    } catch (error) {
      errors.push(error instanceof HarnessError ? error : new HarnessError('internal', 'the evidence could not be kept', { cause: error }))
      options.onFault()
    }
  }
  const checkpoint = (): void => {
    saved = performance.now()
    guarded(() => { writer.write(resultsName, renderJson(recorder.record(), plain)) })
    pauseMs = Math.max(checkpointMs, checkpointShare * (performance.now() - saved))
  }
  let lines: ReturnType<EvidenceWriter['openLines']> | undefined
  return {
    emit(event) {
      const clean = sanitiseEvent(event, secrets)
      recorder.accept(clean)
      if (clean.type === 'failure') guarded(() => { writer.write(failureFile(clean.failure.id), failureText(clean.failure, recorder.record())) })
      options.watch(clean)
      // Before a target or a finding is known the run may still turn out to be a usage error that writes nothing.
      if (event.type !== 'run-start' && (saved === 0 || performance.now() - saved > pauseMs)) checkpoint()
    },
    record: options.exchanges
      ? (exchange) => {
          guarded(() => {
            lines ??= writer.openLines('exchanges.jsonl')
            lines.add(exchangeLine(exchange, secrets))
          })
        }
      : undefined,
    get begun() {
      return saved > 0 || lines !== undefined
    },
    checkpoint,
    finish(exitCode) {
      let run: RunRecord = { ...recorder.record(), exitCode: errors.length > 0 ? exitCodes.fault : exitCode }
      const leaks: string[] = []
      guarded(() => {
        lines?.close()
        for (const { name, file } of options.files) if (file !== undefined) writer.writeElsewhere(file, reporters[name](run, { ...plain, isFile: true, ...(options.replay === undefined ? {} : { replay: options.replay }) }))
        writer.write(resultsName, renderJson(run, plain))
        leaks.push(...writer.scan())
        if (leaks.length > 0) run = { ...run, exitCode: exitCodes.fault }
        if (leaks.length > 0 && !leaks.includes(resultsName)) writer.write(resultsName, renderJson(run, plain))
        leaks.push(...writer.finish(run))
      })
      if (errors.length > 0) {
        run = { ...run, exitCode: exitCodes.fault }
        closeAfterFault(writer, run)
      }
      for (const name of leaks) errors.push(new HarnessError('evidence_leak', `${name} held a secret of this run and was deleted`))
      return { run, exitCode: errors.length > 0 ? exitCodes.fault : exitCode, errors }
    },
  }
}

const plain = { color: false, columns: 100 } as const

/** What was written before the fault is still scanned and named, and says that it counts for nothing; where that fails too, the lock stays and names it. */
function closeAfterFault(writer: EvidenceWriter, run: RunRecord): void {
  try {
    writer.write(resultsName, renderJson(run, plain))
    writer.finish(run)
  } catch {
    // The fault that came first is the one to tell.
  }
}
