/**
 * The JSON text that is hashed: which characters are escaped, how, and how strings are sorted. Names of tools and ids
 * of items go through the same text, so each character is tried in one of the two.
 */
import { group } from '../writing.ts'
import { boardIs } from './board-hash.ts'
import { toolsAre } from './manifest-hash.ts'
import type { Vector } from '../format.ts'

/** A tool with this name has this preimage between its quotation marks. */
function name(id: string, wrong: string, text: string, escaped: string): Vector {
  return toolsAre(id, wrong, `["${escaped}"]`, [{ tool_requirements: [{ name: text }] }])
}

/** An item with these values has these texts. */
function triple(id: string, wrong: string, text: string, escaped: string): Vector {
  return boardIs(id, wrong, `[["${escaped}","${escaped}","${escaped}"]]`, [{ id: text, status: text, depends_on: text }])
}

/** Tools with these names have this preimage. */
function sorted(id: string, wrong: string, names: readonly string[], preimage: string): Vector {
  return toolsAre(id, wrong, preimage, [{ tool_requirements: names.map((text) => ({ name: text })) }])
}

export const canonicalJsonTheme = [
  group('Short escapes', 'Hashes, the JSON text', [
    name('json-quotation-mark', 'Writes a quotation mark as \\u0022.', 'a"b', 'a\\"b'),
    name('json-backslash', 'Writes a backslash as \\u005c.', 'a\\b', 'a\\\\b'),
    name('json-backspace', 'Writes a backspace as \\u0008.', 'a\bb', 'a\\bb'),
    name('json-tab', 'Writes a tab as \\u0009.', 'a\tb', 'a\\tb'),
    name('json-line-feed', 'Writes a line feed as \\u000a.', 'a\nb', 'a\\nb'),
    name('json-form-feed', 'Writes a form feed as \\u000c.', 'a\fb', 'a\\fb'),
    name('json-carriage-return', 'Writes a carriage return as \\u000d.', 'a\rb', 'a\\rb'),
    triple('json-short-in-triples', 'Escapes ids, statuses and dependencies in another way than names.', '"\\\b\t\n\f\r', '\\"\\\\\\b\\t\\n\\f\\r'),
    name('json-escape-text', 'Takes a text that looks like an escape for one.', '\\u0041\\n', '\\\\u0041\\\\n'),
  ]),

  group('Not escaped', 'Hashes, the JSON text', [
    name('json-slash', 'Escapes a slash, as PHP does by default.', 'a/b', 'a/b'),
    name('json-markup', 'Escapes <, > and &, as Go does by default.', '<a>&b', '<a>&b'),
    name('json-single-quote', 'Escapes a single quote, as some encoders for HTML do.', "it's", "it's"),
    name('json-plus', 'Escapes a plus sign or a backtick, as .NET does by default.', 'a+b`c', 'a+b`c'),
    name('json-space', 'Escapes a space.', 'a b', 'a b'),
    name('json-tilde', 'Escapes the last character of ASCII before DEL.', '~', '~'),
    triple('json-all-printable', 'Escapes some printable character of ASCII.',
      ' !#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~',
      ' !#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~'),
  ]),

  group('Escaped with four digits', 'Hashes, the JSON text', [
    name('json-nul', 'Ends a name at NUL, or refuses it.', 'a\u0000b', 'a\\u0000b'),
    name('json-start-of-heading', 'Leaves out control characters.', '\u0001', '\\u0001'),
    name('json-vertical-tab', 'Writes a vertical tab as \\v, which JSON does not know.', '\u000b', '\\u000b'),
    name('json-escape-character', 'Writes hex digits in upper case.', '\u001b', '\\u001b'),
    name('json-unit-separator', 'Writes hex digits in upper case.', '\u001f', '\\u001f'),
    name('json-delete', 'Leaves DEL as it is, as JSON allows and most encoders do.', 'a\u007fb', 'a\\u007fb'),
    triple('json-delete-in-triples', 'Leaves DEL as it is in ids, statuses and dependencies.', '\u007f', '\\u007f'),
    name('json-c1-control', 'Leaves the control characters above DEL as they are.', '\u0080\u0085\u009f', '\\u0080\\u0085\\u009f'),
    name('json-no-break-space', 'Hashes UTF-8 instead of escapes.', '\u00a0', '\\u00a0'),
    name('json-upper-hex', 'Writes hex digits in upper case.', '\u00ab\u00cd\u00ef', '\\u00ab\\u00cd\\u00ef'),
    name('json-accented', 'Hashes UTF-8 instead of escapes.', 'caf\u00e9', 'caf\\u00e9'),
    name('json-decomposed', 'Normalises to NFC before it hashes.', 'cafe\u0301', 'cafe\\u0301'),
    name('json-padding', 'Writes fewer than four digits.', '\u0100\u0fff', '\\u0100\\u0fff'),
    name('json-ideograph', 'Hashes UTF-8 instead of escapes.', '\u4e2d\u6587', '\\u4e2d\\u6587'),
    name('json-line-separators', 'Escapes only U+2028 and U+2029 of what is outside ASCII.', '\u2028\u2029\u202a', '\\u2028\\u2029\\u202a'),
    name('json-byte-order-mark', 'Strips a byte order mark.', '\ufeffa\ufeff', '\\ufeffa\\ufeff'),
    name('json-non-characters', 'Replaces code points that are no characters.', '\ufdd0\ufffe\uffff', '\\ufdd0\\ufffe\\uffff'),
    name('json-replacement', 'Treats the replacement character as an error.', '\ufffd', '\\ufffd'),
    name('json-private-use', 'Refuses characters for private use.', '\ue000\uf8ff', '\\ue000\\uf8ff'),
    name('json-before-surrogates', 'Takes characters next to the surrogates for surrogates.', '\ud7ff\ue000', '\\ud7ff\\ue000'),
  ]),

  group('Outside the basic plane', 'Hashes, the JSON text', [
    name('json-astral', 'Writes a character outside the basic plane as one escape of five digits or as UTF-8.', '\u{1f600}', '\\ud83d\\ude00'),
    name('json-astral-first', 'Gets the first character outside the basic plane wrong.', '\u{10000}', '\\ud800\\udc00'),
    name('json-astral-last', 'Gets the last code point wrong.', '\u{10ffff}', '\\udbff\\udfff'),
    name('json-astral-braces', 'Writes the escape with braces, as JavaScript source does.', 'a\u{1d400}b', 'a\\ud835\\udc00b'),
    name('json-astral-joined', 'Normalises or splits a sequence of emoji.', '\u{1f468}\u200d\u{1f469}', '\\ud83d\\udc68\\u200d\\ud83d\\udc69'),
    triple('json-astral-in-triples', 'Escapes characters outside the basic plane in another way in triples than in names.', '\u{1f600}', '\\ud83d\\ude00'),
  ]),

  group('The order of strings', 'Hashes, the JSON text', [
    sorted('json-sort-utf16', 'Sorts by UTF-16 units, as JavaScript, Java and C# do: a surrogate comes before U+FF5E.', ['\u{1f600}', '\uff5e'], '["\\uff5e","\\ud83d\\ude00"]'),
    sorted('json-sort-utf16-edges', 'Sorts by UTF-16 units at the edges of the planes.', ['\u{10000}', '\uffff', '\ue000', '\ud7ff'], '["\\ud7ff","\\ue000","\\uffff","\\ud800\\udc00"]'),
    sorted('json-sort-utf16-inside', 'Sorts by UTF-16 units after an equal start.', ['a\u{1f600}', 'a\ufb01'], '["a\\ufb01","a\\ud83d\\ude00"]'),
    sorted('json-sort-two-astral', 'Compares only the first surrogate of two characters outside the basic plane.', ['\u{1f602}', '\u{1f600}', '\u{1f601}'], '["\\ud83d\\ude00","\\ud83d\\ude01","\\ud83d\\ude02"]'),
    sorted('json-sort-after-astral', 'Compares at the wrong place after a character outside the basic plane.', ['\u{1f600}b', '\u{1f600}a', '\u{1f600}'], '["\\ud83d\\ude00","\\ud83d\\ude00a","\\ud83d\\ude00b"]'),
    sorted('json-sort-escaped', 'Sorts the escaped texts: the backslash comes before the small letters.', ['\u00e9', 'z', '\n', 'A'], '["\\n","A","z","\\u00e9"]'),
    sorted('json-sort-escaped-quotation-mark', 'Sorts the escaped texts: an escaped quotation mark begins with a backslash.', ['"', '#', 'A'], '["\\"","#","A"]'),
    sorted('json-sort-delete', 'Sorts the escaped texts: DEL comes after the tilde.', ['\u007f', '~', 'a'], '["a","~","\\u007f"]'),
    sorted('json-sort-closing', 'Sorts the quoted texts: the closing quotation mark comes after the space and the exclamation mark.', ['a!', 'a ', 'a'], '["a","a ","a!"]'),
    sorted('json-sort-collation', 'Sorts by a collation: letters of ASCII come before accented ones, capital before small.', ['b', '\u00e1', 'a', 'B', 'A'], '["A","B","a","b","\\u00e1"]'),
    sorted('json-sort-forms', 'Sorts normalised texts.', ['\u00e9', 'e\u0301', 'ez'], '["ez","e\\u0301","\\u00e9"]'),
    sorted('json-sort-prefix', 'Sorts a longer name before its own start.', ['aa', 'a', 'a\u0000'], '["a","a\\u0000","aa"]'),
    sorted('json-sort-signed', 'Compares bytes as signed numbers, so that everything outside ASCII comes first.', ['\u00e9', 'a'], '["a","\\u00e9"]'),
    sorted('json-sort-numbers', 'Sorts numbers by their value.', ['10', '9', '1'], '["1","10","9"]'),
  ]),
]
