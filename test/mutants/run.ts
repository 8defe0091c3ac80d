/** Runs cases against a server of ours in this process, or a test file in a process of its own. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { cases, requirements } from '../../cases/index.ts'
import { createCatalogue } from '../../harness/run/catalogue.ts'
import type { Catalogue } from '../../harness/run/catalogue.ts'
import { runConformance } from '../../harness/run/run.ts'
import type { RunOutcome } from './judge.ts'
import type { Patch } from './mutant.ts'
import { hook, root } from './places.ts'
import type { FaultyTarget } from './targets.ts'

/** Of one case, in ms: several servers share the processors here, so that what takes seconds alone can take a minute. */
const caseMs = 240_000
/** Far longer than any test; only ends what hangs. */
const deadlineMs = 240_000

/** Of the cases that are run, with what they name; the whole is for the tests of the catalogue to judge. */
function catalogueOf(only: readonly string[]): Catalogue {
  const chosen = cases.filter(({ id }) => only.includes(id))
  const used = new Set(chosen.flatMap((entry) => entry.requirements))
  return createCatalogue({ cases: chosen, requirements: requirements.filter(({ id }) => used.has(id)) })
}

/** Never rejects; a run without a result is an outcome too. @param only The cases to run. @param runs Programs that each fuzzing case may make; default: its own number. */
export async function runCases({ driver, target }: FaultyTarget, only: readonly string[], runs?: number): Promise<RunOutcome> {
  const findings: string[] = []
  try {
    const summary = await runConformance({
      catalogue: catalogueOf(only), driver, target, select: { only }, level: 'hardening', timeoutMs: caseMs, ...(runs === undefined ? {} : { runs }),
      emit: (event) => { if (event.type === 'finding') findings.push(event.finding.id) },
      secrets: () => undefined,
    })
    return {
      exitCode: summary.exitCode,
      outcomes: new Map(summary.results.map(({ id, outcome }) => [id, outcome])),
      reasons: new Map(summary.results.map((result) => [result.id, reasonOf(result)])),
      failures: summary.failures.map(({ case: id, kind, data }) => ({ case: id, kind, ...stepsIn(data) })),
      findings,
      notes: [],
      said: summary.faults.map(({ case: id, error }) => `${id}: ${textOf(error)}`).join('; '),
    }
  } catch (error) {
    return { exitCode: undefined, outcomes: new Map(), findings, notes: [], said: textOf(error) }
  }
}

/** Of a program that was kept. */
function stepsIn(data: Readonly<Record<string, unknown>>): { readonly steps?: number } {
  const { program } = data as { readonly program?: { readonly steps?: unknown } }
  return Array.isArray(program?.steps) ? { steps: program.steps.length } : {}
}

type Result = Awaited<ReturnType<typeof runConformance>>['results'][number]

/** Why a case did not pass: its first violation, or its reason. */
function reasonOf({ observations, reason }: Result): string {
  const wrong = observations.find(({ ok }) => !ok)
  return wrong === undefined ? (reason ?? '') : `${wrong.input ?? ''}: expected ${wrong.expected}, got ${wrong.actual}`
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Runs one test file, patched or not. */
export async function runTest(folder: string, test: string, patch?: Patch): Promise<RunOutcome> {
  mkdirSync(join(folder, 'tmp'), { recursive: true })
  const report = join(folder, 'report')
  try {
    const fromHook = patch === undefined ? {} : { HANDOFF_MUTANT_PATCH: JSON.stringify(patch), HANDOFF_MUTANT_REPORT: report }
    // What Node compiled is kept from run to run, by content, which makes their start a fifth shorter.
    const env = { TMPDIR: join(folder, 'tmp'), NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(dirname(folder), 'compiled'), ...fromHook }
    const { exitCode, stdout } = await execa(process.execPath, [...(patch === undefined ? [] : ['--import', hook]), join(root, test)], {
      cwd: root, env, reject: false, stdin: 'ignore', timeout: deadlineMs, maxBuffer: 50_000_000,
    })
    return { exitCode, outcomes: subtestsIn(stdout), findings: [], notes: linesOf(report), said: stdout.trim().slice(-500) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
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
