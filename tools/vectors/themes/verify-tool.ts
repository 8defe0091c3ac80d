/** The tool that verifies a token alone: it trims its token, strips the banner, and shares consumption with accept_handoff. */
import { noTag, ok, refused, stale, tokenFailed, tokenOk, tooLarge } from '../expectations.ts'
import { T, accept, group, implementationDefined, token, tokened, verify } from '../writing.ts'

const project_id = 'proj-alpha'
const banner = `\n<goal_token>${T}</goal_token>\n<!-- SECURITY: single use -->`

export const verifyToolTheme = [
  group('Reasons', 'Goal tokens, verify_handoff_token', [
    tokened('verify-ok', 'Answers with a verdict, or something else than the token_check object.', token(), verify({ project_id, token: T }, tokenOk)),
    tokened('verify-unknown', 'Answers an unknown token with an error.', [], verify({ project_id, token: '0123456789abcdef' }, tokenFailed('not_found'))),
    tokened('verify-consumes', 'Verifies without consuming.', token(), verify({ project_id, token: T }, tokenOk), verify({ project_id, token: T }, tokenFailed('already_consumed'))),
    tokened('verify-wrong-project', 'Does not compare the project.', token(), verify({ project_id: 'proj-beta', token: T }, tokenFailed('wrong_project')), verify({ project_id, token: T }, tokenOk)),
    tokened('verify-body-mismatch', 'Does not compare the body, or consumes the token at a mismatch.', token({ body: '/goal' }),
      verify({ project_id, token: T, presented_body: 'other' }, tokenFailed('body_mismatch')), verify({ project_id, token: T, presented_body: '/goal' }, tokenOk)),
    tokened('verify-expired', 'Does not look at the time.', token(), verify({ project_id, token: T }, tokenFailed('expired'), 300.000001), verify({ project_id, token: T }, tokenFailed('not_found'), 301)),
    tokened('verify-at-expiry', 'Ends a token at the very instant of its expiry.', token(), verify({ project_id, token: T }, tokenOk, 300)),
    tokened('verify-empty-body-presented', 'Takes an empty body for a missing one.', token({ body: '/goal' }), verify({ project_id, token: T, presented_body: '' }, tokenFailed('body_mismatch'))),
    tokened('verify-empty-body-bound', 'Takes a token that is bound to the empty body for an unbound one.', token({ body: '' }), verify({ project_id, token: T, presented_body: 'x' }, tokenFailed('body_mismatch'))),
    tokened('verify-body-not-presented', 'Wants a body for a bound token.', token({ body: '/goal' }), verify({ project_id, token: T }, tokenOk)),
    tokened('verify-body-white-space', 'Trims the body as it trims the token.', token({ body: ' /goal\n' }), verify({ project_id, token: T, presented_body: '/goal' }, tokenFailed('body_mismatch')), verify({ project_id, token: T, presented_body: ' /goal\n' }, tokenOk)),
  ]),

  group('The token is trimmed here', 'Goal tokens, verify_handoff_token', [
    tokened('verify-trailing-space', 'Does not trim the token at its end.', token(), verify({ project_id, token: `${T} ` }, tokenOk)),
    tokened('verify-leading-white-space', 'Does not trim the token at its start.', token(), verify({ project_id, token: ` \t${T}` }, tokenOk)),
    tokened('verify-line-ends', 'Trims spaces but no line ends.', token(), verify({ project_id, token: `\r\n${T}\r\n` }, tokenOk)),
    tokened('verify-inner-space', 'Removes white space inside of the token.', token(), verify({ project_id, token: `${T} ${T}` }, tokenFailed('not_found'))),
    tokened('verify-upper-case', 'Lower-cases the token as it trims it.', token(), verify({ project_id, token: '{{token:t:upper}}' }, tokenFailed('not_found'))),
    tokened('verify-trimmed-is-consumed', 'Consumes another token than the trimmed one.', token(), verify({ project_id, token: ` ${T}` }, tokenOk), accept({ project_id, goal_token: T }, stale('already_consumed'))),
    tokened('verify-trims-accept-does-not', 'Shares the trimming of verify_handoff_token with accept_handoff.', token(),
      accept({ project_id, goal_token: `${T}\n` }, stale('not_found')), verify({ project_id, token: `${T}\n` }, tokenOk)),
  ]),

  group('What it refuses', 'Goal tokens, verify_handoff_token', [
    tokened('verify-token-missing', 'Answers a call without a token with a token check.', [], verify({ project_id }, refused('token'))),
    tokened('verify-token-null', 'Looks up a token of null.', [], verify({ project_id, token: null }, refused('token'))),
    tokened('verify-token-number', 'Turns a number into a token.', [], verify({ project_id, token: 7 }, refused('token'))),
    tokened('verify-project-missing', 'Answers a call without a project with a token check, or consumes the token.', token(), verify({ token: T }, refused('project_id')), verify({ project_id, token: T }, tokenOk)),
    tokened('verify-project-empty', 'Takes an empty project_id for any project.', token(), verify({ project_id: '', token: T }, tokenFailed('wrong_project'))),
    tokened('verify-body-number', 'Verifies without a body that has the wrong type, and consumes the token.', token(), verify({ project_id, token: T, presented_body: 7 }, refused('presented_body')), verify({ project_id, token: T }, tokenOk)),
    tokened('verify-body-too-large', 'Has no limit for the body, or consumes the token before it looks at its size.', token(),
      verify({ project_id, token: T, presented_body: { $repeat: ['a', 1_048_577] } }, tooLarge('presented_body')), verify({ project_id, token: T }, tokenOk)),
    tokened('verify-key-of-accept', 'Takes the name that accept_handoff has for the token, or ignores what it does not know.', token(),
      verify({ project_id, token: T, goal_token: T }, refused('goal_token')), verify({ project_id, token: T }, tokenOk)),
    implementationDefined(tokened('verify-body-null', 'Whether null means absent here as it does for accept_handoff; the contract does not say.', token({ body: '/goal' }), verify({ project_id, token: T, presented_body: null }, tokenOk))),
  ]),

  group('The banner', 'Goal tokens, verify_handoff_token', [
    tokened('verify-banner', 'Hashes the body with its banner.', token({ body: '/goal\nhello' }), verify({ project_id, token: T, presented_body: `/goal${banner}\nhello` }, tokenOk)),
    tokened('verify-banner-once', 'Strips every banner.', token({ body: '/goal\nhello' }), verify({ project_id, token: T, presented_body: `/goal${banner}${banner}\nhello` }, tokenFailed('body_mismatch'))),
    tokened('verify-banner-case', 'Strips a banner without regard to case.', token({ body: '/goal\nhello' }),
      verify({ project_id, token: T, presented_body: '/goal\n<Goal_Token>x</Goal_Token>\n<!-- SECURITY: x -->\nhello' }, tokenFailed('body_mismatch'))),
  ]),

  group('One store for both tools', 'Goal tokens, verify_handoff_token', [
    tokened('verify-then-accept', 'Keeps a store for each tool.', token(), verify({ project_id, token: T }, tokenOk), accept({ project_id, goal_token: T }, stale('already_consumed'))),
    tokened('accept-then-verify', 'Keeps a store for each tool.', token(), accept({ project_id, goal_token: T }, ok({ token_check: tokenOk })), verify({ project_id, token: T }, tokenFailed('already_consumed'))),
    tokened('verify-foreign-body', 'Runs the identity check in verify_handoff_token: it verifies the token and nothing else.', token(), verify({ project_id, token: T, presented_body: '<project_start_config project_id="proj-beta">' }, tokenOk)),
    tokened('verify-expired-forgotten-for-accept', 'Forgets an expired token in one of the two tools only.', token(), verify({ project_id, token: T }, tokenFailed('expired'), 400), accept({ project_id, goal_token: T }, stale('not_found'), 400)),
    tokened('verify-body-then-accept', 'Consumes a token at a mismatch in one tool, as the other sees it.', token({ body: '/goal' }),
      verify({ project_id, token: T, presented_body: 'x' }, tokenFailed('body_mismatch')), accept({ project_id, goal_token: T, presented_body: '/goal' }, ok({ token_check: tokenOk, identity_check: noTag }))),
  ]),
]
