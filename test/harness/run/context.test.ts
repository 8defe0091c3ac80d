import t from 'tap'
import { createPeerPool } from '../../../harness/peer/pool.ts'
import type { OpenedPeer } from '../../../harness/peer/pool.ts'
import { createContext } from '../../../harness/run/context.ts'
import type { ContextOptions } from '../../../harness/run/context.ts'
import type { OpenTarget } from '../../../harness/target/open-target.ts'
import { wireWithoutHttp } from '../../../harness/target/without-http.ts'

t.test('a conversation of its own that opens after the case has ended is closed at once', async (t) => {
  const { promise: opening, resolve: opened } = Promise.withResolvers<OpenedPeer>()
  let closed = 0
  const peers = createPeerPool(async () => opening)
  const fixture = { url: new URL('stdio:test'), abilities: new Set(), identities: {} }
  const target = { profile: { channels: [] }, peers, fixture, alpha: { name: 'alpha', agentId: undefined, token: '' }, wireFor: () => wireWithoutHttp(fixture.url) }
  const stop = new AbortController()
  const leftToClose: unknown[] = []
  const options = { case: { id: 'test.late', requirements: [] }, seed: 1, target: target as unknown as OpenTarget, signal: stop.signal, onClose: (work: unknown) => leftToClose.push(work) }
  const { context } = createContext(options as unknown as ContextOptions)
  const late = context.peer({ transport: 'stdio', revision: '2025-11-25', era: 'legacy' }, { own: true })
  stop.abort()
  opened({ peer: {} as OpenedPeer['peer'], close: async () => { closed += 1 } })
  await t.rejects(late, { name: 'AbortError' })
  t.equal(closed, 1)
  t.strictSame(leftToClose, [])
})
