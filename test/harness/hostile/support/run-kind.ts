/** Runs the real command line against a hostile target, and holds against it what must be true of every such run. */
import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import type { RunRecord } from '../../../../harness/evidence/results.ts'
import { reporterNames } from '../../../../harness/reporters/reporters.ts'
import { matchesGlob } from '../../../../harness/run/glob.ts'
import type { HostileKind } from './kind.ts'
import { leakedForms } from './leaked-forms.ts'
import { seedVariable, testSeed } from '../../../support/seed.ts'
import { hiddenCharacters, plantedMarkup } from './planted.ts'

const bin = fileURLToPath(new URL('../../../../harness/bin.ts', import.meta.url))
const hook = new URL('report-peak.ts', import.meta.url).href
const mostKibibytes = 300 * 1024
/** Far beyond every deadline that the kinds are given: a machine may be busy. In ms. */
const mostMs = 150_000

/**
 * One subtest a kind, a few at a time. A run of all tests takes every other kind, by its seed, for each costs the start of
 * a process; a file that is run by itself takes all.
 */
export function testKinds(t: Test, kinds: readonly HostileKind[]): void {
  t.jobs = 4
  t.setTimeout(290_000)
  const all = process.env[seedVariable] === undefined
  for (const [index, kind] of kinds.entries()) {
    const skip = all || (index + testSeed()) % 2 === 0 ? false : 'the turn of the others'
    t.test(`a target that ${kind.name}`, { buffered: true, skip }, async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
      t.teardown(() => { rmSync(folder, { recursive: true, force: true }) })
      await testKind(t, kind, folder)
    })
  }
}

async function testKind(t: Test, kind: HostileKind, folder: string): Promise<void> {
  const token = `hT_${randomBytes(21).toString('base64url')}`
  const target = await kind.start({ token, folder })
  t.teardown(async () => target.close())
  const evidence = join(folder, 'evidence')
  const reports = reporterNames.flatMap((name) => ['--reporter', `${name}=${join(evidence, `report.${name}`)}`])
  const behind = target.args.indexOf('--')
  const [before, command] = behind === -1 ? [target.args, []] : [target.args.slice(0, behind), target.args.slice(behind)]
  const tokens = before.includes('--url') ? ['--token-env', 'HOSTILE_TOKEN'] : []
  const args = [
    'run', ...before, ...tokens, ...kind.cases.flatMap((glob) => ['--only', glob]), '--level', 'hardening', '--evidence', evidence, '--evidence-detail', 'exchanges',
    ...reports, ...(kind.options ?? []), ...command,
  ]
  const { code, stdout, stderr, ms, peak } = await runMeasured(args, { token, folder })
  t.ok(ms < mostMs, `it ends in time (${Math.round(ms)} ms)`)
  t.ok(peak.kibibytes < mostKibibytes, `it stays under 300 MB (${Math.round(peak.kibibytes / 1024)} MB, ${peak.cpuMs} ms of work)`)
  t.ok(kind.codes.some((each) => each === code), `its exit code is the truth (${code})`, { stderr, stdout: stdout.slice(0, 4_000) })
  const written: [string, string][] = [['stdout', stdout], ['stderr', stderr], ...filesBelow(evidence)]
  t.ok(written.length > 4, 'there is evidence')
  for (const [name, text] of written) {
    t.equal(hiddenCharacters(text), '', `${name} holds nothing that acts on a terminal or hides`)
    t.same(plantedMarkup(name, text), [], `${name} holds no markup of the target`)
    t.same(leakedForms(text, token), [], `${name} holds no form of the token`)
  }
  const results = written.find(([name]) => name === 'results.json')?.[1]
  if (results === undefined) {
    t.fail('there are results')
    return
  }
  const run = JSON.parse(results) as RunRecord
  t.equal(run.exitCode, code)
  const undeserved = run.results.filter(({ id, outcome }) => outcome === 'pass' && !(kind.mayPass ?? []).some((glob) => matchesGlob(glob, id)))
  t.same(undeserved.map(({ id }) => id), [], 'nothing passes that the target does not deserve')
  if (kind.finding !== undefined) t.ok(run.findings.some(({ id }) => id === kind.finding), `the finding is ${kind.finding}`, { found: run.findings })
  await kind.check?.(t, run)
}

interface Measured {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
  readonly peak: { readonly kibibytes: number; readonly cpuMs: number }
}

async function runMeasured(args: readonly string[], { token, folder }: { readonly token: string; readonly folder: string }): Promise<Measured> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  const peakFile = join(folder, 'peak.json')
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', hook, bin, ...args], {
    cwd: folder, stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, TMPDIR: tmpdir(), NODE_NO_WARNINGS: '1', ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }), HOSTILE_TOKEN: token, HOSTILE_PEAK_FILE: peakFile },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => { stdout += text })
  child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr += text })
  const giveUp = setTimeout(() => { child.kill('SIGKILL') }, mostMs)
  const [code] = await once(child, 'close') as [number | null]
  clearTimeout(giveUp)
  const peak = existsSync(peakFile) ? JSON.parse(readFileSync(peakFile, 'utf8')) as Measured['peak'] : { kibibytes: Number.POSITIVE_INFINITY, cpuMs: 0 }
  return { code, stdout, stderr, ms: performance.now() - started, peak }
}

function filesBelow(folder: string): [string, string][] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')])
}
