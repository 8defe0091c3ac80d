/** Expectations about what a peer was answered, whatever the transport; over HTTP the status is part of them. */
import { describeAnswer } from '../../harness/peer/describe.ts'
import type { PeerAnswer } from '../../harness/peer/peer.ts'
import { Inconclusive } from '../../harness/run/signals.ts'

/** One thing that must hold of an answer. */
export interface AnswerExpectation {
  readonly requirement: string
  /** In words, for the report. */
  readonly expected: string
  readonly holds: (answer: PeerAnswer) => boolean
}

/** A JSON-RPC error with one of these codes. */
export function errorCode(requirement: string, ...codes: number[]): AnswerExpectation {
  return {
    requirement,
    expected: codes.length === 0 ? 'a JSON-RPC error' : `a JSON-RPC error with code ${codes.join(' or ')}`,
    holds: ({ answer }) => answer.kind === 'error' && (codes.length === 0 || codes.includes(answer.code)),
  }
}

/** Over HTTP one of these statuses; over stdio nothing is asked. */
export function httpStatus(requirement: string, ...statuses: number[]): AnswerExpectation {
  return {
    requirement,
    expected: `status ${statuses.join(' or ')} over HTTP`,
    holds: ({ reaction }) => reaction === undefined || (reaction.kind === 'response' && statuses.includes(reaction.response.status)),
  }
}

/** A result, complete where its revision has kinds of results. */
export function result(requirement: string, expected = 'a result'): AnswerExpectation {
  return { requirement, expected, holds: isResult }
}

export function isResult({ answer }: PeerAnswer): boolean {
  return answer.kind === 'result' && (answer.result['resultType'] ?? 'complete') === 'complete'
}

/** What nothing can be told from: a limit of the rate, or no connection. */
export function needTelling({ reaction }: PeerAnswer): void {
  if (reaction?.kind === 'unreachable') throw new Inconclusive('no connection could be made')
  if (reaction?.kind === 'response' && reaction.response.status === 429) throw new Inconclusive('the target limits the rate')
}

export { describeAnswer }
