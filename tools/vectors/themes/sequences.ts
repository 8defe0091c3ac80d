/** Several calls with one token: what consumes it, what does not, and that nothing is given back. */
import { board, capability, diverged, drift, foreign, foreignId, inconsistent, manifest, noTag, ok, refused, sha256, stale, tokenFailed, tokenOk, unavailable } from '../expectations.ts'
import { T, accept, group, token, tokened, verify } from '../writing.ts'
import type { Input, Vector, Verdict } from '../format.ts'

const input = { project_id: 'proj-alpha', goal_token: T }
const good = ok({ token_check: tokenOk })
const part = { token_check: tokenOk }
const wrong = sha256('[]')
const items = [{ id: 'i1', status: 'pending', tool_requirements: [{ name: 'meridian' }] }]

/** A later step rejects; the token was consumed by the first. */
function staysConsumed(id: string, step: string, rejected: Input, verdict: Verdict): Vector {
  return tokened(id, `Gives the token back, or does not consume it, because the ${step} check rejects after the token was good.`, token(),
    accept({ ...input, ...rejected }, verdict), accept(input, stale('already_consumed')))
}

const foreignBody = { presented_body: '<project_start_config project_id="proj-beta">' }
const foreignVerdict = foreign(inconsistent([['project_id', 'proj-beta']], foreignId("'proj-beta'", "'proj-alpha'")), part)
const missing = { required_tools: ['read'], available_tools: [] }
const unavailableVerdict = unavailable(capability(['read'], [], ['read']), part)

export const sequencesTheme = [
  group('Consumed stays consumed', 'Goal tokens', [
    staysConsumed('consumed-by-foreign', 'identity', foreignBody, foreignVerdict),
    staysConsumed('consumed-by-unavailable', 'capability', missing, unavailableVerdict),
    staysConsumed('consumed-by-drift', 'tool manifest', { live_items: items, expected_required_tools_hash: wrong }, drift(manifest(wrong, '["meridian"]'), part)),
    staysConsumed('consumed-by-divergence', 'board', { live_items: items, expected_board_revision: wrong }, diverged(board(wrong, '[["i1","pending",""]]'), part)),
    tokened('consumed-then-mended', 'Lets a sender mend what was rejected and use the token again.', token(),
      accept({ ...input, ...missing }, unavailableVerdict), accept({ ...input, required_tools: ['read'], available_tools: ['read'] }, stale('already_consumed'))),
    tokened('consumed-same-call-again', 'Answers an equal call as it answered the first one: acceptance is not idempotent.', token(),
      accept({ ...input, session_id: 's' }, good), accept({ ...input, session_id: 's' }, stale('already_consumed'))),
    tokened('consumed-for-other-session', 'Remembers who consumed a token and lets others use it.', token(),
      accept({ ...input, session_id: 'a' }, good), accept({ ...input, session_id: 'b' }, stale('already_consumed'))),
    tokened('consumed-hides-body', 'Reports a body mismatch of a token that was consumed.', token({ body: 'a' }),
      accept({ ...input, presented_body: 'a' }, ok({ ...part, identity_check: noTag })), accept({ ...input, presented_body: 'b' }, stale('already_consumed'))),
    tokened('consumed-rejects-first', 'Goes on with the other checks after a consumed token.', token(),
      accept(input, good), accept({ ...input, ...foreignBody, ...missing }, stale('already_consumed'))),
  ]),

  group('What consumes nothing', 'Goal tokens', [
    tokened('keeps-wrong-project', 'Consumes the token when another project presents it.', token(),
      accept({ ...input, project_id: 'proj-beta' }, stale('wrong_project')), accept(input, good)),
    tokened('keeps-missing-project', 'Consumes the token when no project is named.', token(), accept({ goal_token: T }, stale('wrong_project')), accept(input, good)),
    tokened('keeps-body-mismatch', 'Consumes the token before it compares the body.', token({ body: 'a' }),
      accept({ ...input, presented_body: 'b' }, stale('body_mismatch')), accept({ ...input, presented_body: 'a' }, ok({ ...part, identity_check: noTag }))),
    tokened('keeps-empty-body', 'Consumes the token at an empty body that does not match.', token({ body: 'a' }),
      accept({ ...input, presented_body: '' }, stale('body_mismatch')), accept({ ...input, presented_body: 'a' }, ok({ ...part, identity_check: noTag }))),
    tokened('keeps-many-mismatches', 'Locks or consumes a token after some failed attempts.', token({ body: 'a' }),
      ...['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'].map((presented_body) => accept({ ...input, presented_body }, stale('body_mismatch'))),
      accept({ ...input, presented_body: 'a' }, ok({ ...part, identity_check: noTag }))),
    tokened('keeps-mixed-failures', 'Consumes the token at one of several kinds of failure.', token({ body: 'a' }),
      accept({ ...input, project_id: 'proj-beta' }, stale('wrong_project')), accept({ ...input, presented_body: 'b' }, stale('body_mismatch')),
      accept({ ...input, goal_token: `${T} ` }, stale('not_found')), accept({ ...input, presented_body: 7 }, refused('presented_body')),
      accept({ ...input, presented_body: 'a' }, ok({ ...part, identity_check: noTag }))),
    tokened('keeps-other-token', 'Consumes a token when another one fails.', [token(), token({ alias: 'other', body: 'a' })],
      accept({ ...input, goal_token: '{{token:other}}', presented_body: 'b' }, stale('body_mismatch')), accept(input, good)),
    tokened('keeps-without-token', 'Consumes the token of a project when an envelope comes without one.', token(),
      accept({ project_id: 'proj-alpha' }, ok()), accept(input, good)),
    tokened('keeps-empty-token', 'Consumes some token for an empty one.', token(), accept({ ...input, goal_token: '' }, ok()), accept(input, good)),
    tokened('keeps-null-token', 'Consumes some token for a token of null.', token(), accept({ ...input, goal_token: null }, ok()), accept(input, good)),
    tokened('keeps-token-in-banner', 'Consumes the token that stands in the banner.', token(),
      accept({ project_id: 'proj-alpha', presented_body: `/goal\n<goal_token>${T}</goal_token>\n<!-- SECURITY: x -->` }, ok({ identity_check: noTag })), accept(input, good)),
    tokened('keeps-failed-verify', 'Consumes the token at a failed verify_handoff_token.', token({ body: 'a' }),
      verify({ project_id: 'proj-beta', token: T }, tokenFailed('wrong_project')), verify({ project_id: 'proj-alpha', token: T, presented_body: 'b' }, tokenFailed('body_mismatch')),
      accept({ ...input, presented_body: 'a' }, ok({ ...part, identity_check: noTag }))),
  ]),

  group('Several tokens', 'Goal tokens', [
    tokened('several-each-once', 'Takes the second token of a project for a use of the first.', [token(), token({ alias: 'u' }), token({ alias: 'v' })],
      accept(input, good), accept({ ...input, goal_token: '{{token:u}}' }, good), accept(input, stale('already_consumed')),
      accept({ ...input, goal_token: '{{token:v}}' }, good), accept({ ...input, goal_token: '{{token:u}}' }, stale('already_consumed'))),
    tokened('several-bodies', 'Mixes up the bodies of two tokens.', [token({ body: 'a' }), token({ alias: 'u', body: 'b' })],
      accept({ ...input, presented_body: 'b' }, stale('body_mismatch')), accept({ ...input, goal_token: '{{token:u}}', presented_body: 'b' }, ok({ ...part, identity_check: noTag })),
      accept({ ...input, presented_body: 'a' }, ok({ ...part, identity_check: noTag }))),
    tokened('several-same-body', 'Keeps one token a body.', [token({ body: 'a' }), token({ alias: 'u', body: 'a' })],
      accept({ ...input, presented_body: 'a' }, ok({ ...part, identity_check: noTag })), accept({ ...input, goal_token: '{{token:u}}', presented_body: 'a' }, ok({ ...part, identity_check: noTag }))),
    tokened('several-lives', 'Lets all tokens end with the first.', [token({ ttl_s: 10 }), token({ alias: 'u', ttl_s: 100 })],
      accept(input, stale('expired'), 50), accept({ ...input, goal_token: '{{token:u}}' }, good, 50)),
    tokened('several-cleaned-up', 'Forgets other tokens when it cleans up an expired one.', [token({ ttl_s: 10 }), token({ alias: 'u' })],
      accept(input, stale('expired'), 20), accept(input, stale('not_found'), 21), accept({ ...input, goal_token: '{{token:u}}' }, good, 21), accept({ ...input, goal_token: '{{token:u}}' }, stale('already_consumed'), 22)),
    tokened('several-minted-later', 'Remembers the end of an earlier token for a later one.', [token({ ttl_s: 10 }), token({ alias: 'u', ttl_s: 10, minted_at_s: 15 })],
      accept(input, stale('expired'), 16), accept({ ...input, goal_token: '{{token:u}}' }, good, 20)),
  ]),

  group('Time goes on', 'Goal tokens', [
    tokened('later-expired-then-not-found', 'Says expired as long as it remembers the token: it is forgotten at the first time.', token({ ttl_s: 10 }),
      accept(input, stale('expired'), 11), accept(input, stale('not_found'), 11), accept(input, stale('not_found'), 12)),
    tokened('later-invalid-does-not-forget', 'Forgets an expired token at a call that was refused for its input.', token({ ttl_s: 10 }),
      accept({ ...input, delivery_source: 7 }, refused('delivery_source'), 11), accept(input, stale('expired'), 12)),
    tokened('later-body-mismatch-then-expired', 'Lengthens the life of a token at a failed attempt.', token({ ttl_s: 10, body: 'a' }),
      accept({ ...input, presented_body: 'b' }, stale('body_mismatch'), 9), accept({ ...input, presented_body: 'a' }, stale('expired'), 11)),
    tokened('later-consumed-not-expired', 'Says expired of a token that was consumed in time.', token({ ttl_s: 10 }),
      accept(input, good, 10), accept(input, stale('already_consumed'), 11), accept(input, stale('already_consumed'), 3600)),
    tokened('later-unconsumed-verify', 'Counts an expired token as consumed.', token({ ttl_s: 10 }),
      verify({ project_id: 'proj-alpha', token: T }, tokenFailed('expired'), 11), accept(input, stale('not_found'), 11)),
  ]),
]
