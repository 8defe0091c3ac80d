/** The capability check is an exact set difference: every vector has two names that somebody would take for one. */
import { capability, ok, unavailable } from '../expectations.ts'
import { group, plain } from '../writing.ts'
import type { Vector } from '../format.ts'

/** One tool is required, another one is there. */
function differs(id: string, wrong: string, required: string, available: string): Vector {
  return plain(id, wrong, { required_tools: [required], available_tools: [available] }, unavailable(capability([required], [available], [required])))
}

/** Everything that is required is there. @param shown How the verdict shows both lists. */
function agrees(id: string, wrong: string, required: readonly string[], available: readonly string[], shown: readonly [readonly string[], readonly string[]]): Vector {
  return plain(id, wrong, { required_tools: required, available_tools: available }, ok({ capability_check: capability(...shown) }))
}

/** @param sorted The same names as the verdict and the reason show them. */
function sorts(id: string, wrong: string, given: readonly string[], sorted: readonly string[]): Vector {
  return plain(id, wrong, { required_tools: given, available_tools: [] }, unavailable(capability(sorted, [], sorted)))
}

export const capabilityTheme = [
  group('The difference', 'Capability', [
    agrees('capability-all', 'Rejects where everything is there.', ['read', 'write'], ['read', 'write'], [['read', 'write'], ['read', 'write']]),
    agrees('capability-more', 'Wants the two sets to be equal.', ['read'], ['read', 'write'], [['read'], ['read', 'write']]),
    agrees('capability-order', 'Compares the lists in their order, or shows them as they were given.', ['write', 'read'], ['run', 'read', 'write'], [['read', 'write'], ['read', 'run', 'write']]),
    plain('capability-one-missing', 'Is content with some of the required tools.', { required_tools: ['read', 'write'], available_tools: ['read'] },
      unavailable(capability(['read', 'write'], ['read'], ['write']))),
    plain('capability-all-missing', 'Reports the first missing tool only.', { required_tools: ['write', 'read'], available_tools: ['run'] },
      unavailable(capability(['read', 'write'], ['run'], ['read', 'write']))),
    plain('capability-none-available', 'Skips the check for an empty list of available tools: everything is missing then.', { required_tools: ['read'], available_tools: [] },
      unavailable(capability(['read'], [], ['read']))),
    plain('capability-direction', 'Computes the difference the other way round.', { required_tools: ['read'], available_tools: ['write', 'run'] },
      unavailable(capability(['read'], ['run', 'write'], ['read']))),
    plain('capability-separator', 'Joins the missing tools with another text than a comma and a space.', { required_tools: ['c', 'a', 'b'], available_tools: [] },
      unavailable(capability(['a', 'b', 'c'], [], ['a', 'b', 'c']))),
  ]),

  group('Duplicates', 'Capability', [
    plain('capability-required-twice', 'Reports a missing tool as often as it was required.', { required_tools: ['write', 'write', 'read'], available_tools: ['read'] },
      unavailable(capability(['read', 'write'], ['read'], ['write']))),
    agrees('capability-required-twice-there', 'Takes the required tools for a multiset, and wants a tool twice.', ['read', 'read'], ['read'], [['read'], ['read']]),
    agrees('capability-available-twice', 'Shows duplicates of the available tools.', ['read'], ['read', 'write', 'read', 'write'], [['read'], ['read', 'write']]),
  ]),

  group('Names are compared as they are', 'Capability', [
    differs('capability-case', 'Compares names without regard to case.', 'Read', 'read'),
    differs('capability-upper-case', 'Lower-cases the available names only.', 'read', 'READ'),
    differs('capability-prefix', 'Is content with a name that starts with the required one.', 'read', 'read_file'),
    differs('capability-longer', 'Is content with a name that the required one starts with.', 'read_file', 'read'),
    differs('capability-suffix', 'Is content with a name that ends with the required one.', 'read', 'fs.read'),
    differs('capability-name-space', 'Strips the name space that a host puts before the names of its tools.', 'read', 'mcp__files__read'),
    differs('capability-name-space-required', 'Strips the name space of the required name.', 'mcp__files__read', 'read'),
    differs('capability-hyphen', 'Takes hyphens for underscores.', 'read-file', 'read_file'),
    differs('capability-camel', 'Takes camel case for underscores.', 'readFile', 'read_file'),
    differs('capability-trailing-space', 'Trims the required names.', 'read ', 'read'),
    differs('capability-available-space', 'Trims the available names.', 'read', ' read'),
    differs('capability-inner-space', 'Removes white space from names.', 'read file', 'readfile'),
    differs('capability-decomposed', 'Normalises names to NFC.', 'caf\u00e9', 'cafe\u0301'),
    differs('capability-kelvin', 'Normalises names to NFC or folds their case: the Kelvin sign is not the letter K.', '\u212a', 'K'),
    differs('capability-kelvin-lower', 'Folds case by Unicode: the Kelvin sign is not the letter k.', '\u212a', 'k'),
    differs('capability-full-width', 'Normalises names to NFKC.', '\uff52ead', 'read'),
    differs('capability-ligature', 'Normalises names to NFKC: the ligature is not the two letters.', '\ufb01nd', 'find'),
    differs('capability-sharp-s', 'Folds case by Unicode: the sharp s is not ss.', 'gro\u00df', 'gross'),
    differs('capability-dotless-i', 'Folds case by the rules of Turkish.', 'l\u0131st', 'list'),
    differs('capability-sigma', 'Folds case by Unicode: the final sigma is another letter.', '\u03c2', '\u03c3'),
    differs('capability-zero-width', 'Removes zero-width characters from names.', 'read\u200b', 'read'),
    differs('capability-accent', 'Drops accents when it compares, as a collation does.', 'r\u00e9ad', 'read'),
    differs('capability-wildcard', 'Takes an asterisk among the available tools for all tools.', 'read', '*'),
    differs('capability-pattern', 'Takes a required name for a pattern.', 'r.*', 'read'),
    differs('capability-version', 'Strips a version from a name.', 'read@1', 'read'),
    differs('capability-alias', 'Knows aliases of tools.', 'bash', 'shell'),
    differs('capability-joined', 'Splits names at commas.', 'read,write', 'read'),
    differs('capability-number', 'Compares names as numbers.', '1', '01'),
    differs('capability-entity', 'Decodes entities in names.', 'a&amp;b', 'a&b'),
  ]),

  group('Names that a language knows already', 'Capability', [
    plain('capability-constructor', 'Looks names up in an object with a prototype, where constructor is always there.', { required_tools: ['constructor', 'toString'], available_tools: [] },
      unavailable(capability(['constructor', 'toString'], [], ['constructor', 'toString']))),
    plain('capability-proto', 'Stores names in an object with a prototype, where __proto__ is lost.', { required_tools: ['__proto__', 'read'], available_tools: ['__proto__'] },
      unavailable(capability(['__proto__', 'read'], ['__proto__'], ['read']))),
    agrees('capability-numbers-as-keys', 'Stores names in an object that puts whole numbers first and in the order of their value.', ['b', '10', '9', 'a'], ['9', 'a', '10', 'b'], [['10', '9', 'a', 'b'], ['10', '9', 'a', 'b']]),
  ]),

  group('The order of names', 'Capability', [
    sorts('capability-sort-case', 'Sorts without regard to case: capital letters come first.', ['a', 'B', 'A', 'b'], ['A', 'B', 'a', 'b']),
    sorts('capability-sort-punctuation', 'Sorts by a collation that skips punctuation.', ['b', 'a_b', 'a-b', 'ab', 'a.b'], ['a-b', 'a.b', 'a_b', 'ab', 'b']),
    sorts('capability-sort-accents', 'Sorts by a collation: an accented letter comes after all letters of ASCII.', ['z', '\u00e9', 'f', 'e'], ['e', 'f', 'z', '\u00e9']),
    sorts('capability-sort-numbers', 'Sorts numbers in names by their value.', ['t10', 't9', 't1'], ['t1', 't10', 't9']),
    sorts('capability-sort-length', 'Sorts by length first.', ['b', 'aa', 'a', 'aaa'], ['a', 'aa', 'aaa', 'b']),
    sorts('capability-sort-astral', 'Sorts by UTF-16 units: a character outside the basic plane comes last.', ['\u{1f600}', '\uff5e', 'a'], ['a', '\uff5e', '\u{1f600}']),
    sorts('capability-sort-astral-inside', 'Sorts by UTF-16 units where the difference is inside of the name.', ['x\u{10000}', 'x\ufffd', 'x\ue000'], ['x\ue000', 'x\ufffd', 'x\u{10000}']),
    sorts('capability-sort-control', 'Sorts by the escaped text: a control character comes before the letters, its backslash would not.', ['A', '\u0001', '\u00e9', '~'], ['\u0001', 'A', '~', '\u00e9']),
    plain('capability-sort-available', 'Sorts by UTF-16 units in the list of the available tools.', { required_tools: ['a'], available_tools: ['\u{1f600}', 'a', '\uff5e'] },
      ok({ capability_check: capability(['a'], ['a', '\uff5e', '\u{1f600}']) })),
  ]),

  group('Names in the reason', 'Order, reasons', [
    sorts('capability-reason-quotes', 'Quotes or escapes the names in the reason: they are raw.', ["it's", '"so"'], ['"so"', "it's"]),
    sorts('capability-reason-control', 'Escapes control characters of names in the reason.', ['a\nb\tc\u007f'], ['a\nb\tc\u007f']),
    sorts('capability-reason-backslash', 'Doubles backslashes of names in the reason.', ['a\\b'], ['a\\b']),
    sorts('capability-reason-comma', 'Quotes names that hold a comma.', ['a, b', 'c'], ['a, b', 'c']),
    sorts('capability-reason-markup', 'Encodes entities in the reason.', ['<b>&amp;'], ['<b>&amp;']),
    sorts('capability-reason-non-ascii', 'Loses characters outside ASCII in the reason.', ['caf\u00e9 \u{1f600}'], ['caf\u00e9 \u{1f600}']),
    sorts('capability-empty-name', 'Drops an empty name: among required_tools it is a name like any other, and it is missing.', ['', 'a'], ['', 'a']),
    agrees('capability-empty-name-there', 'Drops an empty name among the available tools.', [''], [''], [[''], ['']]),
  ]),
]
