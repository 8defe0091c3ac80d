import t from 'tap'
import { isInTurn, shares } from './rotation.ts'

const ids = Array.from({ length: 600 }, (_, index) => `mutant-${index}`)
const keys = Array.from({ length: 120 }, (_, index) => `commit-${index}`)

for (const [what, needed, share] of [['what a case needs', new Set(ids), shares.needed], ['any other', new Set<string>(), shares.other]] as const) {
  t.test(`${what} has its turn within a few commits, and one turn is a part of all`, async (t) => {
    const turns = keys.map((key) => ids.filter((id) => isInTurn(id, needed, key)))
    t.equal(new Set(turns.flat()).size, ids.length, 'over a few commits all of them')
    for (const turn of turns) t.ok(turn.length > ids.length / share / 2 && turn.length < ids.length / share * 2, `${turn.length} at a turn`)
  })
}
