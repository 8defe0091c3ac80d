import t from 'tap'
import { createPeerPool } from '../../../harness/peer/pool.ts'
import type { PeerWish } from '../../../harness/peer/pool.ts'
import type { Peer } from '../../../harness/peer/peer.ts'
import { createHolds } from '../../../harness/target/holds.ts'

const alpha = (token: string) => ({ name: 'alpha', agentId: undefined, token })
const beta = { name: 'beta', agentId: undefined, token: 'of-beta' }

/** The real pool, whose peers only say whether they are open. */
function start() {
  const open = new Set<string>()
  const closedBy: (string | undefined)[] = []
  const pool = createPeerPool(async ({ identity: { token } }) => {
    open.add(token)
    return { peer: {} as Peer, close: async (by) => { open.delete(token); closedBy.push(by) } }
  })
  const holds = createHolds(async (ended, by) => pool.retire(ended, by))
  const speak = async (identity: PeerWish['identity']): Promise<void> => { await pool.shared({ channel: { transport: 'stdio', era: 'modern', revision: '2026-07-28' }, identity, caseId: 'c' }) }
  return { open, closedBy, pool, holds, speak }
}

t.test('of a hundred tokens, one after the other, the conversations of one are open at once', async (t) => {
  const { open, closedBy, pool, holds, speak } = start()
  for (let count = 0; count < 100; count += 1) {
    const identity = alpha(`t${count}`)
    await holds.use([identity, beta])
    const release = holds.hold([identity, beta])
    await speak(identity)
    await speak(beta)
    await release()
    t.same([...open].toSorted(), ['of-beta', identity.token], 'and beta, who has the same token all the time, keeps its own')
  }
  t.same(closedBy.slice(0, 2), ['t1', 't2'], 'each with a token that is good')
  await pool.close()
  t.equal(open.size, 0)
})

t.test('what a case still holds stays open until its end', async (t) => {
  const { open, holds, speak } = start()
  const [first, second] = [alpha('t1'), alpha('t2')]
  await holds.use([first, undefined])
  const releases = [holds.hold([first]), holds.hold([first])]
  await speak(first)
  await holds.use([second, undefined])
  await speak(second)
  t.same([...open], ['t1', 't2'])
  await releases[0]?.()
  t.same([...open], ['t1', 't2'])
  await releases[1]?.()
  t.same([...open], ['t2'])
})
