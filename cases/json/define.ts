/** What every case about JSON texts has in common: it holds in every revision, over every transport unless it says otherwise. */
import type { Case } from '../../harness/run/case.ts'
import type { PeerAnswer } from '../../harness/peer/peer.ts'
import type { AnswerExpectation } from '../support/answers.ts'
import { fellOver, statusOfAnswer } from '../support/harmless.ts'

type Given = Omit<Case, 'suite' | 'fixture'>

export function jsonCase(given: Given): Case {
  return { fixture: 'shared', ...given, suite: 'spec' }
}

/**
 * A text that is no JSON: the error -32700. Over stdio, where a line may be skipped, silence is as good; over HTTP so
 * is a 4xx without a message, since only the code is fixed for those that have one.
 */
export function refusedAsUnreadable(requirement: string): AnswerExpectation {
  return { requirement, expected: 'a JSON-RPC error with code -32700, or a bare refusal', holds: (answer) => isError(answer, -32_700) || refusedWithoutMessage(answer) }
}

/** Refused as whatever it is, but by the client's fault. */
export function refusedCleanly(requirement: string): AnswerExpectation {
  return { requirement, expected: 'a JSON-RPC error of the client, or a bare refusal', holds: (answer) => isError(answer) || refusedWithoutMessage(answer) }
}

/** Served or refused, but neither a fault of the server nor the end of it. */
export function survives(requirement: string): AnswerExpectation {
  return { requirement, expected: 'a result or a refusal, and no fault of the server', holds: (answer) => !fellOver(answer) && !isError(answer, -32_603) }
}

export function isError({ answer, reaction }: PeerAnswer, ...codes: number[]): boolean {
  if (answer.kind !== 'error' || (codes.length > 0 && !codes.includes(answer.code))) return false
  return reaction?.kind !== 'response' || reaction.response.status < 500
}

function refusedWithoutMessage(answer: PeerAnswer): boolean {
  if (answer.answer.kind !== 'none') return false
  const status = statusOfAnswer(answer)
  return answer.reaction === undefined || (status !== undefined && status >= 400 && status < 500) || answer.reaction.kind === 'closed'
}
