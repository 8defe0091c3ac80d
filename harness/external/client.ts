/** Runs one of the client processes and reads its report. */
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isJsonObject, ownMember } from '../wire/json.ts'
import { objectsOf, textOf } from '../wire/members.ts'
import { jobVariable } from './clients/job.ts'
import type { ClientJob, ClientReport } from './clients/job.ts'
import { runProgram } from './program.ts'

export type ClientRun =
  | ({ readonly kind: 'report' } & ClientReport)
  /** It ended without a report. */
  | { readonly kind: 'failed'; readonly why: string }
  /** It could not be run to its end. */
  | { readonly kind: 'broken'; readonly why: string }

export interface ClientOptions {
  readonly generation: 'first' | 'second'
  readonly job: ClientJob
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export async function runClient({ generation, job, timeoutMs, signal }: ClientOptions): Promise<ClientRun> {
  const script = fileURLToPath(new URL(`./clients/${generation}${extname(import.meta.url)}`, import.meta.url))
  const end = await runProgram({ command: [process.execPath, script], env: { [jobVariable]: JSON.stringify(job) }, timeoutMs, signal })
  if (end.kind === 'missing') return { kind: 'broken', why: 'it could not be started' }
  if (end.kind === 'broken') return end
  const steps = end.code === 0 ? stepsIn(end.stdout) : undefined
  return steps === undefined ? { kind: 'failed', why: `it gave no report and ended with ${end.code}` } : { kind: 'report', steps }
}

function stepsIn(stdout: string): ClientReport['steps'] | undefined {
  try {
    const report: unknown = JSON.parse(stdout)
    if (!isJsonObject(report)) return undefined
    return objectsOf(report, 'steps').map(({ value }) => ({
      step: textOf(value, 'step') ?? '', ok: ownMember(value, 'ok') === true, expected: textOf(value, 'expected') ?? '', actual: textOf(value, 'actual') ?? '',
    }))
  } catch {
    return undefined
  }
}
