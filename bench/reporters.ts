/** Every reporter on one run of 5000 results: the time to render them all, and the memory of the command that does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunRecord } from '../harness/evidence/results.ts'
import { renderJson } from '../harness/reporters/json.ts'
import { reporterNames, reporters } from '../harness/reporters/reporters.ts'
import { outcomes } from '../harness/run/outcome.ts'
import type { CaseResult } from '../harness/run/outcome.ts'
import { median } from './benchmark.ts'
import type { Measurement } from './benchmark.ts'
import { measureProcess } from './process.ts'

const bin = join(import.meta.dirname, '../harness/bin.ts')
const results = 5_000
const goalMs = 2_000
const megabyte = 1e6
const goalBytes = 300 * megabyte
const rounds = 3

export async function benchReporters(): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'handoff-bench-reporters-'))
  try {
    const file = join(folder, 'results.json')
    writeFileSync(file, renderJson(madeRun(), { color: false, columns: 100 }))
    // Each time another record, since what is made of one is remembered.
    const ms = median(Array.from({ length: rounds }, () => renderAll(madeRun())))
    const wanted = reporterNames.flatMap((name) => ['--reporter', `${name}=${join(folder, `report.${name}`)}`])
    const { ms: whole, residentBytes: resident } = await measureProcess([bin, 'report', file, ...wanted])
    return [
      { name: `all reporters of a run with ${results} results, against 2 s`, ratio: ms / goalMs, limit: 1, detail: `${(ms / 1000).toFixed(2)} s, median of ${rounds}; the whole process of \`report\`, which reads and checks the results first, ${(whole / 1000).toFixed(2)} s` },
      { name: 'memory of that process, against 300 MB', ratio: resident / goalBytes, limit: 1, detail: `${(resident / megabyte).toFixed(0)} MB resident at most` },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns ms */
function renderAll(run: RunRecord): number {
  const began = performance.now()
  for (const name of reporterNames) reporters[name](run, { color: false, columns: 100, isFile: true })
  return performance.now() - began
}

/** Of ten results seven pass, and one each is of another outcome; each has ten observations. */
function madeRun(): RunRecord {
  const requirements = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`made.requirement-${at}`, {
    id: `made.requirement-${at}`, level: 'must' as const, source: 'RFC 9110', section: `§${at}`, url: `https://www.rfc-editor.org/rfc/rfc9110#section-${at}`, statement: `A statement in two lines or so, as most of them are, which says what number ${at} demands of a server.`,
  }]))
  const made = Array.from({ length: results }, (_, at): CaseResult => {
    const outcome = at % 10 < 5 ? 'pass' : (outcomes[at % 10 - 4] ?? 'pass')
    const isViolated = outcome === 'fail' || outcome === 'warn'
    return {
      id: `made.case-${at}`, suite: `suite-${at % 9}`, title: `A made-up case that checks number ${at} of something`, outcome, durationMs: at % 97,
      ...(outcome === 'pass' ? {} : { reason: 'one sentence on what was expected and what was seen instead of it' }),
      observations: Array.from({ length: 10 }, (_, input) => ({ requirement: `made.requirement-${at % 200}`, level: 'must', input: `input ${input} of the case, in words`, ok: !isViolated || input > 2, expected: 'status 401 with a challenge', actual: isViolated && input <= 2 ? 'status 200' : 'status 401 with a challenge' })),
      ...(isViolated ? { exchanges: [{ input: 'input 0 of the case, in words', sent: Array.from({ length: 12 }, (_, line) => ({ text: `Header-${line}: some value of usual length`, ...(line === 3 ? { mark: '+' as const } : {}) })), received: ['HTTP/1.1 200', 'content-type: application/json'], curl: 'curl -X POST http://127.0.0.1:3220/mcp' }] } : {}),
    }
  })
  const explanation = { sends: 'A request.', expects: 'A refusal.', why: 'A reason of a sentence or two, as they are.', failure: 'What a failure usually means, in a sentence.', fix: 'How to mend it, in a sentence.' }
  const wrong = made.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable')
  return {
    format: 'handoff-conformance/results', schemaVersion: 2, status: 'complete', harnessVersion: '0.1.0', catalogueDigest: 'ab'.repeat(32), nodeVersion: process.version, seed: 1, level: 'hardening',
    suites: Array.from({ length: 9 }, (_, at) => `suite-${at}`), planned: results, start: '2026-01-02T03:04:05.678Z', durationMs: 100_000, exitCode: 1,
    target: { name: 'made', driver: 'url', url: 'http://127.0.0.1:3220/mcp', revision: '2026-07-28', revisions: ['2026-07-28'], auth: 'static-bearer' },
    counts: Object.fromEntries(outcomes.map((outcome) => [outcome, made.filter((each) => each.outcome === outcome).length])) as RunRecord['counts'],
    findings: [], failures: made.filter(({ outcome }) => outcome === 'fail').map(({ id }) => ({ id, case: id, seed: 1, kind: 'case', title: 'It failed.', lines: [] })),
    results: made, requirements, explanations: Object.fromEntries(wrong.map(({ id }) => [id, explanation])),
  }
}
