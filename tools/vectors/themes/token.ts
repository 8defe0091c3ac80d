/** Who holds which token: that the text is compared as it is, and that every reason has its place in the order. */
import { ok, stale, tokenOk, noTag } from '../expectations.ts'
import { T, accept, group, plain, token, tokened } from '../writing.ts'

const alpha = 'proj-alpha'
const good = ok({ token_check: tokenOk })

/** Tokens that nobody issued, each like one in some way. */
const unknown: readonly (readonly [id: string, comment: string, text: string])[] = [
  ['token-unknown', 'Accepts a token of the right shape that was never issued, because it checks the shape only.', '0123456789abcdef'],
  ['token-all-zero', 'Treats the all-zero token as a debug or test token that is always good.', '0000000000000000'],
  ['token-blank', 'Takes a blank token for a missing one: a space is truthy, so the token check runs and fails.', ' '],
  ['token-line-feed', 'Takes a token of one line feed for a missing one.', '\n'],
  ['token-short', 'Looks a token up by prefix, or answers a token of the wrong length with an error instead of not_found.', '0123'],
  ['token-long', 'Cuts a token to 16 characters, or answers a token of the wrong length with an error instead of not_found.', '0123456789abcdef0123456789abcdef'],
  ['token-not-hex', 'Answers a token with other characters than hex digits with an error instead of not_found.', 'not-a-hex-token!'],
  ['token-non-ascii', 'Fails to encode a token outside ASCII, or answers with an error instead of not_found.', 'caf\u00e9\u{1f600}'],
  ['token-nul', 'Cuts the token at a NUL character or answers with an error instead of not_found.', '0123456789abcde\u0000'],
  ['token-word-null', 'Takes the text "null" for a missing token.', 'null'],
  ['token-word-undefined', 'Takes the text "undefined" for a missing token.', 'undefined'],
  ['token-digit-zero', 'Takes the text "0" for a missing token, as PHP and Perl do.', '0'],
  ['token-word-false', 'Takes the text "false" for a missing token.', 'false'],
  ['token-percent', 'Interprets SQL wildcards in a token and so finds another one.', '%'],
  ['token-quote', 'Puts a token into SQL text without binding it.', "' OR '1'='1"],
]

/** Variants of an issued token that must not be recognised. */
const altered: readonly (readonly [id: string, comment: string, text: string])[] = [
  ['token-trailing-space', 'Trims the goal token at its end.', `${T} `],
  ['token-leading-space', 'Trims the goal token at its start.', ` ${T}`],
  ['token-trailing-line-feed', 'Trims a line feed after the goal token.', `${T}\n`],
  ['token-trailing-crlf', 'Trims a line end of Windows after the goal token.', `${T}\r\n`],
  ['token-leading-tab', 'Trims a tab before the goal token.', `\t${T}`],
  ['token-no-break-space', 'Trims a no-break space, as trimming by Unicode white space does.', `${T}\u00a0`],
  ['token-byte-order-mark', 'Strips a byte order mark before the goal token, as JavaScript trim does.', `\ufeff${T}`],
  ['token-zero-width-space', 'Removes zero-width characters from the goal token.', `${T}\u200b`],
  ['token-trailing-nul', 'Ends the goal token at a NUL character, as C strings do.', `${T}\u0000`],
  ['token-upper-case', 'Lower-cases the goal token before it looks it up.', '{{token:t:upper}}'],
  ['token-extended', 'Compares only the first 16 characters of the goal token.', `${T}0`],
  ['token-twice', 'Searches for a token inside the text instead of comparing all of it.', `${T}${T}`],
  ['token-0x', 'Accepts a hex prefix before the goal token.', `0x${T}`],
  ['token-in-element', 'Reads the token out of a goal_token element that was passed as the parameter.', `<goal_token>${T}</goal_token>`],
  ['token-quoted', 'Strips quotation marks around the goal token.', `"${T}"`],
]

const sample = 'project_start_config is not here'

export const tokenTheme = [
  group('A token that nobody issued', 'Goal tokens', unknown.map(([id, comment, text]) =>
    plain(id, comment, { project_id: alpha, goal_token: text }, stale('not_found')))),

  group('The token is compared as it is', 'Goal tokens', [
    ...altered.map(([id, comment, text]) =>
      tokened(id, comment, token(), accept({ project_id: alpha, goal_token: text }, stale('not_found')))),
    tokened('token-altered-consumes-nothing', 'Consumes the token although the presented text only resembles it.', token(),
      accept({ project_id: alpha, goal_token: ` ${T}` }, stale('not_found')),
      accept({ project_id: alpha, goal_token: T }, good)),
  ]),

  group('Reasons', 'Goal tokens', [
    tokened('token-ok', 'Rejects a fresh token of the right project.', token(), accept({ project_id: alpha, goal_token: T }, good)),
    tokened('token-single-use', 'Accepts a token a second time.', token(),
      accept({ project_id: alpha, goal_token: T }, good),
      accept({ project_id: alpha, goal_token: T }, stale('already_consumed'))),
    tokened('token-third-use', 'Forgets a consumed token after it has reported it once.', token(),
      accept({ project_id: alpha, goal_token: T }, good),
      accept({ project_id: alpha, goal_token: T }, stale('already_consumed')),
      accept({ project_id: alpha, goal_token: T }, stale('already_consumed'))),
    tokened('token-other-project', 'Does not compare the project that the token is bound to.', token(),
      accept({ project_id: 'proj-beta', goal_token: T }, stale('wrong_project'))),
    tokened('token-missing-project', 'Skips the comparison of projects when no project_id is given: the missing one is the empty string, and no live token is bound to that.', token(),
      accept({ goal_token: T }, stale('wrong_project'))),
    tokened('token-empty-project', 'Takes an empty project_id for "any project".', token(),
      accept({ project_id: '', goal_token: T }, stale('wrong_project'))),
    tokened('token-project-case', 'Compares project ids without regard to case.', token(),
      accept({ project_id: 'Proj-Alpha', goal_token: T }, stale('wrong_project'))),
    tokened('token-project-space', 'Trims the project_id before it compares it with that of the token.', token(),
      accept({ project_id: 'proj-alpha ', goal_token: T }, stale('wrong_project'))),
    tokened('token-project-prefix', 'Accepts a project_id that the id of the token starts with.', token(),
      accept({ project_id: 'proj', goal_token: T }, stale('wrong_project'))),
    tokened('token-project-longer', 'Accepts a project_id that starts with the id of the token.', token(),
      accept({ project_id: 'proj-alpha-2', goal_token: T }, stale('wrong_project'))),
    tokened('token-unlisted-project', 'Refuses a project that its registry does not know: that a project exists is not checked.', token({ project_id: 'proj-nobody-registered' }),
      accept({ project_id: 'proj-nobody-registered', goal_token: T }, good)),
    tokened('token-project-composed', 'Normalises project ids to NFC: the token is bound to the decomposed form.', token({ project_id: 'proj-cafe\u0301' }),
      accept({ project_id: 'proj-caf\u00e9', goal_token: T }, stale('wrong_project'))),
  ]),

  group('The order of the reasons', 'Goal tokens', [
    tokened('token-consumed-before-project', 'Compares the project before it looks whether the token was consumed.', token(),
      accept({ project_id: alpha, goal_token: T }, good),
      accept({ project_id: 'proj-beta', goal_token: T }, stale('already_consumed'))),
    tokened('token-consumed-before-body', 'Compares the body before it looks whether the token was consumed.', token({ body: '/goal\nhello' }),
      accept({ project_id: alpha, goal_token: T, presented_body: '/goal\nhello' }, ok({ token_check: tokenOk, identity_check: noTag })),
      accept({ project_id: alpha, goal_token: T, presented_body: 'other' }, stale('already_consumed'))),
    tokened('token-project-before-body', 'Compares the body before the project.', token({ body: '/goal\nhello' }),
      accept({ project_id: 'proj-beta', goal_token: T, presented_body: 'other' }, stale('wrong_project'))),
    tokened('token-missing-project-before-body', 'Reports a body mismatch where no project was named.', token({ body: '/goal\nhello' }),
      accept({ goal_token: T, presented_body: 'other' }, stale('wrong_project'))),
    plain('token-unknown-without-project', 'Reports wrong_project for a token that it does not know, because it looks at the project first.',
      { goal_token: '0123456789abcdef' }, stale('not_found')),
  ]),

  group('What has no say in the token check', 'Goal tokens', [
    tokened('token-session-ignored', 'Binds tokens to sessions: session_id is attribution only.', token(),
      accept({ project_id: alpha, goal_token: T, session_id: 'session-of-somebody-else' }, good)),
    tokened('token-name-ignored', 'Resolves the project_name although a project_id stands beside it.', token(),
      accept({ project_id: alpha, project_name: 'beta', goal_token: T }, good)),
    tokened('token-source-ignored', 'Trusts or distrusts a token by its delivery_source.', token(),
      accept({ project_id: alpha, goal_token: T, delivery_source: 'untrusted' }, ok({ token_check: tokenOk, delivery_source: 'untrusted' }))),
    tokened('token-in-body-only', 'Takes the token out of the body when none is presented.', token(),
      accept({ project_id: alpha, presented_body: `${sample} ${T}` }, ok({ identity_check: noTag })),
      accept({ project_id: alpha, goal_token: T }, good)),
    tokened('token-two-live', 'Keeps one live token a project, so that a newer one replaces an older one.',
      [token({ alias: 'first' }), token({ alias: 'second' })],
      accept({ project_id: alpha, goal_token: '{{token:first}}' }, good),
      accept({ project_id: alpha, goal_token: '{{token:second}}' }, good)),
    tokened('token-two-projects', 'Consumes all tokens of a body or a caller at once.',
      [token({ alias: 'first' }), token({ alias: 'second', project_id: 'proj-beta' })],
      accept({ project_id: alpha, goal_token: '{{token:first}}' }, good),
      accept({ project_id: 'proj-beta', goal_token: '{{token:second}}' }, good)),
  ]),
]
