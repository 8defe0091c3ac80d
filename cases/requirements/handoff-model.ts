/** What must hold of every program of handoffs, whoever does what in which order: the contract as a whole. */
import type { Requirement } from '../../harness/run/requirement.ts'

const contract = {
  source: 'handoff-conformance handoff contract',
  url: 'https://github.com/handoff-conformance/handoff-conformance/blob/main/docs/server.md',
} as const

function must(name: string, section: string, statement: string): Requirement {
  return { ...contract, id: `handoff.program-${name}`, level: 'must', section, statement }
}

export const handoffModelRequirements: readonly Requirement[] = [
  must('answers', 'Tools', 'Whatever was done before, an operation is answered as the rules of the contract say: with its result, with the first answer again, or with the code of the check that comes first.'),
  must('handoffs', 'Tools', 'A handoff that is shown has in every field what was sent and what has become of it: parties, content, thread, parent, depth, sensitivity, priority, status, version and times.'),
  must('unchanged', 'Errors', 'A handoff changes by an operation that is answered as done or by its expiry, and by nothing else; at one version it is always shown alike.'),
  must('events', 'Storage', 'Every change of a handoff is one event, with who did it, from which status to which, its note and its time; the events lead on from one another, each with the hash of its content over the hash before it, and none is ever another one.'),
  must('boxes', 'Tools', 'A box holds every handoff that its reader sent or received and may see now, in the statuses that were asked for, the newest first; through all pages none is missing, none is there twice, and nothing else is there.'),
]
