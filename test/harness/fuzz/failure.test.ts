import t from 'tap'
import { failureOf } from '../../../harness/fuzz/failure.ts'
import type { Found } from '../../../harness/fuzz/failure.ts'

const found: Found = { kind: 'program', title: 'a rule', lines: ['1. alpha sends'], data: { path: '1:2', steps: [{ kind: 'send' }] } }
const from = { case: 'lifecycle.model', seed: 7 }

t.test('the same finding has the same id, whatever is said of it and whenever it is found', async (t) => {
  const { id } = failureOf(from, found)
  t.match(id, /^lifecycle\.model-[0-9a-f]{8}$/)
  t.equal(failureOf({ ...from, seed: 8 }, { ...found, title: 'the rule', lines: [] }).id, id)
  t.equal(failureOf(from, { ...found, data: { steps: [{ kind: 'send' }], path: '1:2' } }).id, id, 'the order of keys does not matter')
})

t.test('another finding has another id', async (t) => {
  const ids = [found, { ...found, kind: 'history' as const }, { ...found, data: { path: '1:3' } }].map((each) => failureOf(from, each).id)
  t.equal(new Set([...ids, failureOf({ ...from, case: 'lifecycle.other' }, found).id]).size, 4)
})

t.test('a failure of a whole case goes by the id of the case', async (t) => {
  t.equal(failureOf(from, { ...found, kind: 'case' }).id, 'lifecycle.model')
})
