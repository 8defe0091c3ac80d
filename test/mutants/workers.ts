/** Hands jobs to workers, each a process that lives for many of them; one that dies or hangs takes one job with it. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import type { Job, JobResult } from './jobs.ts'

/** Far longer than any job; only ends what hangs. */
const deadlineMs = 600_000
/** Until a worker that was told to end is killed. */
const exitMs = 20_000
/** What is patched of a server stays in the memory of its worker, so that a worker is replaced after so many jobs. */
const jobsOfOne = 150

export interface Ended {
  readonly job: Job
  readonly result: JobResult
  readonly durationMs: number
}

/** Runs all of them, and tells of each when it has ended. */
export async function runJobs(jobs: readonly Job[], options: { readonly atOnce: number; readonly folder: string; readonly ended: (ended: Ended) => void }): Promise<void> {
  const waiting = [...jobs]
  await Promise.all(Array.from({ length: Math.min(options.atOnce, jobs.length) }, async () => {
    let worker: Worker | undefined
    let done = 0
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      if (worker === undefined || done % jobsOfOne === 0) {
        await worker?.end()
        worker = startWorker(options.folder)
      }
      done += 1
      const started = performance.now()
      const result: JobResult = await worker.run(job)
      if (!worker.alive) worker = undefined
      options.ended({ job, result, durationMs: performance.now() - started })
    }
    await worker?.end()
  }))
}

interface Worker {
  readonly alive: boolean
  run(job: Job): Promise<JobResult>
  /** Waits for its end: until then it writes what it has compiled into the folder of the run. */
  end(): Promise<void>
}

function startWorker(folder: string): Worker {
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary, { recursive: true })
  const child: ChildProcess = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), [folder], {
    env: { ...process.env, TMPDIR: temporary, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compiled') },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let alive = true
  child.once('exit', () => { alive = false })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  return {
    get alive() { return alive },
    async run(job) {
      return new Promise<JobResult>((resolve) => {
        const finish = (result: JobResult): void => {
          clearTimeout(timer)
          child.off('message', onMessage).off('exit', onExit)
          resolve(result)
        }
        const onMessage = (message: unknown): void => { finish(message as JobResult) }
        const onExit = (code: number | null, signal: string | null): void => { finish({ problems: [`the worker ended (${signal ?? `exit code ${String(code)}`})`] }) }
        const timer = setTimeout(() => {
          alive = false
          child.kill('SIGKILL')
        }, deadlineMs)
        child.on('message', onMessage).on('exit', onExit)
        child.send(job)
      })
    },
    async end() {
      if (child.connected) child.disconnect()
      // An exit of Node's can hang (nodejs/node#54918).
      const late = setTimeout(kill, exitMs)
      if (alive) await once(child, 'exit')
      clearTimeout(late)
      process.off('exit', kill)
    },
  }
}
