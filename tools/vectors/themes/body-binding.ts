/** A body is bound byte by byte: each vector presents a body that some normalisation would make equal. */
import { noTag, ok, stale, tokenOk } from '../expectations.ts'
import { T, accept, group, token, tokened } from '../writing.ts'

const alpha = 'proj-alpha'
const good = ok({ token_check: tokenOk, identity_check: noTag })

/** What was bound, and what is presented instead of it. */
const different: readonly (readonly [id: string, comment: string, bound: string, presented: string])[] = [
  ['body-other', 'Does not compare the body at all.', '/goal\nhello', '/goal\nhullo'],
  ['body-crlf-presented', 'Turns CR LF into LF before it hashes.', '/goal\nhello', '/goal\r\nhello'],
  ['body-crlf-bound', 'Turns CR LF into LF when the token is issued.', '/goal\r\nhello', '/goal\nhello'],
  ['body-cr', 'Turns a lone CR into LF before it hashes.', '/goal\nhello', '/goal\rhello'],
  ['body-trailing-line-feed', 'Trims the body, or drops its last line end.', '/goal\nhello', '/goal\nhello\n'],
  ['body-missing-line-feed', 'Adds a line end where the body has none.', '/goal\nhello\n', '/goal\nhello'],
  ['body-second-line-feed', 'Folds several line ends into one.', '/goal\nhello', '/goal\n\nhello'],
  ['body-trailing-space', 'Trims white space at the end of the body.', '/goal\nhello', '/goal\nhello '],
  ['body-leading-space', 'Trims white space at the start of the body.', '/goal\nhello', ' /goal\nhello'],
  ['body-space-at-line-end', 'Trims the lines of the body.', '/goal\nhello', '/goal \nhello'],
  ['body-inner-spaces', 'Folds white space inside the body.', '/goal\nhello world', '/goal\nhello  world'],
  ['body-tab', 'Takes a tab for a space.', '/goal\nhello world', '/goal\nhello\tworld'],
  ['body-case', 'Hashes the body in lower case.', '/goal\nhello', '/goal\nHello'],
  ['body-decomposed', 'Normalises to NFC before it hashes.', 'caf\u00e9', 'cafe\u0301'],
  ['body-composed', 'Normalises to NFC when the token is issued.', 'cafe\u0301', 'caf\u00e9'],
  ['body-compatibility', 'Normalises to NFKC before it hashes: the ligature is not the two letters.', 'of\ufb01ce', 'office'],
  ['body-full-width', 'Normalises to NFKC before it hashes: full-width letters are others.', 'goal', '\uff47\uff4f\uff41\uff4c'],
  ['body-kelvin', 'Normalises to NFC before it hashes: the Kelvin sign is not the letter K.', '300 K', '300 \u212a'],
  ['body-byte-order-mark', 'Strips a byte order mark before it hashes.', '/goal\nhello', '\ufeff/goal\nhello'],
  ['body-zero-width-space', 'Removes zero-width characters before it hashes.', '/goal\nhello', '/goal\nhel\u200blo'],
  ['body-no-break-space', 'Takes a no-break space for a space.', 'hello world', 'hello\u00a0world'],
  ['body-line-separator', 'Takes the line separator U+2028 for a line feed.', '/goal\nhello', '/goal\u2028hello'],
  ['body-next-line', 'Takes the control character U+0085 for a line feed.', '/goal\nhello', '/goal\u0085hello'],
  ['body-nul-tail', 'Ends the body at a NUL character.', 'hello', 'hello\u0000world'],
  ['body-entity', 'Decodes entities before it hashes.', 'a & b', 'a &amp; b'],
  ['body-percent', 'Decodes percent escapes before it hashes.', 'a b', 'a%20b'],
  ['body-escape-text', 'Reads escape sequences that are plain text: a backslash and n are two characters.', '/goal\nhello', '/goal\\nhello'],
  ['body-quoted', 'Strips quotation marks around the body.', 'hello', '"hello"'],
  ['body-prefix', 'Compares only as much as was bound.', 'hello', 'hello and more'],
  ['body-shorter', 'Compares only as much as is presented.', 'hello and more', 'hello'],
  ['body-replacement-character', 'Encodes the body in a narrower character set, where U+FFFD becomes a question mark.', '\ufffd', '?'],
  ['body-latin1', 'Hashes the bound body as UTF-8 and the presented one as Latin-1: only then are the two equal.', '\u00e9', '\u00c3\u00a9'],
  ['body-comment-dropped', 'Strips comments of HTML before it hashes.', 'hello', 'hello<!-- note -->'],
  ['body-hash-presented', 'Accepts the hash of the body where the body is wanted.', '/goal\nhello', 'addfa178d8e9ebf5a81483488671f71b4cbacab7de24ce74be940227397651e1'],
  ['body-empty-presented', 'Takes an empty body for a missing one: it is presented, and it is not the bound one.', '/goal\nhello', ''],
  ['body-empty-bound', 'Takes a token that is bound to the empty body for an unbound one.', '', '/goal\nhello'],
  ['body-blank-for-empty', 'Trims the body: a space is not the empty body.', '', ' '],
]

/** Bodies that some implementation cannot hash, presented just as they were bound. */
const equal: readonly (readonly [id: string, comment: string, body: string])[] = [
  ['body-same', 'Hashes something else than the body, or the body with something added.', '/goal\nhello'],
  ['body-same-crlf', 'Normalises line ends on one of the two ways.', '/goal\r\nhello\r\n'],
  ['body-same-white-space', 'Trims the body on one of the two ways.', ' \t\n/goal\nhello \n\n'],
  ['body-same-decomposed', 'Normalises the body on one of the two ways.', 'cafe\u0301 and caf\u00e9'],
  ['body-same-astral', 'Hashes surrogates one by one instead of the character, or counts a character outside the basic plane as two.', '\u{1f600}\u{10ffff}\u{10000}'],
  ['body-same-control', 'Drops or refuses control characters in a body.', 'a\u0000b\u0001c\u001bd\u007fe\u0085f'],
  ['body-same-byte-order-mark', 'Strips a byte order mark on one of the two ways.', '\ufeffhello'],
  ['body-same-non-characters', 'Refuses code points that are no characters: they can be encoded.', '\ufffe\uffff\u{1fffe}'],
  ['body-same-entities', 'Decodes or encodes entities on one of the two ways.', '&lt;b&gt; &amp;amp; <i>'],
  ['body-same-quotes', 'Escapes quotation marks or backslashes on one of the two ways.', '"a" \'b\' \\c \\\\d'],
]

export const bodyBindingTheme = [
  group('A body that differs from the bound one', 'Goal tokens', different.map(([id, comment, bound, presented]) =>
    tokened(id, comment, token({ body: bound }), accept({ project_id: alpha, goal_token: T, presented_body: presented }, stale('body_mismatch'))))),

  group('A body that is the bound one', 'Goal tokens', equal.map(([id, comment, body]) =>
    tokened(id, comment, token({ body }), accept({ project_id: alpha, goal_token: T, presented_body: body }, good)))),

  group('Bound or not, presented or not', 'Goal tokens', [
    tokened('body-empty-same', 'Refuses to bind an empty body, or takes it for none: empty against empty is ok, and the identity check is skipped.', token({ body: '' }),
      accept({ project_id: alpha, goal_token: T, presented_body: '' }, ok({ token_check: tokenOk }))),
    tokened('body-unbound-presented', 'Reports a body mismatch for a token that is bound to no body.', token(),
      accept({ project_id: alpha, goal_token: T, presented_body: 'anything' }, good)),
    tokened('body-unbound-empty-presented', 'Reports a body mismatch for an empty body and an unbound token.', token(),
      accept({ project_id: alpha, goal_token: T, presented_body: '' }, ok({ token_check: tokenOk }))),
    tokened('body-bound-not-presented', 'Reports a body mismatch where no body is presented: the binding is compared only when there is one.', token({ body: '/goal\nhello' }),
      accept({ project_id: alpha, goal_token: T }, ok({ token_check: tokenOk }))),
    tokened('body-bound-null-presented', 'Takes null for a body: it means absent.', token({ body: '/goal\nhello' }),
      accept({ project_id: alpha, goal_token: T, presented_body: null }, ok({ token_check: tokenOk }))),
    tokened('body-empty-bound-not-presented', 'Takes a missing body for an empty one that has to match, or the other way round.', token({ body: '' }),
      accept({ project_id: alpha, goal_token: T }, ok({ token_check: tokenOk }))),
    tokened('body-of-other-token', 'Compares a body with any binding it knows instead of that of the presented token.',
      [token({ body: 'first' }), token({ alias: 'other', body: 'second' })],
      accept({ project_id: alpha, goal_token: T, presented_body: 'second' }, stale('body_mismatch')),
      accept({ project_id: alpha, goal_token: '{{token:other}}', presented_body: 'second' }, good)),
    tokened('body-mismatch-then-right', 'Consumes the token at a body mismatch.', token({ body: '/goal\nhello' }),
      accept({ project_id: alpha, goal_token: T, presented_body: 'other' }, stale('body_mismatch')),
      accept({ project_id: alpha, goal_token: T, presented_body: '/goal\nhello' }, good)),
  ]),
]
