/** Items of a board: missing and empty members, duplicates, names in lists and in JSON text, and lists that are none. */
import * as fc from 'fast-check'
import { perhaps, text, toolName } from './texts.ts'

export type Item = Readonly<Record<string, unknown>>

const part = (known: readonly string[]): fc.Arbitrary<string | null | undefined> =>
  perhaps(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: text }), 12)

const notAnObject = fc.constantFrom<unknown>(null, 7, true, 'meridian', [], ['meridian'], [{ name: 'meridian' }])
const entry = fc.oneof(
  { weight: 6, arbitrary: toolName.map((name): unknown => ({ name })) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>({}, { name: null }, { name: '' }, { Name: 'upper' }, { tool: 'meridian' }, { name: 'meridian', version: 1, more: { name: 7 } }) },
  { weight: 1, arbitrary: notAnObject },
)
const entries = fc.array(entry, { maxLength: 4 })

const asText = fc.tuple(entries, fc.constantFrom<(list: readonly unknown[]) => string>(
  (list) => JSON.stringify(list),
  (list) => `\n\t ${JSON.stringify(list, undefined, 1)}\r\n`,
  (list) => JSON.stringify(list).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`),
  (list) => JSON.stringify(list).replaceAll('a', String.raw`\u0061`).replaceAll('/', String.raw`\/`),
)).map(([list, write]) => write(list)).filter((written) => Buffer.byteLength(written) <= 4096)

/** Some are lists to a lenient reader; none is to one of JSON, or it is JSON and no list. */
const noList = fc.constantFrom<unknown>(
  '', ' ', '{}', '{"name":"meridian"}', '"[]"', '7', 'null', 'true', 'meridian', '[{"name":"meridian"},]', "[{'name':'meridian'}]", '[{name:"meridian"}]', '[{"name":"meridian"}', '[{"name":"meridian"}] x',
  '\ufeff[{"name":"meridian"}]', '\u00a0[{"name":"meridian"}]', '[{"name":"meridian"}]\u0000', '[NaN,{"name":"meridian"}]', '[01,{"name":"meridian"}]', '[{"name":"a\tb"}]', '[+1]', '[1.]', '[.5]', '[Infinity]',
  '/* */[{"name":"meridian"}]', '["\\x41"]', '"[{\\"name\\":\\"meridian\\"}]"', 7, true, false, 0, {}, { name: 'meridian' }, { 0: { name: 'meridian' }, length: 1 },
)

/** JSON of its own kind that still is a list. */
const oddList = fc.constantFrom<unknown>(
  '[1e999,{"name":"meridian"}]', '[-0,1E+2,{"name":"meridian"}]', '[{"name":"meridian","x":"\\ud800"}]', '[[[[[[{"name":"meridian"}]]]]],{"name":"b"}]', '[{"__proto__":{"name":"meridian"}}]',
  '[{"name":"\\ud83d\\ude00"}]', '[{"name":"\\u0000"}]', '[{"name":"\u2028"}]', '[123456789012345678901234567890]', '[]',
)

const requirements = fc.oneof(
  { withCrossShrink: true },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(undefined, null) },
  { weight: 4, arbitrary: entries },
  { weight: 3, arbitrary: asText },
  { weight: 2, arbitrary: noList },
  { weight: 1, arbitrary: oddList },
)

/** Members that no check reads, some of which a careless copy takes for ones that are read. */
const more = fc.constantFrom<Item>({}, {}, {}, { title: 'x', estimate: 3 }, { ID: 'x' }, { name: 'meridian' }, { nested: { id: 7, tool_requirements: [{ name: 7 }] } }, JSON.parse('{"__proto__":{"id":"z","status":"z"}}') as Item, { toString: 'x', constructor: null })

const item: fc.Arbitrary<Item> = fc.record({
  id: part(['i1', 'i2', 'i10', 'I1', 'i1 ', '\uffff', '\u{10000}', '\ue000', 'i1\u007f', '']),
  status: part(['pending', 'todo', 'Pending', 'done', '\u{1f600}', '\uffff', '']),
  depends_on: part(['i1', 'i2', 'i1,i2', '["i1"]', '']),
  tool_requirements: requirements,
  more,
}).map(({ more: rest, ...read }) => ({ ...present(read), ...rest }))

const boards = fc.array(item, { maxLength: 6 })

/** With copies: duplicates are kept on the board, and not among the tools. */
export const board: fc.Arbitrary<readonly Item[]> = fc.oneof(
  { weight: 4, arbitrary: boards },
  { weight: 1, arbitrary: boards.map((items) => [...items, ...items.slice(0, 2)]) },
)

/** Without the members that are not there. */
export function present(members: Item): Item {
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined))
}
