import t from 'tap'
import type { Exchange } from '../support/event-stream.ts'
import { inSession, listen, openSession, startTestFixture } from '../support/fixture.ts'
import type { TestFixture } from '../support/fixture.ts'
import { exchange } from '../support/event-stream.ts'
import { modernFields, modernMeta } from '../support/messages.ts'

const losses: readonly (readonly [name: string, lose: (fixture: TestFixture) => void])[] = [
  ['disabled', ({ registry }) => registry.set('alice', { enabled: false })],
  ['revoked', ({ registry }) => registry.set('alice', { token: null })],
  ['rotated', ({ registry }) => void registry.rotate('alice')],
  ['expired', ({ registry }) => registry.set('alice', { expiresAt: '2020-01-01T00:00:00Z' })],
]

type Open = (fixture: TestFixture, agent: string) => Promise<Exchange>

const streams: readonly (readonly [name: string, open: Open])[] = [
  ['subscriptions/listen', async (fixture, agent) => listen(fixture, agent)],
  ['the stream of a session', async (fixture, agent) => inSession(fixture, agent, await openSession(fixture, agent), undefined, 'GET')],
  [
    'a call that reports progress',
    async (fixture, agent) =>
      exchange(fixture.url, {
        token: fixture.registry.token(agent),
        fields: modernFields('tools/call', 'stream_progress'),
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'stream_progress', arguments: { steps: 10_000, interval_ms: 5 }, _meta: { ...modernMeta(), progressToken: 'p' } },
        },
      }),
  ],
]

for (const [loss, lose] of losses) {
  for (const [name, open] of streams) {
    void t.test(`${name}: ${loss}`, async (t) => {
      const fixture = await startTestFixture()
      t.teardown(() => fixture.close())
      const [alice, bob] = [await open(fixture, 'alice'), await open(fixture, 'bob')]
      for (const stream of [alice, bob]) {
        t.equal(stream.status, 200)
        t.match(stream.headers.get('content-type'), /^text\/event-stream/)
        for (let i = 0; i < 3; i += 1) t.ok(await stream.next(), 'an event comes while allowed')
      }
      lose(fixture)
      const late = await alice.rest()
      // What was on its way when the token was lost may still arrive; no result ends the stream.
      t.notOk(late.some((message) => message.result !== undefined), 'no result')
      for (let i = 0; i < 3; i += 1) t.ok(await bob.next(), "another's stream goes on")
      bob.abort()
    })
  }
}

void t.test('an event made after the loss never comes', async (t) => {
  const fixture = await startTestFixture()
  t.teardown(() => fixture.close())
  const stream = await exchange(fixture.url, {
    token: fixture.registry.token('alice'),
    fields: modernFields('tools/call', 'stream_progress'),
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'stream_progress', arguments: { steps: 10_000, interval_ms: 1 }, _meta: { ...modernMeta(), progressToken: 'p' } },
    },
  })
  // In one process: when `set` returns, the policy has changed, and what has been written so far is in the socket.
  for (let i = 0; i < 5; i += 1) await stream.next()
  fixture.registry.set('alice', { enabled: false })
  const first = await stream.rest()
  const spread = first.map((message) => Number(message.params?.['progress']))
  t.ok(spread.length < 100, `only what was on its way: ${spread.length}`)
})

void t.test('a session ends with its token, and does not come back', async (t) => {
  const fixture = await startTestFixture()
  t.teardown(() => fixture.close())
  const session = await openSession(fixture, 'alice')
  const stream = await inSession(fixture, 'alice', session, undefined, 'GET')
  await stream.next()
  fixture.registry.rotate('alice')
  await stream.rest()
  t.equal((await inSession(fixture, 'alice', session, undefined, 'GET')).status, 404, 'the new token is for a new session')
  t.ok(await openSession(fixture, 'alice'))
})
