import t from 'tap'
import { mapMembers } from '../../../harness/evidence/map-members.ts'

const same = (text: string): string => text

t.test('where nothing changes, nothing is copied', async (t) => {
  for (const value of [{}, [], { a: 1, b: undefined }, [Number.NaN, undefined, null]]) {
    t.equal(mapMembers(value, (member) => member, same), value)
  }
})

t.test('what changes is in a copy, and the original stays', async (t) => {
  const inner = { kept: true }
  const value = { inner, text: 'old', gone: undefined }
  const mapped = mapMembers(value, (member, key) => (key === 'text' ? 'new' : member), same) as typeof value
  t.same(mapped, { inner, text: 'new', gone: undefined })
  t.equal(mapped.inner, inner)
  t.equal(value.text, 'old')
  t.same(mapMembers(['a', 'b'], (member) => (member === 'b' ? 'c' : member), same), ['a', 'c'])
  t.same(mapMembers({ old: 1 }, (member) => member, () => 'new'), { new: 1 }, 'a key alone')
})

t.test('a key that every object has is a member like any other', async (t) => {
  const value: unknown = JSON.parse('{"__proto__": "old"}')
  const mapped = mapMembers(value as object, () => 'new', same)
  t.same(Object.entries(mapped), [['__proto__', 'new']])
})
