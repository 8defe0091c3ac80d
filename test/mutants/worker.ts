/** A process that loads the harness, the cases and the clean servers once, and runs one job after the other. */
import type { Job } from './jobs.ts'
import { runJob } from './jobs.ts'

const [, , folder = ''] = process.argv

process.on('message', (job: Job) => {
  void runJob(job, folder).catch((error: unknown) => ({ problems: [`it could not be run: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`] }))
    .then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit())
