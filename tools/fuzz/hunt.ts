/** Asks question after question until implementations disagree, and then for the smallest one on which they do. */
import * as fc from 'fast-check'
import { disagreementOn } from './disagreement.ts'
import type { Answers, Disagreement } from './disagreement.ts'
import { questions } from './generate/questions.ts'
import type { Panel, Question } from './question.ts'

export interface HuntOptions {
  readonly panels: readonly Panel[]
  /** Questions at most. */
  readonly runs: number
  readonly seed: number
  /** Of a disagreement that was found with this seed: it alone is asked again. */
  readonly path?: string | undefined
  /** No question is begun after so long, in ms. */
  readonly budgetMs?: number | undefined
  /** Called with every question and what was said to it, those of the shrinking too. */
  readonly heard?: (question: Question, answers: Answers) => void
}

export type HuntResult =
  | { readonly kind: 'agreement'; readonly runs: number; readonly interrupted: boolean }
  | { readonly kind: 'disagreement'; readonly runs: number; readonly path: string; readonly question: Question; readonly disagreement: Disagreement }

/** @throws Error where an implementation could not be asked any more. */
export async function hunt({ panels, runs, seed, path, budgetMs, heard }: HuntOptions): Promise<HuntResult> {
  let broken: unknown
  let last: Disagreement | undefined
  const judge = async (question: Question): Promise<boolean> => {
    // Nothing can be learned any more; let the search end.
    if (broken !== undefined) return true
    try {
      const answers = await ask(panels, question)
      heard?.(question, answers)
      const found = disagreementOn(question, answers)
      last = found ?? last
      return found === undefined
    } catch (error) {
      broken = error
      return true
    }
  }
  let pending: Promise<boolean> | undefined
  const property = fc.asyncProperty(questions, async (question) => {
    pending = judge(question)
    return pending
  })
  const details = await fc.check(property, {
    seed, numRuns: runs, ...(path === undefined ? {} : { path }), ...(budgetMs === undefined ? {} : { interruptAfterTimeLimit: budgetMs, markInterruptAsFailure: false }),
  })
  // When the time is over the last question may still be with those who were asked.
  await pending
  if (broken !== undefined) throw broken
  const [question] = details.counterexample ?? []
  if (question === undefined || details.counterexamplePath === null || last === undefined) return { kind: 'agreement', runs: details.numRuns, interrupted: details.interrupted }
  // The last one that was found is the smallest: shrinking goes on from there, and only there.
  return { kind: 'disagreement', runs: details.numRuns, path: details.counterexamplePath, question, disagreement: last }
}

/** All at once; every name has to be another. */
export async function ask(panels: readonly Panel[], question: Question): Promise<Answers> {
  const heard = await Promise.all(panels.map(async (panel) => panel.ask(question)))
  return new Map(heard.flatMap((answers) => [...answers]))
}
