/** Faults of sets of tools, of the order of texts, and of what is hashed. */
import { faulty } from './acceptance-patch.ts'
import type { AcceptanceMutant } from './acceptance-patch.ts'

const checks = 'acceptance/checks.ts'
const hashes = 'acceptance/hashes.ts'
const canonical = 'acceptance/canonical.ts'
const order = 'acceptance/code-points.ts'
const items = 'acceptance/live-items.ts'
const missing = '!available.has(name)'

export const acceptanceHashes: readonly AcceptanceMutant[] = [
  faulty('tools-case', 'Tools are found without regard to case.', checks, [missing, '![...available].some((other) => other.toLowerCase() === name.toLowerCase())'], 'vectors-capability', 'vectors-examples'),
  faulty('tools-trimmed', 'Tools are found without white space around their names.', checks, [missing, '![...available].some((other) => other.trim() === name.trim())'], 'vectors-capability'),
  faulty('tools-prefix', 'A tool whose name goes on is good enough.', checks, [missing, '![...available].some((other) => other.startsWith(name))'], 'vectors-capability'),
  faulty('tools-nfc', 'Tools are found by their normalised names.', checks, [missing, "![...available].some((other) => other.normalize('NFC') === name.normalize('NFC'))"], 'vectors-capability'),
  faulty('tools-doubled', 'Tools are shown as often as they were named.', order, ['[...new Set(texts)]', '[...texts]'], 'vectors-capability', 'vectors-error-limits'),
  faulty('sort-utf-16', 'Texts are sorted by UTF-16 unit.', order, ['list.some((text) => surrogate.test(text)) ? list.sort(compareCodePoints) : list', 'list'], 'vectors-canonical-json', 'vectors-capability'),
  faulty('sort-locale', 'Texts are sorted as in a dictionary.', order, ['[...new Set(texts)].sort()', '[...new Set(texts)].sort((a, b) => a.localeCompare(b))'], 'vectors-canonical-json', 'vectors-capability', 'vectors-examples', 'vectors-manifest-hash'),
  faulty('json-del', 'DEL is hashed as it is.', canonical, ['if (unit < 0x7f)', 'if (unit <= 0x7f)'], 'vectors-canonical-json'),
  faulty('json-raw', 'Characters outside ASCII are hashed as they are.', canonical, ['escapeBeyondAscii(JSON.stringify(list))', "JSON.stringify(list).replaceAll(del, '\\\\u007f')"], 'vectors-board-hash', 'vectors-canonical-json', 'vectors-examples', 'vectors-manifest-hash'),
  faulty('json-hex-case', 'Escapes have upper-case digits.', canonical, ['0123456789abcdef', '0123456789ABCDEF'], 'vectors-board-hash', 'vectors-canonical-json', 'vectors-examples', 'vectors-manifest-hash'),
  faulty('json-slash', 'Slashes are escaped.', canonical, ['escapeBeyondAscii(JSON.stringify(list))', "escapeBeyondAscii(JSON.stringify(list)).replaceAll('/', '\\\\/')"], 'vectors-canonical-json'),
  faulty('json-spaces', 'Commas are followed by a space.', canonical, ['escapeBeyondAscii(JSON.stringify(list))', "escapeBeyondAscii(JSON.stringify(list)).replaceAll('\",\"', '\", \"')"], 'vectors-board-hash', 'vectors-canonical-json', 'vectors-error-limits', 'vectors-examples', 'vectors-gates', 'vectors-manifest-hash', 'vectors-precedence', 'vectors-sequences'),
  faulty('board-set', 'Equal items of the board count once.', hashes, ['return canonicalStrings(items.map((item) => [item.id, item.status, item.depends_on]))', 'return canonicalStrings([...new Map(items.map((item) => [JSON.stringify([item.id, item.status, item.depends_on]), [item.id, item.status, item.depends_on]])).values()])'], 'vectors-board-hash', 'vectors-error-limits'),
  faulty('board-utf-16', 'The board is sorted by UTF-16 unit.', hashes, ['text.includes(String.raw`\\ud`) ? boardText(sortByCodePoints(items)) : text', 'text'], 'vectors-board-hash'),
  faulty('board-unsorted', 'The board is hashed in the order in which it came.', hashes, ['boardText(sortByUnits(items))', 'boardText(items)'], 'vectors-board-hash', 'vectors-examples'),
  faulty('board-by-id', 'The board is sorted by id alone.', 'acceptance/board-order.ts', ['  if (a.status !== b.status) return a.status < b.status ? -1 : 1\n  if (a.depends_on !== b.depends_on) return a.depends_on < b.depends_on ? -1 : 1\n', ''], 'vectors-board-hash'),
  faulty('board-long-runs', 'In a long board items whose ids begin alike are left in the order in which they came.', 'acceptance/board-order.ts', ['      sortRun(sorted, runStart, index)\n', ''], 'vectors-board-hash'),
  faulty('board-long-digits', 'In a long board ids are compared by their low bits.', 'acceptance/board-order.ts', ['Math.min(id.charCodeAt(at) + 1, base - 1)', '(id.charCodeAt(at) % 256) + 1'], 'vectors-board-hash'),
  faulty('board-without-dependency', 'Dependencies are left out of the revision.', hashes, ['[item.id, item.status, item.depends_on]))', "[item.id, item.status, '']))"], 'vectors-board-hash', 'vectors-canonical-json', 'vectors-examples'),
  faulty('board-upper-case', 'The revision is compared without regard to case.', checks, ['live_board_revision: live, matches: live === expected', 'live_board_revision: live, matches: live === expected.toLowerCase()'], 'vectors-board-hash'),
  faulty('board-null', 'Null in an item is hashed as a word.', items, ["if (value === undefined || value === null) return ''", "if (value === undefined) return ''\n  if (value === null) return 'null'"], 'vectors-board-hash'),
  faulty('board-numbers', 'Numbers in an item are taken for texts.', items, ["  throw invalid(`${list}[${index}].${member}`, 'It must be a string.')", "  if (typeof value === 'number') return String(value)\n  throw invalid(`${list}[${index}].${member}`, 'It must be a string.')"], 'vectors-error-types'),
  faulty('manifest-multiset', 'Tools that several items need are hashed several times.', hashes, ['return canonicalStrings(sortedSet(names))', 'return canonicalStrings(items.flatMap((item) => [...item.tools]).sort())'], 'vectors-canonical-json', 'vectors-examples', 'vectors-manifest-hash'),
  faulty('manifest-unsorted', 'Tools are hashed in the order in which they came.', hashes, ['return canonicalStrings(sortedSet(names))', 'return canonicalStrings([...names])'], 'vectors-canonical-json', 'vectors-examples', 'vectors-manifest-hash'),
  faulty('manifest-case', 'Names of tools are hashed in lower case.', hashes, ['names.add(name)', 'names.add(name.toLowerCase())'], 'vectors-canonical-json', 'vectors-examples', 'vectors-manifest-hash'),
  faulty('manifest-trimmed', 'Names of tools are trimmed before they are hashed.', hashes, ['names.add(name)', 'names.add(name.trim())'], 'vectors-canonical-json', 'vectors-manifest-hash'),
  faulty('manifest-text', 'JSON text of tool requirements is not read.', items, ["return value === '' ? noTools : namesOf(parsed(value), list, index)", 'return noTools'], 'vectors-error-types', 'vectors-examples', 'vectors-manifest-hash'),
  faulty('manifest-empty-name', 'Empty names are tools.', items, ["return names.includes('') ? names.filter((name) => name !== '') : names", 'return names'], 'vectors-manifest-hash'),
  faulty('manifest-upper-case', 'The hash of the tools is compared without regard to case.', checks, ['live_required_tools_hash: live, matches: live === expected', 'live_required_tools_hash: live, matches: live === expected.toLowerCase()'], 'vectors-manifest-hash'),
]
