/**
 * Plays plans round after round, and judges what was seen: every answer is one that the contract has, and there is an
 * order of the operations that explains them all.
 */
import type { HandoffEntry } from '../../../harness/fuzz/history/handoff-history.ts'
import { judgeHistory } from '../../../harness/fuzz/history/judge.ts'
import { historyLines, historyOperations, violationLines, violationOperations } from '../../../harness/fuzz/history/lines.ts'
import { answerInWords, isPassing } from '../../../harness/handoff/contract.ts'
import type { Answer } from '../../../harness/handoff/contract.ts'
import type { CaseContext } from '../../../harness/run/case.ts'
import { openCrew } from './crew.ts'
import type { Crew } from './crew.ts'
import { goesOn } from './goes-on.ts'
import { planIn } from './plan.ts'
import type { Plan } from './plan.ts'
import { play } from './play.ts'
import type { Played } from './play.ts'

export interface RoundsOptions {
  readonly context: CaseContext
  /** What is observed of the order. */
  readonly requirement: string
  /** Which rule is broken where there is none, in one sentence. */
  readonly title: string
  /** How many rounds there are where nobody says. */
  readonly rounds: number
  readonly draw: (random: () => number, crew: Crew) => Plan
  readonly processes?: Parameters<typeof openCrew>[1]
}

/** A plan is played again at most so often: what was seen once need not be seen the next time. */
const replays = 12
/** For the judge of one round, in ms; a round takes it a few. */
const judgeMs = 3_000

const answered = 'handoff.concurrent-answered'

export async function playRounds({ context, draw, rounds, ...options }: RoundsOptions): Promise<void> {
  const crew = await openCrew(context, options.processes)
  try {
    const again = context.replaying === undefined ? undefined : planIn(context.replaying.data) ?? context.notRun('what was saved of the failure holds no plan')
    const most = again === undefined ? (context.runs ?? rounds) : replays
    for (let round = 1; goesOn(context, round, most); round += 1) {
      const plan = again ?? draw(context.random, crew)
      const good = await playRound({ context, ...options }, crew, plan, `round ${round}`)
      if (!good) return
    }
  } finally {
    crew.close()
  }
}

/** @returns Whether nothing was found. */
async function playRound({ context, requirement, title }: Pick<RoundsOptions, 'context' | 'requirement' | 'title'>, crew: Crew, plan: Plan, input: string): Promise<boolean> {
  const played = await play(plan, crew, context.signal)
  if (context.signal.aborted) return false
  const wrong = wrongAnswers(played)
  needEnough(context, played)
  context.observe({
    requirement: answered, input, ok: wrong.length === 0, expected: 'results and refusals of the contract',
    actual: wrong.length === 0 ? `${played.history.length} of them` : `${wrong.length} of ${played.history.length} answers are others: ${wrong[0] ?? ''}`,
  })
  const verdict = judgeHistory(played.history, { deadlineMs: judgeMs, isAbout: played.isAbout })
  if (verdict.kind === 'unknown') {
    await context.attempt(input, async () => Promise.resolve().then(() => context.inconclusive(verdict.why)))
    return wrong.length === 0
  }
  const fits = verdict.kind === 'linearizable'
  const lines = fits ? historyLines(played.history, played.names) : violationLines(played.history, verdict.violation, played.names)
  context.observe({
    requirement, input, ok: fits, expected: 'an order of the operations, one after the other, in which each answer is right',
    actual: fits ? 'there is one' : `there is none: ${lines.at(-2) ?? ''}`,
  })
  if (fits && wrong.length === 0) return true
  const operations = fits ? historyOperations(played.history, played.names) : violationOperations(played.history, verdict.violation, played.names)
  context.failed({ kind: 'history', title: fits ? 'Overlapping operations are not answered in the terms of the contract.' : title, lines, history: operations, data: { plan } })
  return false
}

function wrongAnswers({ history }: Played): string[] {
  return history.flatMap(({ instead }) => (instead !== undefined && isWrong(instead) ? [answerInWords(instead)] : []))
}

function isWrong(answer: Answer): boolean {
  return answer.kind === 'wrong' || (answer.kind === 'refused' && answer.code === 'internal')
}

/** Refusals that tell nothing, and no answer at all. */
function tellsNothing({ answer, instead }: HandoffEntry): boolean {
  if (answer === undefined) return instead === undefined || !isWrong(instead)
  return isPassing(answer)
}

/** @throws Inconclusive where the target mostly has no time, or does not answer any more. */
function needEnough(context: CaseContext, { history }: Played): void {
  const silent = history.filter(tellsNothing)
  if (2 * silent.length <= history.length) return
  const last = silent.at(-1)
  const answer = last?.answer ?? last?.instead
  context.inconclusive(`${silent.length} of ${history.length} operations told nothing, the last one with ${answer === undefined ? 'no answer' : answerInWords(answer)}`)
}
