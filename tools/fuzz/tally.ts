/** Counts what was answered, so that it shows whether the questions reach everything that can be answered. */
import type { Answers } from './disagreement.ts'
import { isObject } from './question.ts'
import type { Answer, Question } from './question.ts'

export interface Tally {
  readonly heard: (question: Question, answers: Answers) => void
  /** Of all that answered anything. */
  names(): readonly string[]
  /** By what it was: a result, a token reason after `token: `, an error code. */
  counts(): ReadonlyMap<string, number>
  lines(): readonly string[]
}

export function createTally(): Tally {
  const names = new Set<string>()
  const counts = new Map<string, number>()
  const count = (what: unknown): void => void (typeof what === 'string' && counts.set(what, (counts.get(what) ?? 0) + 1))
  return {
    heard: (_, answers) => {
      const [[, first] = ['', []]] = answers
      for (const name of answers.keys()) names.add(name)
      for (const answer of first) for (const what of kindsOf(answer)) count(what)
    },
    names: () => [...names],
    counts: () => counts,
    lines: () => [...counts].toSorted(([, one], [, other]) => other - one).map(([what, times]) => `${String(times).padStart(8)}  ${what}`),
  }
}

function kindsOf(answer: Answer): readonly unknown[] {
  const { error, result, token_check: token, reason } = answer
  if (isObject(error)) return [error['code']]
  return [result, ...(isObject(token) ? [`token: ${String(token['reason'])}`] : []), ...(typeof reason === 'string' ? [`token: ${reason}`] : [])]
}
