/** Runs the real command line against hostile targets, and holds against it what must be true of every such run. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { worstOf } from '../../../../harness/commands/run-many.ts'
import type { ExitCode } from '../../../../harness/errors.ts'
import type { RunRecord } from '../../../../harness/evidence/results.ts'
import { matchesGlob } from '../../../../harness/run/glob.ts'
import { seedVariable, testSeed } from '../../../support/seed.ts'
import { commandLine } from './command-line.ts'
import type { HostileKind } from './kind.ts'
import { leakedForms } from './leaked-forms.ts'
import { hiddenCharacters, plantedMarkup } from './planted.ts'
import { mostMs, runHarness } from './run-harness.ts'

const mostKibibytes = 300 * 1024

/**
 * Kinds of which the same is asked are targets of one command line, side by side: each costs no start of a process. A run
 * of all tests takes every other kind, by its seed; a file that is run by itself takes all.
 */
export function testKinds(t: Test, kinds: readonly HostileKind[]): void {
  t.jobs = 2
  t.setTimeout(290_000)
  const all = process.env[seedVariable] === undefined
  const chosen = kinds.filter((_, index) => all || (index + testSeed()) % 2 === 0)
  const groups = Map.groupBy(chosen, ({ cases, options = [] }) => JSON.stringify([cases, options]))
  for (const group of groups.values()) {
    const [first] = group
    t.test(group.length === 1 ? `a target that ${first?.name ?? ''}` : `${group.length} targets side by side, of which one ${first?.name ?? ''}`, { buffered: true }, async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
      t.teardown(() => { rmSync(folder, { recursive: true, force: true }) })
      await testGroup(t, group, folder)
    })
  }
}

async function testGroup(t: Test, kinds: readonly HostileKind[], folder: string): Promise<void> {
  const started = await Promise.all(kinds.map(async (kind, index) => {
    const setting = { token: `hT_${randomBytes(21).toString('base64url')}`, folder: join(folder, `of-${index}`) }
    mkdirSync(setting.folder)
    const target = await kind.start(setting)
    t.teardown(async () => target.close())
    return { kind, name: `hostile-${index}`, place: target.place, tokens: () => [setting.token, ...target.tokens?.() ?? []], token: setting.token, tokenEnv: `HOSTILE_TOKEN_${index}` }
  }))
  const [{ cases, options = [] }] = kinds as readonly [HostileKind]
  const { args, evidenceOf } = commandLine(started, folder, [...cases.flatMap((glob) => ['--only', glob]), ...options])
  const env = Object.fromEntries(started.map(({ tokenEnv, token }) => [tokenEnv, token]))
  const { code, stdout, stderr, ms, peak } = await runHarness(args, folder, env)
  t.ok(ms < mostMs, `it ends in time (${Math.round(ms)} ms)`)
  t.ok(peak.kibibytes < mostKibibytes, `it stays under 300 MB (${Math.round(peak.kibibytes / 1024)} MB, ${peak.cpuMs} ms of work)`)
  testTexts(t, [['stdout', stdout], ['stderr', stderr]], started.flatMap(({ tokens }) => tokens()))
  const codes: ExitCode[] = []
  for (const { kind, name, tokens } of started) {
    await t.test(`a target that ${kind.name}`, async (t) => {
      const run = testEvidence(t, kind, evidenceOf(name), tokens(), { stderr, stdout: stdout.slice(0, 4_000) })
      if (run === undefined) return
      codes.push(run.exitCode as ExitCode)
      await kind.check?.(t, run)
    })
  }
  t.equal(code, worstOf(codes), 'the exit code is the worst of them')
}

/** @param said Shown where the exit code is not the truth. */
function testEvidence(t: Test, kind: HostileKind, evidence: string, tokens: readonly string[], said: object): RunRecord | undefined {
  const written = filesBelow(evidence)
  t.ok(written.length > 2, 'there is evidence')
  testTexts(t, written, tokens)
  const results = written.find(([name]) => name === 'results.json')?.[1]
  if (results === undefined) {
    t.fail('there are results', said)
    return undefined
  }
  const run = JSON.parse(results) as RunRecord
  t.ok(kind.codes.some((each) => each === run.exitCode), `its exit code is the truth (${run.exitCode})`, said)
  const undeserved = run.results.filter(({ id, outcome }) => outcome === 'pass' && !Object.keys(kind.mayPass ?? {}).some((glob) => matchesGlob(glob, id)))
  t.same(undeserved.map(({ id }) => id), [], 'nothing passes that the target does not deserve')
  if (kind.finding !== undefined) t.ok(run.findings.some(({ id }) => id === kind.finding), `the finding is ${kind.finding}`, { found: run.findings })
  return run
}

function testTexts(t: Test, texts: readonly (readonly [name: string, text: string])[], tokens: readonly string[]): void {
  for (const [name, text] of texts) {
    t.equal(hiddenCharacters(text), '', `${name} holds nothing that acts on a terminal or hides`)
    t.same(plantedMarkup(name, text), [], `${name} holds no markup of the target`)
    t.same(leakedForms(text, tokens), [], `${name} holds no form of the token`)
  }
}

function filesBelow(folder: string): [string, string][] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')])
}
