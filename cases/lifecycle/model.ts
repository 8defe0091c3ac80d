/**
 * Programs that are made up, run against the target and a model of the contract side by side. Three themes, so that a
 * fault is met often: handoffs alone, with edits of the registry between them, and with time and restarts.
 */
import type { Case, CaseContext, Explanation } from '../../harness/run/case.ts'
import type { Rule } from '../../harness/fuzz/program/difference.ts'
import type { Found, Hunted } from '../../harness/fuzz/program/hunt.ts'
import type { Program } from '../../harness/fuzz/program/program.ts'
import type { Outcome } from '../../harness/fuzz/program/run-program.ts'
import type { Theme } from '../../harness/fuzz/program/stage.ts'
import { lifecycleCase } from './define.ts'

/** So that few steps lead to what is too deep. */
const maxDepth = 2

interface Given {
  readonly id: string
  readonly title: string
  readonly theme: Omit<Theme, 'maxDepth'>
  /** Programs where nobody asks for a number. */
  readonly runs: number
  readonly sends: string
}

const titles: Readonly<Record<Rule, string>> = {
  answers: 'An operation is not answered as the contract says.',
  handoffs: 'A handoff is not shown as it was sent and changed.',
  unchanged: 'A handoff is shown in two ways at the same version.',
  events: 'The events of a handoff do not tell what happened to it.',
  boxes: 'A box does not hold what it must hold.',
}
const rules = Object.keys(titles) as readonly Rule[]

function requirementOf(rule: Rule): string {
  return `handoff.program-${rule}`
}

function modelCase({ id, title, theme, runs, sends }: Given): Case {
  const explain: Explanation = {
    sends,
    expects: 'Every answer in full, every event and every box as a model of the contract has them, after every step.',
    why: 'Rules that hold one by one fail where they meet: a replay after a change of policy, a cancelled child, a page after a transition.',
    failure: 'The failure holds the shortest program that still differs from the model; its last line says what was expected and what came instead.',
    fix: 'Read the program from the top; the rule that its last step is about is in docs/server.md. `handoff-conformance replay` runs it again.',
  }
  return lifecycleCase({
    id, title, explain,
    requirements: rules.map(requirementOf),
    fixture: 'own',
    fuzz: true,
    timeoutMs: 120_000,
    fixtureOptions: { maxDepth },
    async scenario(context) {
      // Loaded where it is used: most runs have other cases only.
      const [{ openProgramStage }, { hunt }] = await Promise.all([import('../../harness/fuzz/program/stage.ts'), import('../../harness/fuzz/program/hunt.ts')])
      const stage = await openProgramStage(context, { ...theme, maxDepth })
      try {
        const { settings, atOnce } = stage
        const run: typeof stage.run = async (program, lists) => stage.run(program, lists)
        const saved = context.replaying === undefined ? undefined : savedProgram(context)
        if (saved === undefined) {
          await report(context, await hunt({ settings, seed: context.seed, runs: context.runs ?? runs, deadline: context.deadline, latest: latestOf(context), atOnce, run, signal: context.signal }), settings.maxDepth)
          return
        }
        await report(context, asHunted(saved, await run(saved, true), context.seed), settings.maxDepth)
      } finally {
        stage.close()
      }
    },
  })
}

/** A slow target is judged by fewer programs, and what was found is told before the case is cut off. */
function latestOf({ endsAt }: CaseContext): number {
  return endsAt - Math.max(0, endsAt - performance.now()) / 4
}

/** @throws NotRun where what was saved is no program. */
function savedProgram(context: CaseContext): Program {
  const program = context.replaying?.data['program']
  if (typeof program === 'object' && program !== null && Array.isArray((program as Partial<Program>).steps) && typeof (program as Partial<Program>).agents === 'number') return program as Program
  return context.notRun('what was saved of the failure holds no program')
}

function asHunted(program: Program, outcome: Outcome, seed: number): Hunted {
  return {
    programs: 1,
    steps: program.steps.length,
    stopped: outcome.kind === 'stopped' ? outcome.why : undefined,
    found: outcome.kind === 'differs' ? { program, at: outcome.at, difference: outcome.difference, seed, path: '', flaky: false } : undefined,
  }
}

async function report(context: CaseContext, { programs, steps, found, stopped }: Hunted, depth: number): Promise<void> {
  if (found !== undefined) {
    const { rule, expected, got } = found.difference
    // What is found again is the same finding.
    const data = context.replaying?.data ?? { program: found.program, fastCheck: { seed: found.seed, path: found.path } }
    context.failed({ kind: 'program', title: titles[rule], lines: await linesOf(found, depth), data })
    context.observe({ requirement: requirementOf(rule), input: `a program of ${found.program.steps.length} steps`, ok: false, expected, actual: `${got}${found.flaky ? ', but not when it was run again' : ''}` })
  }
  if (stopped !== undefined) context.inconclusive(`after ${programs} programs: ${stopped}`)
  if (found !== undefined) return
  if (programs === 0) context.inconclusive('the time was over before a program had run')
  for (const rule of rules) {
    context.observe({ requirement: requirementOf(rule), ok: true, expected: 'as the model says, in every program', actual: `so in ${programs} programs of ${steps} steps` })
  }
}

async function linesOf({ program, difference, at, flaky }: Found, depth: number): Promise<string[]> {
  const { programLines } = await import('../../harness/fuzz/program/text.ts')
  return [
    ...programLines(program, depth),
    ...(at === program.steps.length ? ['everybody lists both boxes'] : []),
    `→ expected ${difference.expected}, got ${difference.got}`,
    ...(flaky ? ['(when it was run once more the target agreed: it does not always do the same)'] : []),
  ]
}

export const cases: readonly Case[] = [
  modelCase({
    id: 'lifecycle.model',
    title: 'Programs of up to three agents, with keys, versions, children and pages, are answered as the model says',
    theme: { agents: 3, steps: { least: 5, most: 18 } },
    runs: 24,
    sends: 'Short programs of all six tools by three agents: sends, children, transitions, retries with their keys, reads and pages, right and wrong ones, on the same few handoffs.',
  }),
  modelCase({
    id: 'lifecycle.model-policy',
    title: 'Programs with edits of the registry between their steps are answered as the model says',
    theme: { agents: 3, steps: { least: 5, most: 18 }, policy: true },
    runs: 16,
    sends: 'Short programs of all six tools, with agents disabled and enabled, relationships narrowed, ceilings lowered and all of it undone between the steps.',
  }),
  modelCase({
    id: 'lifecycle.model-time',
    title: 'Programs through time and restarts are answered as the model says',
    theme: { agents: 2, steps: { least: 5, most: 18 }, time: true },
    runs: 12,
    sends: 'Short programs of all six tools, with a clock that is set to just before and just after handoffs expire, and restarts of the server, between the steps.',
  }),
]
