import t from 'tap'
import { isInTurn, shares } from './rotation.ts'

const ids = Array.from({ length: 300 }, (_, index) => `mutant-${index}`)

t.test('what a case needs is proven at every turn', async (t) => {
  for (const key of ['a', 'b', 'c', 'd']) t.ok(isInTurn('mutant-1', new Set(['mutant-1']), key))
})

t.test('every other one has its turn, and one turn is a part of all', async (t) => {
  const turns = Array.from({ length: 60 }, (_, index) => `commit-${index}`).map((key) => ids.filter((id) => isInTurn(id, new Set(), key)))
  t.equal(new Set(turns.flat()).size, ids.length, 'over a few commits all of them')
  for (const turn of turns) t.ok(turn.length > ids.length / shares / 2 && turn.length < ids.length / shares * 2, `${turn.length} at a turn`)
})
