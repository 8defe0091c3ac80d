/** Holds answers against what the contract says, at targets with and without codes. */
import { answerInWords, isPassing } from '../../harness/handoff/contract.ts'
import type { Answer, RefusalCode } from '../../harness/handoff/contract.ts'
import { Inconclusive } from '../../harness/run/signals.ts'
import { canonicalText } from '../support/formats/canonical.ts'
import { viewed } from './acting.ts'
import type { View } from './acting.ts'
import type { Actor, Stage } from './stage.ts'

export type Wanted = 'ok' | RefusalCode | 'unauthenticated' | readonly (RefusalCode | 'unauthenticated')[]

/** @throws Inconclusive where an answer tells nothing. */
export function needTelling(answer: Answer): void {
  if (answer.kind === 'unknown') throw new Inconclusive(answerInWords(answer))
  if (isPassing(answer)) throw new Inconclusive(`the target answered ${answerInWords(answer)}`)
}

/** Whether an answer is what is wanted; of a target without codes only whether it was refused. */
export function isWanted({ has }: Pick<Stage, 'has'>, answer: Answer, wanted: Wanted): boolean {
  if (wanted === 'ok') return answer.kind === 'ok'
  if (answer.kind !== 'refused') return false
  if (!has('error-codes')) return true
  return answer.code !== undefined && (typeof wanted === 'string' ? [wanted] : wanted).includes(answer.code)
}

export function wantedInWords({ has }: Pick<Stage, 'has'>, wanted: Wanted): string {
  if (wanted === 'ok') return 'ok'
  return has('error-codes') ? (typeof wanted === 'string' ? [wanted] : wanted).join(' or ') : 'a refusal'
}

/** Observes one answer. @throws Inconclusive where it tells nothing. */
export function judge(stage: Pick<Stage, 'context' | 'has'>, requirement: string, input: string, answer: Answer, wanted: Wanted): boolean {
  needTelling(answer)
  const ok = isWanted(stage, answer, wanted)
  stage.context.observe({ requirement, input, ok, expected: wantedInWords(stage, wanted), actual: answerInWords(answer) }, answer)
  return ok
}

export function judgeThat({ context }: Pick<Stage, 'context'>, requirement: string, input: string, ok: boolean, expected: string, actual: string): void {
  context.observe({ requirement, input, ok, expected, actual: ok ? expected : actual })
}

/** Observes that what a party sees of a handoff is what it saw before. */
export async function judgeUnchanged(stage: Stage, requirement: string, input: string, by: Actor, before: View): Promise<void> {
  const after = await viewed(by, before.handoff.id)
  const problem = difference(before, after)
  judgeThat(stage, requirement, input, problem === undefined, 'the handoff and its events are as before', problem ?? '')
}

function difference(before: View, after: View): string | undefined {
  if (after.handoff.status !== before.handoff.status) return `the status went from ${before.handoff.status} to ${after.handoff.status}`
  if (after.events.length !== before.events.length) return `${after.events.length} events after ${before.events.length}`
  if (canonicalText(after.handoff) !== canonicalText(before.handoff)) return 'other fields of the handoff'
  return canonicalText(after.events) === canonicalText(before.events) ? undefined : 'other events'
}

/** A refusal may repeat the names that the caller gave, such as the id that it asked for. */
export function withoutNames(answer: Answer, names: readonly (string | undefined)[]): Answer {
  if (answer.kind !== 'refused') return answer
  // The longest first: one may be the beginning of another.
  const longest = names.filter((name) => name !== undefined).toSorted((one, other) => other.length - one.length)
  return { ...answer, words: longest.reduce((words, name) => words.replaceAll(name, ''), answer.words) }
}

/** Observes that all of these refusals read the same: code, field, retryable and words. */
export function judgeAlike(stage: Stage, requirement: string, answers: readonly { readonly input: string; readonly answer: Answer }[]): void {
  const [first] = answers
  for (const { input, answer } of answers) {
    needTelling(answer)
    const problem = answer.kind !== 'refused' || first?.answer.kind !== 'refused' ? answerInWords(answer)
      : answer.code !== first.answer.code ? `${answerInWords(answer)} instead of ${answerInWords(first.answer)}`
        : answer.field !== first.answer.field ? 'another field'
          : answer.retryable !== first.answer.retryable ? 'another word on whether to try again'
            : answer.words !== first.answer.words ? 'other words' : undefined
    judgeThat(stage, requirement, input, problem === undefined, `a refusal that reads like that of ${first?.input ?? ''}`, problem ?? '')
  }
}
