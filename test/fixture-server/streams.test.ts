/** Streams of the fixture server: what is on them, what is told of a cancelled call, and what a resumed stream brings. */
import t from 'tap'
import type { Test } from 'tap'
import { exchange } from '../server/support/event-stream.ts'
import { inSession, listen, openSession, startTestFixture } from '../server/support/fixture.ts'
import { legacyFields } from '../server/support/messages.ts'
import { open, send } from './support/modern.ts'

// A deadline for a busy machine, not an expectation.
t.setTimeout(60_000)

const fixture = await startTestFixture()
t.teardown(async () => fixture.close())

async function stateOf(label: string): Promise<unknown> {
  const { message } = await send(fixture, 'tools/call', { name: 'slow_call_state', arguments: { label } })
  return (message.result?.['structuredContent'] as { state?: unknown } | undefined)?.state
}

async function untilState(t: Test, label: string, state: string): Promise<void> {
  while ((await stateOf(label)) !== state);
  t.pass(`${label} is ${state}`)
}

void t.test('a stream brings what was asked for alone', async (t) => {
  const filters: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ toolsListChanged: true }, 'notifications/tools/list_changed'],
    [{ promptsListChanged: true }, 'notifications/prompts/list_changed'],
    [{ resourcesListChanged: true }, 'notifications/resources/list_changed'],
    [{ resourceSubscriptions: ['test://watched-resource'] }, 'notifications/resources/updated'],
  ]
  for (const [notifications, method] of filters) {
    const stream = await open(fixture, 'subscriptions/listen', { notifications })
    const acknowledged = await stream.next()
    t.match(acknowledged, { method: 'notifications/subscriptions/acknowledged', params: { notifications } })
    for (let count = 0; count < 2; count += 1) {
      const event = await stream.next()
      t.equal(event?.method, method)
      if (method.endsWith('updated')) t.equal(event?.params?.['uri'], 'test://watched-resource')
    }
    stream.abort()
  }
  const nothing = await open(fixture, 'subscriptions/listen', { notifications: {} })
  t.match((await nothing.rest()).at(-1)?.result, { resultType: 'complete' }, 'nothing to wait for is an end at once')
})

void t.test('tools trigger events', async (t) => {
  const stream = await listen(fixture, 'alice')
  await stream.next()
  const { message } = await send(fixture, 'tools/call', { name: 'test_trigger_tool_change', arguments: {} })
  t.equal(message.result?.['resultType'], 'complete')
  t.equal((await stream.next())?.method, 'notifications/tools/list_changed')
  stream.abort()
})

void t.test('a call whose client is gone is cancelled in 2026, which shows', async (t) => {
  const call = { name: 'slow_call', arguments: { label: 'gone', duration_ms: 60_000 }, _meta: { progressToken: 'p' } }
  const params = { ...call }
  const running = open(fixture, 'tools/call', params)
  await untilState(t, 'gone', 'running')
  // Without a progress token nothing is answered yet, so the whole exchange is given up.
  const second = await exchange(fixture.url, {
    token: fixture.registry.token('alice'),
    fields: [...legacyFields('2026-07-28'), ['Mcp-Method', 'tools/call'], ['Mcp-Name', 'slow_call']],
    body: {
      jsonrpc: '2.0',
      id: 'streamed',
      method: 'tools/call',
      params: {
        name: 'slow_call',
        arguments: { label: 'streamed', duration_ms: 60_000 },
        _meta: { progressToken: 'p', 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} },
      },
    },
  })
  t.match(await second.next(), { method: 'notifications/progress', params: { progressToken: 'p' } })
  second.abort()
  await untilState(t, 'streamed', 'cancelled')
  t.equal(await stateOf('gone'), 'running', 'the other one goes on')
  running.then((exchange) => exchange.abort(), () => undefined)
})

void t.test('in 2025 a notification cancels, and a disconnect does not', async (t) => {
  const id = await openSession(fixture, 'alice')
  const call = (requestId: string, label: string) => ({
    jsonrpc: '2.0',
    id: requestId,
    method: 'tools/call',
    params: { name: 'slow_call', arguments: { label, duration_ms: 60_000 } },
  })
  const cancelled = await inSession(fixture, 'alice', id, call('c', 'cancelled-2025'))
  const disconnected = await inSession(fixture, 'alice', id, call('d', 'disconnected-2025'))
  disconnected.abort()
  await inSession(fixture, 'alice', id, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c' } })
  await untilState(t, 'cancelled-2025', 'cancelled')
  t.equal(await stateOf('disconnected-2025'), 'running')
  cancelled.abort()
})

/** A stream of a session as its events stand there: ids and messages. */
async function eventsOf(id: string, lastEventId: string | undefined, enough: (events: Event[]) => boolean): Promise<Event[]> {
  const controller = new AbortController()
  const response = await fetch(fixture.url, {
    headers: {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${fixture.registry.token('alice')}`,
      'Mcp-Session-Id': id,
      'MCP-Protocol-Version': '2025-11-25',
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    },
    signal: controller.signal,
  })
  if (response.status !== 200) throw new Error(`status ${response.status}`)
  const events: Event[] = []
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk as Uint8Array)
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const field = (name: string): string => new RegExp(`^${name}: ?(.*)$`, 'm').exec(text.slice(0, end))?.[1] ?? ''
      events.push({ id: field('id'), data: field('data') })
      text = text.slice(end + 2)
    }
    if (enough(events)) break
  }
  controller.abort()
  return events
}

interface Event {
  readonly id: string
  readonly data: string
}

void t.test('a stream of a session is resumed where it was left', async (t) => {
  const id = await openSession(fixture, 'alice')
  const first = await eventsOf(id, undefined, (events) => events.filter(({ data }) => data !== '').length >= 3)
  t.equal(new Set(first.map(({ id: each }) => each)).size, first.length, 'each event has an id of its own')
  const again = await eventsOf(id, first[0]?.id, (events) => events.length >= 3)
  t.strictSame(again.slice(0, 2), first.slice(1, 3), 'what came after the last event seen comes again')
  const foreign = await openSession(fixture, 'alice')
  await t.rejects(eventsOf(foreign, first[0]?.id, () => true), { message: 'status 400' }, 'an event of another session is none here')
})

void t.test('the answer to a call whose stream was closed comes when the stream is resumed', async (t) => {
  const id = await openSession(fixture, 'alice')
  const response = await fetch(fixture.url, {
    method: 'POST',
    headers: [...legacyFields(), ['Mcp-Session-Id', id], ['Authorization', `Bearer ${fixture.registry.token('alice')}`]],
    body: JSON.stringify({ jsonrpc: '2.0', id: 'r', method: 'tools/call', params: { name: 'test_reconnection', arguments: {} } }),
  })
  const primed = /^id: (.*)$/m.exec(await response.text())?.[1]
  const events = await eventsOf(id, primed, (seen) => seen.some(({ data }) => data.includes('"id":"r"')))
  t.match(events.map(({ data }) => data).join(''), /after the stream was closed/)
})
