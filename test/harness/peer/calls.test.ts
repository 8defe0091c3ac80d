import t from 'tap'
import { callableTools } from '../../../harness/peer/calls.ts'
import { sampleArguments } from '../../../harness/peer/sample.ts'
import type { JsonObject } from '../../../harness/peer/peer.ts'

const nothingClaimed = { readOnlyTools: [], calls: {} }

function surveyOf(...items: JsonObject[]): Parameters<typeof callableTools>[0] {
  return { tools: { pages: [], items, refused: undefined } }
}

const empty = { type: 'object' }

t.test('which tools may be called', (t) => {
  const reads = { name: 'reads', inputSchema: empty, annotations: { readOnlyHint: true } }
  const writes = { name: 'writes', inputSchema: empty }
  t.same(callableTools(surveyOf(reads, writes), nothingClaimed), [{ name: 'reads', arguments: {} }], 'only what is annotated as read-only')
  t.same(callableTools(surveyOf(reads, writes), { readOnlyTools: ['writes', 'absent'], calls: { writes: { a: 1 } } }),
    [{ name: 'writes', arguments: { a: 1 } }, { name: 'reads', arguments: {} }], 'what the target file names comes first, with its arguments')
  t.same(callableTools(surveyOf({ ...reads, annotations: { readOnlyHint: 'true' } }, { ...reads, name: 7 }), nothingClaimed), [], 'nothing that only looks like it')
  t.same(callableTools(surveyOf({ ...reads, inputSchema: { type: 'object', required: ['x'] } }), nothingClaimed), [], 'nothing whose arguments cannot be made')
  t.end()
})

t.test('arguments made from a schema', (t) => {
  const of = (property: unknown, more: JsonObject = {}): unknown =>
    sampleArguments({ type: 'object', properties: { x: property }, required: ['x'], ...more })
  const made: readonly [name: string, property: unknown, x: unknown][] = [
    ['constant', { const: 5 }, 5],
    ['enumeration', { type: 'string', enum: ['b', 'a'] }, 'b'],
    ['default', { type: 'integer', default: 3 }, 3],
    ['string', { type: 'string', minLength: 3 }, 'aaa'],
    ['integer', { type: 'integer', minimum: 2 }, 2],
    ['number above a bound', { type: 'number', exclusiveMinimum: 0 }, 1],
    ['boolean', { type: 'boolean' }, false],
    ['list', { type: 'array', items: { type: 'string' }, minItems: 2 }, ['a', 'a']],
    ['empty list', { type: 'array' }, []],
    ['object', { type: 'object', properties: { y: { type: 'null' } }, required: ['y'] }, { y: null }],
    ['choice', { anyOf: [{ type: 'integer' }, { type: 'string' }] }, 1],
  ]
  for (const [name, property, x] of made) t.same(of(property), { x }, name)
  t.same(of({ $ref: '#/$defs/a~1b' }, { $defs: { 'a/b': { type: 'boolean' } } }), { x: false }, 'local reference')
  for (const [name, property] of [
    ['reference elsewhere', { $ref: 'https://example.org/s' }], ['reference to itself', { $ref: '#' }], ['pattern', { type: 'string', pattern: '^z+$' }],
    ['nothing known', undefined], ['no schema', true],
  ] as const) t.equal(of(property), undefined, name)
  t.same(sampleArguments({ type: 'object', properties: { x: { type: 'string' } } }), {}, 'nothing that is not required')
  t.equal(sampleArguments('no schema'), undefined)
  t.end()
})
