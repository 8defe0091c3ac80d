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
  must('threads', 'Rules', 'A root has a thread of its own and depth 0; a child has the thread of its parent and one more depth, in either direction between the two parties.'),
  must('containment', 'Rules', 'A child needs access to its parent, stays between the two parties of its parent, and is at least as sensitive.'),
  must('depth', 'Rules', 'A handoff that is deeper than the limit is depth_exceeded; one at the limit is sent.'),
  must('expiry', 'Lifecycle', 'A queued handoff whose expires_at has passed is expired, by an event of the actor server, before any read or transition that could observe it; nothing but a queued one expires.'),
  must('versions', 'Rules', 'A handoff has version 1 when it is sent and one more after every change; a change that expects another version is version_conflict and writes nothing.'),
  must('order-of-checks', 'Errors', 'Of an input with several faults the first check in the order of the contract decides the code: for a transition shape, size, access, replay or conflict of keys, expiry, version, transition; for a send shape, size, parent, replay or conflict, policy, depth.'),
  must('keys', 'Rules', 'The same identity, key and canonical input give the first answer again, marked as replayed, and write nothing, for ever; another input is idempotency_conflict.'),
  must('key-scope', 'Rules', 'A key belongs to its identity, and covers the tool: that of another identity is another key, and one that was used with another tool is in conflict.'),
  must('keys-of-refused-calls', 'Rules', 'Only what was done is recorded: a call that was refused leaves its key free.'),
  must('replay-needs-access', 'Rules', 'A replay of a handoff that the caller may no longer read is not_found.'),
  must('key-is-not-shown', 'Tools', 'The idempotency key of a send is never shown to the recipient, in events neither.'),
  must('paging', 'Tools', 'An inbox lists each handoff exactly once over its pages, newest first by created_at and id, 20 to a page where no limit is given, and stays so while handoffs come in and move.'),
  must('cursors', 'Tools', 'A cursor that was not given for this caller and list is invalid_input.'),
  must('access-before-limit', 'Tools', 'What the caller may not see is left out before a page is cut.'),
  must('inbox-filters', 'Tools', 'A list holds the handoffs of its box, received where none is named, in the given states, which are queued, accepted and blocked where none are given.'),
  must('events', 'Tools', 'Every change is one event, numbered from 1, with its actor, the states that it leads from and to, and its note; the creation is the first.'),
  must('event-chain', 'Storage', 'The hash of an event is SHA-256 over the previous hash of its handoff and the canonical JSON of the event without its hashes.'),
  must('event-policy-revision', 'Rules', 'An event names the revision of the policy snapshot by which its operation was authorised.'),
  must('strict-inputs', 'Tools', 'Input that is unknown, missing, of another type, beyond a limit, or text with control characters other than LF and TAB or with half of a surrogate pair, is invalid_input.'),
  must('input-limits', 'Tools', 'Input up to the limits of the contract is taken: lengths count code points after trimming, and null for an optional argument means absent.'),
  must('content-kept', 'Tools', 'What was sent comes back as it was sent, but for white space at both ends.'),
  must('published-schemas', 'Tools', 'Every tool is listed, and its inputs are as strict as its published schema says.'),
  must('inert-content', 'Preamble', 'References and texts are inert: nothing is followed, read, run or changed on their account.'),
  must('shape', 'Tools', 'A handoff has the fields of the contract with their defaults; ids are UUIDs, times ISO 8601 in UTC with milliseconds, and only its state, version and time of change ever change.'),
  must('payload-size', 'HTTP', 'The canonical input of a tool may have as many bytes as the limit says, 32 768 unless it was set; more is payload_too_large.'),
  must('whoami', 'Tools', 'Whoami tells the caller its id, the lists and ceiling of its policy, and the revision of the policy in force.'),
  must('results-as-text', 'Tools', 'Structured content equals the JSON of the text; a refusal is a tool result with isError and an error with code, message and retryable.'),
  {
    id: 'hardening.handoff-field', level: 'hardening', source: 'handoff-conformance', section: 'handoffs', url: contract.url,
    statement: 'A refusal of one argument names it in field.', reason: 'The contract has the member and leaves it open when it is there; a caller that is told which argument is wrong can mend it without a person.',
  },
  {
    id: 'hardening.handoff-transition-key', level: 'hardening', source: 'handoff-conformance', section: 'handoffs', url: contract.url,
    statement: 'The idempotency key of a transition is not shown to the sender, in events neither.', reason: 'The contract hides keys from the recipient only; with the key of somebody else mistakes can be provoked the other way round as well.',
  },
]
