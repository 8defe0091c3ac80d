/** Every suite of the default set against the reference server: both eras, HTTP and stdio, within 20 seconds. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunRecord } from '../harness/evidence/results.ts'
import type { Measurement } from './benchmark.ts'
import { measureProcess } from './process.ts'

const limitMs = 20_000

export async function benchAllSuites(): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'handoff-bench-all-'))
  try {
    const { ms } = await measureProcess([join(import.meta.dirname, '../harness/bin.ts'), 'run', '--level', 'hardening', '--quiet', '--evidence', folder])
    const { results } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as RunRecord
    const applied = results.filter(({ outcome }) => outcome !== 'not-applicable')
    return {
      name: 'all suites on the reference server, both eras, HTTP and stdio, whole process, against 20 s',
      ratio: ms / limitMs, limit: 1,
      detail: `${(ms / 1000).toFixed(1)} s for ${applied.length} cases with ${applied.reduce((sum, { observations }) => sum + observations.length, 0)} observations; ${results.length - applied.length} cases do not apply`,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
