/** The suite auth-negative against the reference server, as a whole process: its time, and its memory. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunRecord } from '../harness/evidence/results.ts'
import { measureProcess } from './process.ts'
import type { Measurement } from './benchmark.ts'

const bin = join(import.meta.dirname, '../harness/bin.ts')
const megabyte = 1e6
const residentLimit = 200 * megabyte

/** How much of the time is spent beside the cases: start, fixture, evidence. */
export async function benchSuite(): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'handoff-bench-evidence-'))
  try {
    const run = async (...more: string[]) => measureProcess([bin, 'run', '--suite', 'auth-negative', '--quiet', '--evidence', folder, ...more])
    const one = await run('--concurrency', '1')
    const usual = await run()
    const { results } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as RunRecord
    return [
      {
        name: 'suite auth-negative, whole process, against one case at a time',
        ratio: usual.ms / one.ms, limit: 1,
        detail: `${(usual.ms / 1000).toFixed(1)} s for ${results.length} cases; ${(one.ms / 1000).toFixed(1)} s one at a time`,
      },
      {
        name: 'memory of the run, against 200 MB',
        ratio: usual.residentBytes / residentLimit, limit: 1,
        detail: `${(usual.residentBytes / megabyte).toFixed(0)} MB resident at most`,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
