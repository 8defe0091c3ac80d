/** The accept_handoff contract: what a check of a handoff envelope answers, on every transport. */
import type { Requirement } from '../../harness/run/requirement.ts'

const contract = {
  source: 'handoff-conformance accept_handoff contract',
  url: 'https://github.com/handoff-conformance/handoff-conformance/blob/main/docs/accept-handoff.md',
} as const

function must(name: string, section: string, statement: string): Requirement {
  return { ...contract, id: `accept.${name}`, level: 'must', section, statement }
}

function hardening(name: string, statement: string, reason: string): Requirement {
  return { id: `hardening.accept-${name}`, level: 'hardening', source: 'handoff-conformance', section: 'accept_handoff', url: contract.url, statement, reason }
}

export const acceptHandoffRequirements: readonly Requirement[] = [
  must('parameters', 'Parameters', 'Each check runs where its parameters are given and is skipped, as null in the verdict, where one is missing; null is missing everywhere, and which other values count as missing is said for each parameter.'),
  must('verdict', 'Verdict', 'A verdict has the ten members of the contract and no other one, with the result and the reasons that belong to the first check that failed.'),
  must('order', 'Order', 'The checks are made in the order token, identity, capability, tool manifest, board; the first that fails ends the verdict, and what came before it keeps its object.'),
  must('bad-input', 'Parameters', 'Input of a wrong type or beyond a limit is answered with invalid_input or payload_too_large that names the field, and never with a verdict.'),
  must('limits', 'Parameters', 'A body of 1 MiB, 10 000 items, 10 000 tools and texts of 4 KiB are taken; one more of each is answered with payload_too_large.'),
  must('goal-token', 'Goal tokens', 'A goal token is judged by the first rule that fits: unknown, consumed, expired, of another project, of another body, or good; each reason has its own recovery.'),
  must('body-binding', 'Goal tokens', 'A token that was issued for a body is good for exactly those bytes, whatever characters they are, and for the empty body too; a token that was issued for none is good for any.'),
  must('token-expiry', 'Goal tokens', 'A token is good up to and including its expiry, and expired from the next microsecond on; an expired one is reported once and then unknown, and one that was consumed is remembered for a day.'),
  must('single-use', 'Goal tokens', 'Of any number of calls at the same time with one token, exactly one is ok and every other one finds it consumed.'),
  must('stays-consumed', 'Goal tokens', 'A token that was consumed by the first check stays consumed where a later one rejects.'),
  must('issued-token', 'Goal tokens', 'An issued token is 16 lower-case hexadecimal characters, never the same twice; its expiry is ttl_s after its issue, 300 seconds where none is given, and ttl_s is a whole number from 1 to 86 400. The hash of the body that it is bound to comes with it.'),
  must('nothing-consumed', 'Goal tokens', 'A call that is refused for its input, its form or its credentials consumes no token.'),
  must('identity', 'project_start_config', 'The tag in the body is found and read by the rules of the contract, and flagged where project_id or repo_path disagree as raw texts.'),
  must('quoting', 'Order', 'Values in the reasons of the identity check are quoted and escaped as the contract says.'),
  must('banner', 'Goal tokens', 'The banner of a delivered body is stripped once, the first match only, before the body is hashed and read.'),
  must('capability', 'Order', 'Missing tools are the exact, case-sensitive difference of two sets of names, each shown sorted by code point and without duplicates.'),
  must('tool-manifest', 'Hashes', 'The required tools hash is taken over the set of names in the tool requirements of all items, sorted by code point.'),
  must('board', 'Hashes', 'The board revision is taken over the sorted triples of id, status and depends_on of all items, duplicates kept.'),
  must('canonical-json', 'Hashes', 'What is hashed is JSON in ASCII without white space, escaped and sorted as the contract says.'),
  must('transports-agree', 'accept_handoff', 'The same input is answered with the same verdict on every transport, byte for byte once the members are sorted.'),
  must('plain-http', 'accept_handoff', 'Over plain HTTP a verdict has status 200; JSON that is malformed or no object, invalid input and a project in the body that differs from that of the path have 400, and what is too large has 413.'),
  must('annotations', 'Goal tokens', 'No tool that issues or consumes tokens is annotated as read-only or idempotent.'),
  hardening('strict-json', 'A call in whose text a name stands twice, or that is not UTF-8, is refused.',
    'Two readers of such a text can see two different calls, so that one checks what the other does not do; JSON itself leaves it open (RFC 8259, section 4).'),
  hardening('slash-in-path', 'Over plain HTTP a slash in the id of a project, percent-encoded, stays in its segment of the path.',
    'An id is any text, and whoever decodes a path before it is split cannot be asked about this one; many frameworks do, and the contract speaks of no encoding (RFC 3986, section 2.4).'),
  hardening('no-server-fault', 'Whatever the arguments are, the answer is a verdict or a refusal, and never a fault of the server.',
    'The contract names what is refused and how; an internal error says that something was not thought of, and may leave a token half used.'),
]
