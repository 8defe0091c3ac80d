/** What is refused before any check, with the field at fault. */
import t from 'tap'
import { limits } from '../../../server/acceptance/limits.ts'
import { acceptParameters, readAcceptInput } from '../../../server/acceptance/input.ts'
import { HandoffError } from '../../../server/handoff/errors.ts'

const refused = (given: unknown): unknown => {
  try {
    readAcceptInput(given)
  } catch (error) {
    if (error instanceof HandoffError) return [error.code, error.field]
    throw error
  }
  return 'accepted'
}

const lone = '\ud800'
const euro = '\u20ac'
const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
const item = (value: object) => ({ live_items: [{}, value] })
const texts = acceptParameters.filter((name) => !['required_tools', 'available_tools', 'live_items'].includes(name))

t.same(Object.keys(readAcceptInput({})), acceptParameters)
for (const given of [undefined, null, {}, Object.fromEntries(acceptParameters.map((name) => [name, null]))]) {
  t.ok(Object.values(readAcceptInput(given)).every((value) => value === undefined), 'nothing given')
}
t.match(readAcceptInput({ goal_token: ' AB ', presented_body: '', required_tools: [], available_tools: [' '], live_items: [] }), { goal_token: ' AB ', presented_body: '', required_tools: [], available_tools: [' '], live_items: [] }, 'nothing is changed')

const invalid: readonly (readonly [given: unknown, field: string | undefined])[] = [
  ['text', undefined],
  [[], undefined],
  [7, undefined],
  [{ nothing: 1 }, 'nothing'],
  [{ Project_id: 'a' }, 'Project_id'],
  [JSON.parse('{"__proto__":1}'), '__proto__'],
  [{ ['x'.repeat(99) + '\u{1f600}']: null }, 'x'.repeat(99) + '\ufffd'],
  ...texts.flatMap((name): [unknown, string][] => [7, false, [], {}, 0].map((value) => [{ [name]: value }, name])),
  ...texts.map((name): [unknown, string] => [{ [name]: `a${lone}` }, name]),
  ...['required_tools', 'available_tools', 'live_items'].flatMap((name): [unknown, string][] => ['a', {}, 1, ''].map((value) => [{ [name]: value }, name])),
  [{ required_tools: ['a', null] }, 'required_tools[1]'],
  [{ available_tools: [['a']] }, 'available_tools[0]'],
  [{ available_tools: ['a', lone] }, 'available_tools[1]'],
  [{ live_items: [{}, null] }, 'live_items[1]'],
  [{ live_items: ['a'] }, 'live_items[0]'],
  [{ live_items: [[]] }, 'live_items[0]'],
  ...['id', 'status', 'depends_on'].flatMap((name): [unknown, string][] => [0, false, [], {}, ['i1']].map((value) => [item({ [name]: value }), `live_items[1].${name}`])),
  [item({ id: lone }), 'live_items[1].id'],
  [item({ tool_requirements: [{}, { name: 7 }] }), 'live_items[1].tool_requirements[1].name'],
  [item({ tool_requirements: [{ name: [] }] }), 'live_items[1].tool_requirements[0].name'],
  [item({ tool_requirements: [{ name: lone }] }), 'live_items[1].tool_requirements[0].name'],
  [item({ tool_requirements: '[{"name":"a"},{"name":false}]' }), 'live_items[1].tool_requirements[1].name'],
  [item({ tool_requirements: '[{"name":"\\ud800"}]' }), 'live_items[1].tool_requirements[0].name'],
  [item({ title: lone }), 'live_items[1].title'],
  [item({ notes: [{ text: ['a', lone] }] }), 'live_items[1].notes[0].text[1]'],
  [item({ extra: deep(62) }), `live_items[1].extra${'[0]'.repeat(61)}`.slice(0, 100)],
]

for (const [given, field] of invalid) t.same(refused(given), ['invalid_input', field], JSON.stringify(given)?.slice(0, 80) ?? 'nothing')

const tooLarge: readonly (readonly [name: string, field: string, largest: unknown, tooLarge: unknown])[] = [
  ['a body', 'presented_body', { presented_body: 'a'.repeat(limits.bodyBytes) }, { presented_body: 'a'.repeat(limits.bodyBytes + 1) }],
  ['a body in bytes', 'presented_body', { presented_body: euro.repeat(349_525) + 'a' }, { presented_body: euro.repeat(349_525) + 'ab' }],
  ...texts.filter((name) => name !== 'presented_body').map((name): [string, string, unknown, unknown] => [name, name, { [name]: 'a'.repeat(4096) }, { [name]: 'a'.repeat(4097) }]),
  ['a text in bytes', 'session_id', { session_id: euro.repeat(1365) + 'a' }, { session_id: euro.repeat(1365) + 'ab' }],
  ['a text of four bytes a character', 'session_id', { session_id: '\u{1f600}'.repeat(1024) }, { session_id: '\u{1f600}'.repeat(1024) + 'a' }],
  ['a tool', 'required_tools[1]', { required_tools: ['', 'a'.repeat(4096)] }, { required_tools: ['', 'a'.repeat(4097)] }],
  ['required tools', 'required_tools', { required_tools: Array(10_000).fill('a') }, { required_tools: Array(10_001).fill('a') }],
  ['available tools', 'available_tools', { available_tools: Array(10_000).fill('a') }, { available_tools: Array(10_001).fill('a') }],
  ['items', 'live_items', { live_items: Array.from({ length: 10_000 }, () => ({})) }, { live_items: Array.from({ length: 10_001 }, () => ({})) }],
  ['an id', 'live_items[1].id', item({ id: 'a'.repeat(4096) }), item({ id: 'a'.repeat(4097) })],
  ['a title, which nothing reads', 'live_items[1].title', item({ title: 'a'.repeat(4096) }), item({ title: 'a'.repeat(4097) })],
  ['the name of a tool', 'live_items[1].tool_requirements[0].name', item({ tool_requirements: [{ name: 'a'.repeat(4096) }] }), item({ tool_requirements: [{ name: 'a'.repeat(4097) }] })],
  ['JSON text of tools', 'live_items[1].tool_requirements', item({ tool_requirements: `[]${' '.repeat(4094)}` }), item({ tool_requirements: `[]${' '.repeat(4095)}` })],
]

for (const [name, field, fits, exceeds] of tooLarge) {
  t.equal(refused(fits), 'accepted', `${name}: as large as may be`)
  t.same(refused(exceeds), ['payload_too_large', field], `${name}: larger`)
}
t.same(refused({ session_id: 'a'.repeat(4097), live_items: [{ id: 7 }] }), ['invalid_input', 'live_items[0].id'], 'shape comes before size')
t.same(refused(item({ [`${'k'.repeat(5000)}\ud800`]: 'a'.repeat(4097) })), ['payload_too_large', `live_items[1].${'k'.repeat(86)}`], 'of a name that the caller chose only so much is repeated')
t.same(refused({ session_id: 'a'.repeat(4097), nothing: 1 }), ['invalid_input', 'nothing'], 'unknown names too')
t.equal(refused(item({ extra: deep(61) })), 'accepted', '64 levels are allowed')
