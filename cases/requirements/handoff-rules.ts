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
]
