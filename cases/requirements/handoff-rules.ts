/** The rules of handoffs: who may send what to whom, who may see and move it, and what comes of it. */
import type { Requirement } from '../../harness/run/requirement.ts'

const contract = {
  source: 'handoff-conformance handoff contract',
  url: 'https://github.com/handoff-conformance/handoff-conformance/blob/main/docs/server.md',
} as const

function must(name: string, section: string, statement: string): Requirement {
  return { ...contract, id: `handoff.${name}`, level: 'must', section, statement }
}

export const handoffRules: readonly Requirement[] = [
  must('lifecycle', 'Lifecycle', 'A handoff moves by the rows of the table alone, each by the party that the row names; everything else, a repeat too, is illegal_transition.'),
  must('refusal-changes-nothing', 'Errors', 'An operation that is refused leaves the handoff and its events as they were.'),
  must('parties-only', 'Rules', 'Only the sender and the recipient may read or move a handoff; to everybody else there is no such handoff.'),
  must('disabled-may-nothing', 'Rules', 'An agent that is disabled may do nothing, with what it was handed before either.'),
  must('both-sides-allow', 'Rules', 'A handoff is sent where the sender lists the recipient or *, the recipient lists the sender or *, both are enabled and unexpired, and they are two; everything else is not_permitted.'),
  must('ceilings-at-send', 'Rules', 'The sensitivity of a handoff is at most the ceiling of the sender and at most that of the recipient.'),
  must('access-by-policy-in-force', 'Rules', 'Every operation on a handoff is authorised by the policy in force: relationship in both lists and ceiling of the caller. What it does not allow is not_found, and back when the policy is.'),
  must('disabled-counterpart', 'Rules', 'That one party is disabled or has expired takes nothing of a handoff away from the other one.'),
  must('no-oracle', 'Errors', 'What the caller may not see is refused as what is not there: not_found, with the same text and the same shape.'),
  must('no-send-oracle', 'Errors', 'Every reason of policy against a send is one not_permitted, which tells neither whether a recipient exists or is disabled nor on which side the relationship ends.'),
]
