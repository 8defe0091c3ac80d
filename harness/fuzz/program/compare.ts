/** An answer of a target, held against what the model expects. */
import { answerInWords } from '../../handoff/contract.ts'
import type { Answer, Result, Whoami } from '../../handoff/contract.ts'
import type { Expected } from '../model/step.ts'
import { eventsDifference } from './compare-events.ts'
import { handoffDifference } from './compare-handoff.ts'
import type { Comparing } from './compare-handoff.ts'
import { pageDifference } from './compare-page.ts'
import type { AskedFor } from './compare-page.ts'
import { difference } from './difference.ts'
import type { Difference } from './difference.ts'

/** @param asked What was asked of a box. */
export function answerDifference(expected: Expected, answer: Answer, comparing: Comparing, asked: AskedFor): Difference | undefined {
  if (answer.kind === 'refused' && expected.kind === 'refused') {
    return isSameRefusal(expected.code, answer.code, comparing) ? undefined : difference('answers', expected.code, answerInWords(answer))
  }
  if (answer.kind !== 'ok' || expected.kind === 'refused') return difference('answers', expectedInWords(expected), answerInWords(answer))
  return resultDifference(expected, answer.result, comparing, asked)
}

/** A target without codes only refuses, but whoever has bad credentials is told so all the same. */
function isSameRefusal(expected: string, code: string | undefined, { adapter, withoutCredentials }: Comparing): boolean {
  if (expected === 'unauthenticated' && withoutCredentials) return true
  return code === expected || (adapter.error === undefined && code === undefined && expected !== 'unauthenticated')
}

function expectedInWords(expected: Expected): string {
  return expected.kind === 'refused' ? expected.code : expected.kind === 'change' && expected.replayed ? 'the first answer again' : 'ok'
}

function resultDifference(expected: Exclude<Expected, { kind: 'refused' }>, result: Result, comparing: Comparing, asked: AskedFor): Difference | undefined {
  if (expected.kind === 'whoami' && result.kind === 'whoami') return whoamiDifference(expected, result.whoami, comparing)
  if (expected.kind === 'inbox' && result.kind === 'inbox') return pageDifference(expected.handoffs, result, asked, comparing)
  if (expected.kind === 'get' && result.kind === 'get') {
    return handoffDifference(expected.handoff, result.handoff, comparing) ?? eventsDifference(expected.handoff, result.handoff, result.events, comparing)
  }
  if (expected.kind !== 'change' || result.kind !== 'change') return difference('answers', `an answer to ${expected.kind}`, `one to ${result.kind}`)
  const { handoff, replayed } = expected
  const { book } = comparing
  if (result.replayed !== undefined && result.replayed !== replayed) return difference('answers', `replayed ${replayed}`, `replayed ${result.replayed}`)
  if (!replayed && handoff.version === 1 && !book.bind(handoff.number, result.handoff.id)) return difference('handoffs', 'an id that no other handoff has', 'that of another one')
  return handoffDifference(handoff, result.handoff, comparing)
}

function whoamiDifference({ agent, policy }: Extract<Expected, { kind: 'whoami' }>, seen: Partial<Whoami>, { book }: Comparing): Difference | undefined {
  const names = (list: readonly string[]): string => list.toSorted().join()
  if (seen.agent_id !== book.idOfAgent(agent)) return difference('answers', `agent_id of ${agent}`, 'another one')
  if (seen.disclosure_ceiling !== undefined && seen.disclosure_ceiling !== policy.ceiling) return difference('answers', `ceiling ${policy.ceiling}`, 'another one')
  for (const [field, list] of [['send_to', policy.sendTo], ['receive_from', policy.receiveFrom]] as const) {
    if (seen[field] !== undefined && names(seen[field]) !== names(list.map((name) => book.idOfAgent(name)))) return difference('answers', `${field} as in the registry`, 'another list')
  }
  return undefined
}
