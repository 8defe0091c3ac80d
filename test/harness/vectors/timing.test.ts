import t from 'tap'
import { isTimeless } from '../../../harness/vectors/format.ts'
import type { TokenSetup, VectorCall } from '../../../harness/vectors/format.ts'
import { eventsOf, fitsRealTime, keptToPlan } from '../../../harness/vectors/timing.ts'

const token = (mintedAtS: number, ttlS: number): TokenSetup => ({ alias: 'a', projectId: 'p', ttlS, mintedAtS })
const call = (atS: number): VectorCall => ({ atS, via: 'accept', input: {}, expect: { kind: 'value', value: {} } })

t.strictSame(eventsOf({ tokens: [token(5, 1), token(0, 1)], calls: [call(5), call(1)] }).map(({ kind, index }) => `${kind} ${index}`), ['mint 1', 'call 1', 'mint 0', 'call 0'], 'in order of time, tokens first')

const cases: readonly (readonly [what: string, tokens: readonly TokenSetup[], calls: readonly VectorCall[], timeless: boolean, real: boolean])[] = [
  ['one instant', [token(0, 300)], [call(0), call(0)], true, true],
  ['no token', [], [call(7)], true, true],
  ['an expiry that real time can wait for', [token(0, 1)], [call(1.000001)], false, true],
  ['an instant that nobody can hit', [token(0, 1)], [call(1)], false, false],
  ['a call clearly before the end', [token(0, 1)], [call(0.5)], false, true],
  ['too long a wait', [token(0, 300)], [call(301)], false, false],
]
for (const [what, tokens, calls, timeless, real] of cases) {
  t.equal(isTimeless({ tokens, calls }), timeless, what)
  t.equal(fitsRealTime({ tokens, calls }), real, what)
}

t.ok(keptToPlan({ tokens: [token(0, 1)], calls: [call(0.5), call(1.1)] }, [0.6, 1.2]))
t.notOk(keptToPlan({ tokens: [token(0, 1)], calls: [call(0.5)] }, [1.3]), 'the answer came when the token had ended already')
