import { InMemoryServerEventBus } from '@modelcontextprotocol/server'
import t from 'tap'
import type { Test } from 'tap'
import type { Exchange } from '../support/event-stream.ts'
import { inSession, listen, openSession, startTestFixture } from '../support/fixture.ts'
import type { TestFixture } from '../support/fixture.ts'
import { exchange } from '../support/event-stream.ts'
import { modernFields, modernMeta, modernRequest } from '../support/messages.ts'
import { startTestStack } from '../support/stack.ts'

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

const never = 3_600_000

/** A subscription on a bus that the test holds. */
async function subscribe(t: Test, sweepIntervalMs: number) {
  const bus = new InMemoryServerEventBus()
  const stack = await startTestStack({ bus, sweepIntervalMs })
  t.teardown(() => stack.close({ drainMs: 0 }))
  const open = (agent: string) =>
    exchange(stack.url, {
      token: stack.registry.token(agent),
      fields: modernFields('subscriptions/listen'),
      body: modernRequest(agent, 'subscriptions/listen', { notifications: { toolsListChanged: true } }),
    })
  const [alice, bob] = [await open('alice'), await open('bob')]
  for (const stream of [alice, bob]) t.match(await stream.next(), { method: 'notifications/subscriptions/acknowledged' })
  return { stack, alice, bob, publish: () => bus.publish({ kind: 'tools_list_changed' }) }
}

void t.test('the first event after the loss is not sent, even before any sweep', async (t) => {
  const { stack, alice, bob, publish } = await subscribe(t, never)
  publish()
  t.match(await alice.next(), { method: 'notifications/tools/list_changed' })
  t.match(await bob.next(), { method: 'notifications/tools/list_changed' })
  stack.registry.set('alice', { enabled: false })
  publish()
  t.match(await bob.next(), { method: 'notifications/tools/list_changed' })
  t.strictSame(await alice.rest(), [])
})

void t.test('a stream on which nothing happens is ended by the sweep', async (t) => {
  const { stack, alice } = await subscribe(t, 10)
  stack.registry.set('alice', { token: null })
  t.strictSame(await alice.rest(), [])
})

void t.test('a stream ends when its token expires, without a change of the registry', async (t) => {
  const { stack, alice, bob, publish } = await subscribe(t, never)
  stack.clock.now = Date.parse('2099-12-31T23:59:59.999Z')
  publish()
  t.match(await alice.next(), { method: 'notifications/tools/list_changed' })
  stack.clock.now += 1
  publish()
  t.strictSame(await alice.rest(), [])
  t.strictSame((await bob.rest()).length, 1)
})

void t.test('an identity has its own share of the streams', async (t) => {
  const { stack, alice } = await subscribe(t, never)
  const open = async (agent: string) => {
    const token = stack.registry.token(agent)
    const body = modernRequest(1, 'subscriptions/listen', { notifications: { toolsListChanged: true } })
    return exchange(stack.url, { token, fields: modernFields('subscriptions/listen'), body })
  }
  for (let i = 1; i < 100; i += 1) t.equal((await open('alice')).status, 200)
  const over = await open('alice')
  t.equal(over.status, 429)
  t.ok(over.headers.get('retry-after'))
  t.match(JSON.parse(await over.text()), { id: 1, error: { code: -32_603 } })
  t.equal((await open('bob')).status, 200, 'bob has his')
  alice.abort()
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
