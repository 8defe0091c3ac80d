/** What a validator says of files: by its exit code, and in JSON where it writes some. */
import t from 'tap'
import { verdictOfOne, verdictsOfMany } from '../../../harness/registry/verdict.ts'
import type { FileVerdict } from '../../../harness/registry/verdict.ts'
import type { ValidatorEnd } from '../../../harness/registry/validator.ts'

const ended = (code: number, stdout = ''): ValidatorEnd => ({ kind: 'ended', code, stdout, stderr: '' })
const accepted: FileVerdict = { kind: 'accepted', agents: undefined, projects: undefined }
const refused: FileVerdict = { kind: 'refused', problems: undefined }

const ones: readonly (readonly [name: string, end: ValidatorEnd, verdict: FileVerdict])[] = [
  ['0 alone', ended(0), accepted],
  ['0 with words', ended(0, 'all good\n'), accepted],
  ['0 with counts', ended(0, '{"agents":2,"projects":"many"}'), { kind: 'accepted', agents: 2, projects: undefined }],
  ['1 alone', ended(1), refused],
  ['1 with words', ended(1, 'line 3: no\n'), refused],
  ['1 with problems', ended(1, '{"problems":[{"line":3,"column":1,"code":"unknown_key"},{"line":0,"column":0},7]}'), {
    kind: 'refused', problems: [{ code: 'unknown_key', line: 3, column: 1 }, { code: undefined, line: undefined, column: undefined }, { code: undefined, line: undefined, column: undefined }],
  }],
  ['1 with problems in an error', ended(1, '{"error":{"problems":[]}}'), { kind: 'refused', problems: [] }],
  ['problems that are no list', ended(1, '{"problems":{"length":1}}'), refused],
  ['2', ended(2), { kind: 'unknown', why: 'the validator ended with exit code 2' }],
  ['broken', { kind: 'broken', why: 'it did not end within 1 ms' }, { kind: 'unknown', why: 'the validator gave no verdict: it did not end within 1 ms' }],
]

t.test('of one file', async (t) => {
  for (const [name, end, verdict] of ones) t.same(verdictOfOne(end), verdict, name)
})

t.test('of several', async (t) => {
  const lines = '{"registry":"a","ok":true}\nsome words\n{"registry":"b","ok":false,"error":{"problems":[{"line":2}]}}\n{"registry":"x","ok":true}\n'
  t.same([...verdictsOfMany(ended(1, lines), ['b', 'a', 'c'])], [
    ['b', { kind: 'refused', problems: [{ code: undefined, line: 2, column: undefined }] }],
    ['a', accepted],
    ['c', { kind: 'unknown', why: 'the validator wrote no line with this registry and ok' }],
  ])
  t.same([...verdictsOfMany(ended(0, lines), ['a', 'b']).values()].map(({ kind }) => kind), ['unknown', 'unknown'], 'an exit code that contradicts the lines tells nothing')
  t.same([...verdictsOfMany(ended(1, lines), ['a']).values()].map(({ kind }) => kind), ['unknown'])
  t.same([...verdictsOfMany(ended(0, '{"registry":"a","ok":"yes"}'), ['a']).values()].map(({ kind }) => kind), ['unknown'])
  t.same([...verdictsOfMany(ended(3), ['a', 'b']).values()], [1, 2].map(() => ({ kind: 'unknown', why: 'the validator ended with exit code 3' })))
  t.same([...verdictsOfMany({ kind: 'broken', why: 'x' }, ['a']).values()], [{ kind: 'unknown', why: 'the validator gave no verdict: x' }])
})
