/** Runs the harness, or a test file, in a process of its own, against a server with or without a fault. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import type { RunOutcome } from './judge.ts'
import type { Patch } from './mutant.ts'
import { hook, root } from './places.ts'

/** Far longer than any run; only ends what hangs. */
const deadlineMs = 240_000

export interface HarnessRun {
  /** For everything that the run writes; must not exist yet. Removed afterwards. */
  readonly folder: string
  /** Applied by the hook, in this process for `hooked`, else in what the target file starts. */
  readonly patch?: Patch
  readonly hooked?: boolean
  /** More arguments of `handoff-conformance run`. */
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Never rejects; a run without a result is an outcome too. */
export async function runHarness({ folder, patch, hooked = false, args, env }: HarnessRun): Promise<RunOutcome> {
  const command = [...(hooked ? ['--import', hook] : []), join(root, 'harness/bin.ts'), 'run', '--suite', 'auth-negative', '--level', 'hardening', '--json']
  return inFolder(folder, patch, async (fromHook) => {
    const process = await nodeProcess([...command, '--evidence', join(folder, 'evidence'), ...args], { ...fromHook, ...env })
    return { exitCode: process.exitCode, ...resultIn(process.stdout), said: process.stderr.trim().slice(-500) }
  })
}

/** Runs one test file, patched or not. */
export async function runTest(folder: string, test: string, patch?: Patch): Promise<RunOutcome> {
  return inFolder(folder, patch, async (env) => {
    const process = await nodeProcess([...(patch === undefined ? [] : ['--import', hook]), join(root, test)], env)
    return { exitCode: process.exitCode, outcomes: subtestsIn(process.stdout), findings: [], said: process.stdout.trim().slice(-500) }
  })
}

type Env = Readonly<Record<string, string>>

async function inFolder(folder: string, patch: Patch | undefined, work: (env: Env) => Promise<Omit<RunOutcome, 'notes'>>): Promise<RunOutcome> {
  mkdirSync(join(folder, 'tmp'), { recursive: true })
  const report = join(folder, 'report')
  try {
    const fromHook = patch === undefined ? {} : { HANDOFF_MUTANT_PATCH: JSON.stringify(patch), HANDOFF_MUTANT_REPORT: report }
    // What Node compiled is kept from run to run, by content, which makes their start a fifth shorter.
    const cache = join(dirname(folder), 'compiled')
    const outcome = await work({ TMPDIR: join(folder, 'tmp'), NODE_COMPILE_CACHE: cache, ...fromHook })
    return { ...outcome, notes: linesOf(report) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function nodeProcess(args: readonly string[], env: Env): Promise<{ exitCode: number | undefined; stdout: string; stderr: string }> {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [...args], {
    cwd: root, env, reject: false, stdin: 'ignore', timeout: deadlineMs, maxBuffer: 50_000_000,
  })
  return { exitCode, stdout, stderr }
}

interface ResultText {
  readonly results: readonly { readonly id: string; readonly outcome: string }[]
  readonly findings: readonly { readonly id: string }[]
}

function resultIn(stdout: string): Pick<RunOutcome, 'outcomes' | 'findings'> {
  try {
    const { results, findings } = JSON.parse(stdout) as ResultText
    return { outcomes: new Map(results.map(({ id, outcome }) => [id, outcome])), findings: findings.map(({ id }) => id) }
  } catch {
    return { outcomes: new Map(), findings: [] }
  }
}

/** Outcome of each test at the top of a TAP stream. */
function subtestsIn(tap: string): ReadonlyMap<string, string> {
  return new Map([...tap.matchAll(/^(ok|not ok) \d+ - (.*?)(?: #.*)?$/gm)].map(([, ok, name = '']) => [name, ok === 'ok' ? 'pass' : 'fail']))
}

function linesOf(path: string): string[] {
  try {
    return [...new Set(readFileSync(path, 'utf8').split('\n').filter((line) => line !== ''))]
  } catch {
    return []
  }
}
