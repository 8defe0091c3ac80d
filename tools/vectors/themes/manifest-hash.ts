/**
 * Which names make up the required tools hash. The hashes are SHA-256 of preimages that are written out here, so an
 * implementation that collects other names does not match.
 */
import { drift, manifest, ok, sha256 } from '../expectations.ts'
import { group, implementationDefined, plain } from '../writing.ts'
import type { Vector } from '../format.ts'

/** The items have exactly this preimage. */
export function toolsAre(id: string, wrong: string, preimage: string, items: readonly unknown[]): Vector {
  const hash = sha256(preimage)
  return plain(id, wrong, { live_items: items, expected_required_tools_hash: hash }, ok({ tool_manifest_check: manifest(hash, preimage) }))
}

/** The items have this preimage, and the envelope says another hash. */
function drifts(id: string, wrong: string, preimage: string, expected: string, items: readonly unknown[]): Vector {
  return plain(id, wrong, { live_items: items, expected_required_tools_hash: expected }, drift(manifest(expected, preimage)))
}

/** One item with this `tool_requirements`. */
function requirements(id: string, wrong: string, preimage: string, given: unknown): Vector {
  return toolsAre(id, wrong, preimage, [{ id: 'i1', tool_requirements: given }])
}

const meridian = { id: 'i1', tool_requirements: [{ name: 'meridian' }] }
const one = sha256('["meridian"]')

/** Each is no list and no JSON text of one, so it counts as none. */
const none: readonly (readonly [id: string, comment: string, given: unknown])[] = [
  ['manifest-requirements-null', 'Refuses null for tool_requirements.', null],
  ['manifest-requirements-object', 'Reads one object as a list of one.', { name: 'meridian' }],
  ['manifest-requirements-keyed', 'Reads the values of an object as a list.', { 0: { name: 'meridian' }, length: 1 }],
  ['manifest-requirements-number', 'Refuses a number for tool_requirements.', 7],
  ['manifest-requirements-true', 'Refuses true for tool_requirements.', true],
  ['manifest-requirements-false', 'Refuses false for tool_requirements.', false],
  ['manifest-requirements-empty-text', 'Fails to parse the empty text instead of counting it as none.', ''],
  ['manifest-requirements-blank-text', 'Fails to parse a blank text instead of counting it as none.', '  '],
  ['manifest-requirements-name-text', 'Takes a plain text for the name of a tool.', 'meridian'],
  ['manifest-requirements-comma-text', 'Splits a text at commas.', 'meridian,Serena'],
  ['manifest-requirements-broken-text', 'Fails at a JSON text that is cut off, or mends it.', '[{"name":"meridian"}'],
  ['manifest-requirements-object-text', 'Reads the JSON text of one object as a list of one.', '{"name":"meridian"}'],
  ['manifest-requirements-string-text', 'Parses JSON text twice: this is the text of a text.', '"[{\\"name\\":\\"meridian\\"}]"'],
  ['manifest-requirements-null-text', 'Fails at the JSON text of null.', 'null'],
  ['manifest-requirements-number-text', 'Fails at the JSON text of a number.', '7'],
  ['manifest-requirements-python-text', 'Reads the text of a list in Python, with single quotes.', "[{'name': 'meridian'}]"],
  ['manifest-requirements-trailing-comma', 'Allows a comma at the end of a list in JSON text.', '[{"name":"meridian"},]'],
  ['manifest-requirements-comment-text', 'Allows comments in JSON text.', '[{"name":"meridian"}] // tools'],
  ['manifest-requirements-nan', 'Allows NaN in JSON text, as the parser of Python does: it is no JSON.', '[NaN,{"name":"meridian"}]'],
  ['manifest-requirements-leading-zero', 'Allows numbers in JSON text that JSON does not know.', '[01,{"name":"meridian"}]'],
  ['manifest-requirements-raw-tab', 'Allows a raw control character inside a string of JSON text.', '[{"name":"meri\tdian"}]'],
  ['manifest-requirements-escape', 'Allows escapes in JSON text that JSON does not know.', '[{"name":"\\x6deridian"}]'],
  ['manifest-requirements-no-break-space', 'Allows white space in JSON text that JSON does not know.', '\u00a0[{"name":"meridian"}]'],
  ['manifest-requirements-unquoted', 'Allows names without quotation marks in JSON text.', '[{name:"meridian"}]'],
  ['manifest-requirements-two-texts', 'Reads the first of two JSON texts.', '[{"name":"meridian"}] []'],
  ['manifest-requirements-yaml-text', 'Reads YAML.', '- name: meridian'],
]

/** Entries that are not objects. */
const entries: readonly (readonly [id: string, comment: string, entry: unknown])[] = [
  ['manifest-entry-text', 'Takes a text in the list for a name.', 'Serena'],
  ['manifest-entry-null', 'Fails at null in the list.', null],
  ['manifest-entry-number', 'Refuses a number in the list.', 7],
  ['manifest-entry-true', 'Refuses true in the list.', true],
  ['manifest-entry-list', 'Reads lists inside of the list.', [{ name: 'Serena' }]],
  ['manifest-entry-json-text', 'Parses JSON text inside of the list.', '{"name":"Serena"}'],
]

export const manifestHashTheme = [
  group('The set of names', 'Hashes, required tools hash', [
    toolsAre('manifest-no-items', 'Hashes something else than [] for an empty list of items.', '[]', []),
    toolsAre('manifest-no-requirements', 'Hashes something for an item without tool_requirements.', '[]', [{ id: 'i1', status: 'pending' }]),
    toolsAre('manifest-empty-item', 'Fails at an item without any members.', '[]', [{}]),
    requirements('manifest-empty-list', 'Hashes something for an empty list.', '[]', []),
    toolsAre('manifest-one', 'Hashes the objects, or the list of each item, instead of the names.', '["meridian"]', [meridian]),
    toolsAre('manifest-two-items', 'Looks at the first item only.', '["Serena","meridian"]', [meridian, { id: 'i2', tool_requirements: [{ name: 'Serena' }] }]),
    toolsAre('manifest-duplicate', 'Takes the names for a multiset: a name counts once.', '["Serena","meridian"]', [{ tool_requirements: [{ name: 'Serena' }, { name: 'meridian' }] }, { tool_requirements: [{ name: 'Serena' }] }]),
    requirements('manifest-duplicate-in-item', 'Drops duplicates between items but not within one.', '["meridian"]', [{ name: 'meridian' }, { name: 'meridian' }]),
    toolsAre('manifest-item-order', 'Lets the order of the items into the hash.', '["a","b","c"]', [{ tool_requirements: [{ name: 'c' }] }, { tool_requirements: [{ name: 'a' }, { name: 'b' }] }]),
    requirements('manifest-sorted', 'Hashes the names in the order of the list.', '["a","b","c"]', [{ name: 'b' }, { name: 'c' }, { name: 'a' }]),
    requirements('manifest-other-members', 'Hashes other members of an entry than its name.', '["meridian"]', [{ name: 'meridian', version: '2', required: true, args: { a: [1] } }]),
    requirements('manifest-case', 'Folds the case of names.', '["Meridian","meridian"]', [{ name: 'meridian' }, { name: 'Meridian' }]),
    requirements('manifest-white-space', 'Trims names.', '[" meridian","meridian","meridian "]', [{ name: 'meridian' }, { name: ' meridian' }, { name: 'meridian ' }]),
    requirements('manifest-blank-name', 'Drops a blank name: only an empty one is no tool.', '[" "]', [{ name: ' ' }]),
    requirements('manifest-forms', 'Normalises names to NFC and so makes one of two.', '["cafe\\u0301","caf\\u00e9"]', [{ name: 'caf\u00e9' }, { name: 'cafe\u0301' }]),
    toolsAre('manifest-other-lists', 'Reads the names of other members of an item.', '[]', [{ id: 'i1', tools: [{ name: 'a' }], required_tools: ['b'], name: 'c' }]),
    toolsAre('manifest-member-case', 'Finds tool_requirements without regard to case or underscores.', '[]', [{ toolRequirements: [{ name: 'a' }], Tool_Requirements: [{ name: 'b' }] }]),
    requirements('manifest-name-case', 'Finds the name without regard to case.', '[]', [{ Name: 'a', NAME: 'b' }]),
    toolsAre('manifest-done-items-count', 'Leaves out items that are done.', '["meridian"]', [{ id: 'i1', status: 'done', tool_requirements: [{ name: 'meridian' }] }]),
    toolsAre('manifest-nested-items', 'Looks into items inside of items.', '[]', [{ id: 'i1', children: [meridian] }]),
  ]),

  group('Empty names', 'Hashes, required tools hash', [
    requirements('manifest-name-empty', 'Counts an empty name as a tool.', '["meridian"]', [{ name: '' }, { name: 'meridian' }]),
    requirements('manifest-name-null', 'Refuses a name of null, or counts it as a tool called null.', '["meridian"]', [{ name: null }, { name: 'meridian' }]),
    requirements('manifest-name-missing', 'Counts an entry without a name as a tool.', '["meridian"]', [{ version: '1' }, {}, { name: 'meridian' }]),
    requirements('manifest-name-all-empty', 'Hashes a list with an empty name where no name is left.', '[]', [{ name: '' }, { name: null }, {}]),
  ]),

  group('Requirements that count as none', 'Hashes, required tools hash', none.map(([id, wrong, given]) => requirements(id, wrong, '[]', given))),

  group('Entries that are ignored', 'Hashes, required tools hash', entries.map(([id, wrong, entry]) => requirements(id, wrong, '["meridian"]', [entry, { name: 'meridian' }]))),

  group('JSON text of a list', 'Hashes, required tools hash', [
    requirements('manifest-text', 'Does not parse tool_requirements that are the JSON text of a list, as a database column holds them.', '["meridian"]', '[{"name":"meridian"}]'),
    requirements('manifest-text-empty-list', 'Fails at the JSON text of an empty list.', '[]', '[]'),
    requirements('manifest-text-white-space', 'Refuses white space in JSON text.', '["Serena","meridian"]', ' [ {"name" : "meridian"} ,\r\n\t{"name":"Serena"} ]\n'),
    requirements('manifest-text-escapes', 'Takes names out of JSON text without resolving their escapes.', '["a\\"b","caf\\u00e9","\\ud83d\\ude00"]', '[{"name":"caf\\u00e9"},{"name":"\\ud83d\\ude00"},{"name":"a\\"b"}]'),
    requirements('manifest-text-entries', 'Fails at entries of JSON text that are not objects.', '["meridian"]', '[null,1,"Serena",["Serena"],{"name":"meridian"},{"name":null},{"name":""},{}]'),
    toolsAre('manifest-text-and-list', 'Collects names of lists only, or of texts only.', '["Serena","meridian"]', [{ tool_requirements: '[{"name":"Serena"}]' }, meridian]),
    toolsAre('manifest-text-same-as-list', 'Counts a name twice that comes once as a list and once as text.', '["meridian"]', [{ tool_requirements: '[{"name":"meridian"}]' }, meridian]),
    implementationDefined(requirements('manifest-text-duplicate-key', 'Which of two equal keys in JSON text counts; most parsers keep the last.', '["b"]', '[{"name":"a","name":"b"}]')),
  ]),

  group('The comparison', 'Tool manifest', [
    drifts('manifest-drift-added', 'Accepts a tool that was not there when the envelope was made.', '["Serena","meridian"]', one, [meridian, { tool_requirements: [{ name: 'Serena' }] }]),
    drifts('manifest-drift-removed', 'Accepts that a tool is no longer required.', '[]', one, []),
    drifts('manifest-drift-renamed', 'Accepts another tool.', '["Meridian"]', one, [{ tool_requirements: [{ name: 'Meridian' }] }]),
    drifts('manifest-hash-upper-case', 'Compares hashes without regard to case.', '["meridian"]', one.toUpperCase(), [meridian]),
    drifts('manifest-hash-white-space', 'Trims the expected hash.', '["meridian"]', `${one} `, [meridian]),
    drifts('manifest-hash-short', 'Compares only as much of a hash as was given.', '["meridian"]', one.slice(0, 12), [meridian]),
    drifts('manifest-hash-prefixed', 'Strips the name of the algorithm from the expected hash.', '["meridian"]', `sha256:${one}`, [meridian]),
    drifts('manifest-hash-of-objects', 'Expects the hash of the entries instead of the names.', '["meridian"]', sha256('[{"name":"meridian"}]'), [meridian]),
    drifts('manifest-hash-with-spaces', 'Writes JSON with a space after each comma.', '["Serena","meridian"]', sha256('["Serena", "meridian"]'), [meridian, { tool_requirements: [{ name: 'Serena' }] }]),
    drifts('manifest-hash-preimage', 'Accepts the preimage where the hash is wanted.', '["meridian"]', '["meridian"]', [meridian]),
    drifts('manifest-hash-zero', 'Takes "0" for no hash.', '["meridian"]', '0', [meridian]),
    drifts('manifest-hash-blank', 'Takes a blank text for no hash.', '["meridian"]', ' ', [meridian]),
  ]),
]
