/**
 * Texts and names that implementations read differently. Letters come from fixed lists, all of them older than
 * Unicode 14: what is a letter must not depend on whose tables are newer. No text holds `{`, which begins placeholders.
 */
import * as fc from 'fast-check'

/** Controls, what JSON and quoting escape, what looks or folds alike, and both sides of the border between UTF-16 units and code points. */
const odd = [
  '\u0000', '\u0001', '\b', '\t', '\n', '\f', '\r', '\u001b', '\u001f', ' ', '"', "'", '\\', '/', '<', '>', '&', '=', '-', ',', '\u007f',
  '\u0080', '\u0085', '\u009f', '\u00a0', '\u00ad', 'é', 'e\u0301', 'É', 'ß', 'ª', '²', 'ſ', '\u212a', '\u212b', 'İ', 'ı', 'ﬁ', 'Ⅳ', '٣',
  '\u0301', '\u200b', '\u200d', '\u200e', '\u2028', '\u2029', '\u3000', '\ud7ff', '\ue000', '\uf8ff', '\ufeff', '\ufffd', '\uffff',
  '中', '\u{10000}', '\u{1d49c}', '\u{1f600}', '\u{1f468}\u200d\u{1f469}', '\u{10ffff}',
]

const character = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', 'x', 'y', 'z', 'A', 'B', 'Z', '0', '1', '9', '_', '.') }, { weight: 4, arbitrary: fc.constantFrom(...odd) })

export const text: fc.Arbitrary<string> = fc.array(character, { maxLength: 8 }).map((parts) => parts.join(''))

/** Near-misses of one another: case, composition, white space, prefixes, separators of the reason. */
const knownNames = [
  'meridian', 'Meridian', 'MERIDIAN', 'meridian ', ' meridian', 'mcp.meridian', 'merid', 'Serena', 'serena', 'caf\u00e9', 'cafe\u0301', 'a', 'b', 'a, b',
  'a,b', 'a"b', String.raw`a\b`, 'a\u007f', '\u{1f600}', '\uffff', '\u{10000}', '\ue000', 'ﬁ', 'fi', '__proto__', 'constructor', 'null', '[]',
]

export const toolName: fc.Arbitrary<string> = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...knownNames) }, { weight: 1, arbitrary: text })

/** Of projects and repositories: few enough that two of them are often equal. */
const knownProjects = ['proj-alpha', 'proj-beta', 'Proj-Alpha', ' proj-alpha', 'proj-alpha\n', "it's", 'say "it"', `it's "it"`, String.raw`a\b`, 'a\u007f\u0085', 'caf\u00e9', 'cafe\u0301', 'unset', '.', 'a/b']
export const projectId: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('proj-alpha') },
  { weight: 4, arbitrary: fc.constantFrom(...knownProjects) },
  { weight: 1, arbitrary: text },
)

const knownPaths = ['/srv/repo', '/srv/repo/', '/srv/./repo', '/SRV/repo', String.raw`C:\repo`, 'unset', 'Unset', "/it's", '/a"b', `/a'b"c`, '/caf\u00e9', '/cafe\u0301', '']
export const repoPath: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('/srv/repo') },
  { weight: 3, arbitrary: fc.constantFrom(...knownPaths) },
  { weight: 1, arbitrary: text },
)

/** A value, or what says that there is none; the simplest is that it is left out. */
export function perhaps<Value>(value: fc.Arbitrary<Value>, weight = 4): fc.Arbitrary<Value | null | undefined> {
  return fc.oneof({ withCrossShrink: true }, { weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant(null) }, { weight, arbitrary: value })
}
