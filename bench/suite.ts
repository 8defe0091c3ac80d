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

/** How much of a run is spent beside its cases (start, fixture, discovery, evidence) and beside its exchanges, and how much memory it takes. */
export async function benchSuite(): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'handoff-bench-evidence-'))
  try {
    const run = async (...more: string[]) => {
      const figures = await measureProcess([bin, 'run', '--suite', 'auth-negative', '--quiet', '--evidence', folder, ...more])
      const { results } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as RunRecord
      return { ...figures, cases: results.length, inCasesMs: results.reduce((sum, { durationMs }) => sum + durationMs, 0) }
    }
    const usual = await run()
    const oneByOne = await run('--concurrency', '1', '--evidence-detail', 'exchanges')
    const exchanges = exchangeTimes(join(folder, 'exchanges.jsonl'))
    const inExchangesMs = exchanges.reduce((sum, ms) => sum + ms, 0)
    return [
      {
        name: 'suite auth-negative one case at a time, whole process, against the time inside its cases',
        ratio: oneByOne.ms / oneByOne.inCasesMs, limit: 2,
        detail: `${seconds(oneByOne.ms)} against ${seconds(oneByOne.inCasesMs)} for ${oneByOne.cases} cases; ${seconds(usual.ms)} with cases side by side`,
      },
      {
        name: 'the same, against the time inside its exchanges',
        ratio: oneByOne.ms / inExchangesMs, limit: 3,
        detail: `${seconds(oneByOne.ms)} against ${seconds(inExchangesMs)} of ${exchanges.length} exchanges over HTTP: ${((oneByOne.ms - inExchangesMs) / exchanges.length).toFixed(1)} ms beside each`,
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

/** What each answer to a request took, in ms, as `exchanges.jsonl` has it. */
function exchangeTimes(file: string): readonly number[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.flatMap((line) => {
    const { reaction } = JSON.parse(line) as { readonly reaction: { readonly durationMs?: number } }
    return reaction.durationMs ?? []
  })
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
