/** How values stand in the reasons of the identity check: which quotes, which escapes, and what stays as it is. */
import { foreign, foreignId, foreignPath, inconsistent } from '../expectations.ts'
import { group, implementationDefined, plain } from '../writing.ts'
import type { Vector } from '../format.ts'

const tag = (attribute: string, value: string) => `<project_start_config ${attribute}="${value}">`

/** A value of the tag, which cannot hold a double quote, and how the reason shows it. */
function found(id: string, wrong: string, value: string, shown: string): Vector {
  return plain(id, wrong, { project_id: 'proj-alpha', presented_body: tag('project_id', value) },
    foreign(inconsistent([['project_id', value]], foreignId(shown, "'proj-alpha'"))))
}

/** The value of the receiver, and how the reason shows it. */
function expected(id: string, wrong: string, value: string, shown: string): Vector {
  return plain(id, wrong, { expected_repo_path: value, presented_body: tag('repo_path', '/srv/alpha') },
    foreign(inconsistent([['repo_path', '/srv/alpha']], foreignPath("'/srv/alpha'", shown))))
}

/** Characters that stay as they are: everything that is no control character. */
const raw: readonly (readonly [id: string, comment: string, value: string])[] = [
  ['quote-accented', 'Escapes letters outside ASCII.', 'caf\u00e9'],
  ['quote-decomposed', 'Normalises a value before it shows it.', 'cafe\u0301'],
  ['quote-ideograph', 'Escapes ideographs.', '\u4e2d\u6587'],
  ['quote-astral', 'Escapes characters outside the basic plane, or shows them as two.', '\u{1f600}'],
  ['quote-no-break-space', 'Escapes a no-break space, as the repr of Python does.', 'a\u00a0b'],
  ['quote-soft-hyphen', 'Escapes or drops a soft hyphen, as the repr of Python does.', 'a\u00adb'],
  ['quote-zero-width-space', 'Escapes or drops a zero-width space, as the repr of Python does.', 'a\u200bb'],
  ['quote-line-separator', 'Escapes the line separator, as JSON for JavaScript does.', 'a\u2028b'],
  ['quote-byte-order-mark', 'Escapes or drops a byte order mark.', 'a\ufeffb'],
  ['quote-private-use', 'Escapes characters for private use.', 'a\ue000b'],
  ['quote-backtick', 'Escapes backticks or dollar signs.', 'a`b$c'],
  ['quote-markup', 'Encodes entities in the reason.', 'a&b<c&amp;'],
  ['quote-percent', 'Takes a percent sign for the start of a format.', '%s %d %% {0}'],
]

/** Control characters and how they are shown. */
const controls: readonly (readonly [id: string, comment: string, value: string, shown: string])[] = [
  ['quote-line-feed', 'Shows a line feed as it is, or as \\x0a.', 'a\nb', "'a\\nb'"],
  ['quote-carriage-return', 'Shows a carriage return as it is, or as \\x0d.', 'a\rb', "'a\\rb'"],
  ['quote-tab', 'Shows a tab as it is, or as \\x09.', 'a\tb', "'a\\tb'"],
  ['quote-nul', 'Shows NUL as \\0 or as it is.', 'a\u0000b', "'a\\x00b'"],
  ['quote-nul-before-digit', 'Shows NUL as \\0: with a digit after it that is another escape.', 'a\u00001', "'a\\x001'"],
  ['quote-bell', 'Shows the bell as \\a.', 'a\u0007b', "'a\\x07b'"],
  ['quote-backspace', 'Shows the backspace as \\b.', 'a\bb', "'a\\x08b'"],
  ['quote-vertical-tab', 'Shows the vertical tab as \\v.', 'a\vb', "'a\\x0bb'"],
  ['quote-form-feed', 'Shows the form feed as \\f.', 'a\fb', "'a\\x0cb'"],
  ['quote-escape', 'Shows the escape character as it is, so that a reason can drive a terminal.', 'a\u001b[31mb', "'a\\x1b[31mb'"],
  ['quote-unit-separator', 'Shows the last control character before the space in upper case or as it is.', 'a\u001fb', "'a\\x1fb'"],
  ['quote-delete', 'Shows DEL as it is.', 'a\u007fb', "'a\\x7fb'"],
]

export const identityQuotingTheme = [
  group('Quotes', 'Order, reasons', [
    found('quote-plain', 'Uses double quotes, or none.', 'proj-beta', "'proj-beta'"),
    found('quote-single-inside', 'Keeps single quotes around a value that has one: it takes double quotes then.', "it's", '"it\'s"'),
    found('quote-singles-inside', 'Escapes the single quotes of a value without double ones.', "'a' 'b'", '"\'a\' \'b\'"'),
    found('quote-single-alone', 'Breaks at a value that is nothing but a single quote.', "'", '"\'"'),
    expected('quote-double-inside', 'Escapes double quotes inside single ones, as JSON does.', 'say "hi"', "'say \"hi\"'"),
    expected('quote-both-inside', 'Escapes the double quotes of a value that has both, or keeps double quotes around it.', `it's "so"`, `'it\\'s "so"'`),
    expected('quote-both-several', 'Escapes only the first of several single quotes.', `'a' "b" 'c'`, `'\\'a\\' "b" \\'c\\''`),
    found('quote-backslash', 'Shows a backslash once.', 'a\\b', "'a\\\\b'"),
    found('quote-backslash-n', 'Shows a backslash and an n just like a line feed.', 'a\\nb', "'a\\\\nb'"),
    found('quote-backslash-end', 'Lets a backslash escape the closing quote.', 'a\\', "'a\\\\'"),
    found('quote-two-backslashes', 'Takes two backslashes for one that is escaped already.', 'a\\\\b', "'a\\\\\\\\b'"),
    found('quote-backslash-single', 'Leaves a backslash single inside double quotes.', "a\\'b", `"a\\\\'b"`),
    expected('quote-backslash-both', 'Mixes up the escapes of backslashes and quotes.', `\\'"`, `'\\\\\\'"'`),
    found('quote-line-feed-single', 'Leaves control characters as they are inside double quotes.', "it's\na", '"it\'s\\na"'),
    expected('quote-delete-both', 'Leaves control characters as they are where quotes are escaped.', `'\u007f"`, `'\\'\\x7f"'`),
  ]),

  group('Control characters', 'Order, reasons', [
    ...controls.map(([id, wrong, value, shown]) => found(id, wrong, value, shown)),
    found('quote-several', 'Escapes only the first of several characters.', 'a\n\n\t\u0001\u0001', "'a\\n\\n\\t\\x01\\x01'"),
    expected('quote-expected-line-feed', 'Escapes only the value of the tag.', 'a\nb', "'a\\nb'"),
    implementationDefined(found('quote-c1-control', 'Shows the control characters above DEL as they are. Whether they count among the other control characters is read in two ways.', 'a\u0085b', "'a\\x85b'")),
  ]),

  group('Everything else as it is', 'Order, reasons', raw.map(([id, wrong, value]) => found(id, wrong, value, `'${value}'`))),
]
