/** What of the items makes up the board revision, and how the triples are ordered. The preimages are written out here. */
import { board, diverged, ok, sha256 } from '../expectations.ts'
import { group, plain } from '../writing.ts'
import type { Vector } from '../format.ts'
import { longBoards } from './long-boards.ts'

/** The items have exactly this preimage. */
export function boardIs(id: string, wrong: string, preimage: string, items: readonly unknown[]): Vector {
  const hash = sha256(preimage)
  return plain(id, wrong, { live_items: items, expected_board_revision: hash }, ok({ board_check: board(hash, preimage) }))
}

/** The items have this preimage, and the envelope says another hash. */
function diverges(id: string, wrong: string, preimage: string, expected: string, items: readonly unknown[]): Vector {
  return plain(id, wrong, { live_items: items, expected_board_revision: expected }, diverged(board(expected, preimage)))
}

const pending = { id: 'i1', status: 'pending' }
const one = sha256('[["i1","pending",""]]')
const onePreimage = '[["i1","pending",""]]'

export const boardHashTheme = [
  group('The triples', 'Hashes, board revision', [
    boardIs('board-no-items', 'Hashes something else than [] for an empty board.', '[]', []),
    boardIs('board-one', 'Hashes the item instead of its triple, or leaves out what is empty.', onePreimage, [pending]),
    boardIs('board-two', 'Leaves out depends_on.', '[["i1","pending",""],["i2","todo","i1"]]', [{ id: 'i2', status: 'todo', depends_on: 'i1' }, pending]),
    boardIs('board-member-order', 'Lets the order of the members of an item into the hash.', '[["i2","todo","i1"]]', [{ depends_on: 'i1', status: 'todo', id: 'i2' }]),
    boardIs('board-other-members', 'Lets other members into the hash.', onePreimage, [{ ...pending, title: 'x', priority: 3, tags: ['a'], nested: { id: 'i9' }, tool_requirements: [{ name: 'a' }] }]),
    boardIs('board-member-case', 'Finds members without regard to case or underscores.', '[["","",""]]', [{ ID: 'i1', Status: 'x', dependsOn: 'i0' }]),
    boardIs('board-status-case', 'Folds the case of a status.', '[["i1","Done",""],["i2","done",""]]', [{ id: 'i1', status: 'Done' }, { id: 'i2', status: 'done' }]),
    boardIs('board-status-alias', 'Maps one status onto another, like todo onto pending.', '[["i1","todo",""],["i2","pending",""]]', [{ id: 'i1', status: 'todo' }, { id: 'i2', status: 'pending' }]),
    boardIs('board-status-unknown', 'Refuses a status that it does not know.', '[["i1","on the moon",""]]', [{ id: 'i1', status: 'on the moon' }]),
    boardIs('board-white-space', 'Trims the values.', '[[" i1 ","pending\\n","\\ti0"]]', [{ id: ' i1 ', status: 'pending\n', depends_on: '\ti0' }]),
    boardIs('board-forms', 'Normalises the values to NFC.', '[["cafe\\u0301","a",""],["caf\\u00e9","a",""]]', [{ id: 'caf\u00e9', status: 'a' }, { id: 'cafe\u0301', status: 'a' }]),
    boardIs('board-unknown-dependency', 'Drops a dependency on an item that is not on the board.', '[["i1","pending","i99"]]', [{ ...pending, depends_on: 'i99' }]),
    boardIs('board-self-dependency', 'Fails at an item that depends on itself.', '[["i1","pending","i1"]]', [{ ...pending, depends_on: 'i1' }]),
    boardIs('board-joined-dependency', 'Splits depends_on at commas.', '[["i3","todo","i2,i1"]]', [{ id: 'i3', status: 'todo', depends_on: 'i2,i1' }]),
    boardIs('board-json-dependency', 'Parses JSON text in depends_on: only tool_requirements are parsed.', '[["i3","todo","[\\"i1\\"]"]]', [{ id: 'i3', status: 'todo', depends_on: '["i1"]' }]),
    boardIs('board-done-items-count', 'Leaves out items that are done.', '[["i1","done",""],["i2","cancelled",""]]', [{ id: 'i1', status: 'done' }, { id: 'i2', status: 'cancelled' }]),
  ]),

  group('Missing, null and empty', 'Hashes, board revision', [
    boardIs('board-empty-item', 'Drops an item without members: its triple is three empty strings.', '[["","",""]]', [{}]),
    boardIs('board-id-missing', 'Drops or refuses an item without an id.', '[["","pending",""]]', [{ status: 'pending' }]),
    boardIs('board-id-null', 'Writes null for an id of null.', '[["","pending",""]]', [{ id: null, status: 'pending' }]),
    boardIs('board-id-empty', 'Drops an item with an empty id.', '[["","pending",""]]', [{ id: '', status: 'pending' }]),
    boardIs('board-status-missing', 'Fills in a status that is missing.', '[["i1","",""]]', [{ id: 'i1' }]),
    boardIs('board-status-null', 'Writes null for a status of null.', '[["i1","",""]]', [{ id: 'i1', status: null }]),
    boardIs('board-dependency-null', 'Writes null for a dependency of null.', onePreimage, [{ ...pending, depends_on: null }]),
    boardIs('board-dependency-empty', 'Tells an empty dependency from a missing one.', onePreimage, [{ ...pending, depends_on: '' }]),
    boardIs('board-all-null', 'Drops an item that is null in everything.', '[["","",""]]', [{ id: null, status: null, depends_on: null }]),
    boardIs('board-null-text', 'Takes the text "null" for null.', '[["null","null","null"]]', [{ id: 'null', status: 'null', depends_on: 'null' }]),
    boardIs('board-zero-text', 'Takes the text "0" for empty.', '[["0","0","0"]]', [{ id: '0', status: '0', depends_on: '0' }]),
  ]),

  group('Duplicates', 'Hashes, board revision', [
    boardIs('board-duplicate', 'Takes the triples for a set: duplicates are kept.', '[["i1","pending",""],["i1","pending",""]]', [pending, pending]),
    boardIs('board-duplicate-id', 'Keeps one item an id.', '[["i1","done",""],["i1","pending",""]]', [pending, { id: 'i1', status: 'done' }]),
    boardIs('board-duplicate-empty', 'Takes items without an id for one.', '[["","",""],["","",""],["","a",""]]', [{}, { status: 'a' }, {}]),
    boardIs('board-duplicate-by-null', 'Tells duplicates apart that are the same triple.', '[["i1","",""],["i1","",""],["i1","",""]]', [{ id: 'i1' }, { id: 'i1', status: null }, { id: 'i1', status: '', depends_on: '' }]),
  ]),

  group('The order of the triples', 'Hashes, board revision', [
    boardIs('board-sorted', 'Hashes the items in the order in which they were given.', '[["a","x",""],["b","x",""],["c","x",""]]', [{ id: 'b', status: 'x' }, { id: 'c', status: 'x' }, { id: 'a', status: 'x' }]),
    boardIs('board-sort-by-status', 'Sorts by id alone and leaves equal ids in their order.', '[["i1","a",""],["i1","b",""]]', [{ id: 'i1', status: 'b' }, { id: 'i1', status: 'a' }]),
    boardIs('board-sort-by-dependency', 'Sorts by id and status alone.', '[["i1","a","x"],["i1","a","y"]]', [{ id: 'i1', status: 'a', depends_on: 'y' }, { id: 'i1', status: 'a', depends_on: 'x' }]),
    boardIs('board-sort-status-after-id', 'Sorts by status first.', '[["a","z",""],["b","y",""]]', [{ id: 'b', status: 'y' }, { id: 'a', status: 'z' }]),
    boardIs('board-sort-json', 'Sorts the JSON texts of the triples: the closing quotation mark comes after the exclamation mark.', '[["a","z",""],["a!","b",""]]', [{ id: 'a!', status: 'b' }, { id: 'a', status: 'z' }]),
    boardIs('board-sort-comma', 'Sorts the triples joined with commas: a space comes before the comma.', '[["a","z",""],["a b","b",""]]', [{ id: 'a b', status: 'b' }, { id: 'a', status: 'z' }]),
    boardIs('board-sort-joined', 'Sorts the triples joined without a separator: az comes after ab.', '[["a","z",""],["ab","c",""]]', [{ id: 'ab', status: 'c' }, { id: 'a', status: 'z' }]),
    boardIs('board-sort-nul', 'Sorts the triples joined with NUL, which can be in an id.', '[["a","z",""],["a\\u0000","b",""],["a\\u0000","b","c"]]', [{ id: 'a\u0000', status: 'b', depends_on: 'c' }, { id: 'a\u0000', status: 'b' }, { id: 'a', status: 'z' }]),
    boardIs('board-sort-astral', 'Sorts by UTF-16 units: a character outside the basic plane comes last.', '[["\\uff5e","a",""],["\\ud83d\\ude00","a",""]]', [{ id: '\u{1f600}', status: 'a' }, { id: '\uff5e', status: 'a' }]),
    boardIs('board-sort-astral-status', 'Sorts the statuses by UTF-16 units.', '[["i1","\\uff5e",""],["i1","\\ud83d\\ude00",""]]', [{ id: 'i1', status: '\u{1f600}' }, { id: 'i1', status: '\uff5e' }]),
    boardIs('board-sort-astral-dependency', 'Sorts the dependencies by UTF-16 units.', '[["i1","a","\\ue000"],["i1","a","\\ud800\\udc00"]]', [{ id: 'i1', status: 'a', depends_on: '\u{10000}' }, { id: 'i1', status: 'a', depends_on: '\ue000' }]),
    boardIs('board-sort-escaped', 'Sorts by the escaped text, where an accented letter begins with a backslash.', '[["a","x",""],["\\u00e9","x",""]]', [{ id: '\u00e9', status: 'x' }, { id: 'a', status: 'x' }]),
    boardIs('board-sort-case', 'Sorts without regard to case.', '[["B","x",""],["a","x",""]]', [{ id: 'a', status: 'x' }, { id: 'B', status: 'x' }]),
    boardIs('board-sort-numbers', 'Sorts ids that look like numbers by their value.', '[["10","x",""],["9","x",""]]', [{ id: '9', status: 'x' }, { id: '10', status: 'x' }]),
    boardIs('board-sort-empty', 'Sorts empty values last.', '[["","b",""],["a","",""],["a","a",""]]', [{ id: 'a', status: 'a' }, { id: 'a' }, { status: 'b' }]),
    boardIs('board-sort-dependencies', 'Sorts the items by their dependencies.', '[["a","x","b"],["b","x",""]]', [{ id: 'b', status: 'x' }, { id: 'a', status: 'x', depends_on: 'b' }]),
  ]),

  group('Long boards', 'Hashes, board revision', longBoards(boardIs)),

  group('The comparison', 'Board', [
    diverges('board-status-changed', 'Accepts that a status has changed.', '[["i1","done",""]]', one, [{ id: 'i1', status: 'done' }]),
    diverges('board-dependency-changed', 'Accepts that a dependency has changed.', '[["i1","pending","i0"]]', one, [{ ...pending, depends_on: 'i0' }]),
    diverges('board-item-added', 'Accepts an item more.', '[["i1","pending",""],["i2","pending",""]]', one, [pending, { id: 'i2', status: 'pending' }]),
    diverges('board-item-gone', 'Accepts an item less.', '[]', one, []),
    diverges('board-item-twice', 'Accepts an item that is there twice.', '[["i1","pending",""],["i1","pending",""]]', one, [pending, pending]),
    diverges('board-hash-upper-case', 'Compares hashes without regard to case.', onePreimage, one.toUpperCase(), [pending]),
    diverges('board-hash-white-space', 'Trims the expected hash.', onePreimage, ` ${one}`, [pending]),
    diverges('board-hash-short', 'Compares only as much of a hash as was given.', onePreimage, one.slice(0, 12), [pending]),
    diverges('board-hash-of-objects', 'Hashes objects instead of triples.', onePreimage, sha256('[{"depends_on":"","id":"i1","status":"pending"}]'), [pending]),
    diverges('board-hash-with-nulls', 'Hashes null for what is missing.', onePreimage, sha256('[["i1","pending",null]]'), [pending]),
    diverges('board-hash-with-spaces', 'Writes JSON with a space after each comma.', onePreimage, sha256('[["i1", "pending", ""]]'), [pending]),
    diverges('board-hash-line-feed', 'Hashes the text with a line feed at its end.', onePreimage, sha256('[["i1","pending",""]]\n'), [pending]),
    diverges('board-hash-pairs', 'Hashes pairs of id and status.', onePreimage, sha256('[["i1","pending"]]'), [pending]),
  ]),
]
