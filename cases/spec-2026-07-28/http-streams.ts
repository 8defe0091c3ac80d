/** Event streams as answers: what comes on them, how they begin and how they end. */
import type { Case } from '../../harness/run/case.ts'
import type { JsonObject } from '../../harness/peer/peer.ts'
import { objectAt } from '../../harness/peer/survey.ts'
import { fieldValues } from '../../harness/wire/message.ts'
import { httpPeer } from '../support/http.ts'
import { streamsOrNone } from '../support/streams/streams.ts'
import type { ShownStream } from '../support/streams/streams.ts'
import { modernHttpCase } from './define.ts'

/** These belong to a subscription, and to no other request. */
const ofSubscriptions = [
  'notifications/subscriptions/acknowledged', 'notifications/tools/list_changed', 'notifications/prompts/list_changed',
  'notifications/resources/list_changed', 'notifications/resources/updated',
]

const messages: Case = modernHttpCase({
  id: 'spec.stream-messages',
  title: 'A response stream holds what belongs to its request, and no question of the server',
  requirements: ['mcp-2026-07-28.stream-without-requests', 'mcp-2026-07-28.stream-notifications-relate'],
  async scenario(context) {
    for (const stream of await streamsOrNone(context, await httpPeer(context))) {
      const asked = stream.messages.filter((message) => typeof message['method'] === 'string' && Object.hasOwn(message, 'id')).length
      context.observe({
        requirement: 'mcp-2026-07-28.stream-without-requests', input: stream.name, ok: asked === 0,
        expected: 'no JSON-RPC request of the server', actual: asked === 0 ? `${stream.messages.length} messages, none of them a request` : `${asked} requests`,
      })
      if (stream.kind !== 'call') continue
      const foreign = stream.messages.filter((message) => isForeign(message, stream)).length
      context.observe({
        requirement: 'mcp-2026-07-28.stream-notifications-relate', input: stream.name, ok: foreign === 0,
        expected: 'only notifications that belong to the request', actual: foreign === 0 ? `${stream.messages.length} messages, none of them foreign` : `${foreign} notifications of other requests`,
      })
    }
  },
  explain: {
    sends: 'Calls of the tools that may be called, by a client that wants progress and logs and can answer everything, and a subscription.',
    expects: 'Where the answer is an event stream: no JSON-RPC request on it, progress only with the token of the call, and nothing that belongs to a subscription on the stream of a call.',
    why: 'Questions to the client are results of this revision, and a client files what comes on a stream under the request that it made.',
    failure: 'The server still asks its client in the old way, or sends notifications to every stream that is open.',
    fix: 'Return what is needed as input requests, and write each notification to the stream of its own request.',
  },
})

const end: Case = modernHttpCase({
  id: 'spec.stream-end',
  title: 'A response ends its stream',
  requirements: ['mcp-2026-07-28.response-ends-stream'],
  async scenario(context) {
    for (const { name, responded, ended } of await streamsOrNone(context, await httpPeer(context), 'call')) {
      await context.attempt(name, async () => {
        if (!responded) context.inconclusive('the call was not answered in time')
        context.observe({
          requirement: 'mcp-2026-07-28.response-ends-stream', input: name, ok: ended,
          expected: 'the stream ends after the response', actual: ended ? 'it ended' : 'it was still open 5 s later, or more came',
        })
        await Promise.resolve()
      })
    }
  },
  explain: {
    sends: 'Calls of the tools that may be called, by a client that wants progress and logs.',
    expects: 'Where the answer is an event stream, it ends after the response.',
    why: 'A stream that stays open holds a connection and leaves the client in doubt whether more will come.',
    failure: 'The stream is kept open for later messages, as streams of sessions were.',
    fix: 'End the HTTP response once the JSON-RPC response is written.',
  },
})

const head: Case = modernHttpCase({
  id: 'spec.stream-head',
  title: 'An event stream keeps proxies from buffering it, and offers no resumption',
  requirements: ['mcp-2026-07-28.stream-unbuffered', 'hardening.no-event-ids'],
  async scenario(context) {
    for (const { name, headers, events } of await streamsOrNone(context, await httpPeer(context))) {
      const unbuffered = fieldValues({ headers }, 'x-accel-buffering').some((value) => value.trim().toLowerCase() === 'no')
      context.observe({
        requirement: 'mcp-2026-07-28.stream-unbuffered', input: name, ok: unbuffered,
        expected: 'X-Accel-Buffering: no', actual: unbuffered ? 'it is there' : 'it is not there',
      })
      const named = events.filter(({ id }) => id !== undefined).length
      context.observe({
        requirement: 'hardening.no-event-ids', input: name, ok: named === 0,
        expected: 'no event with an id', actual: `${named} of ${events.length} events have one`,
      })
    }
  },
  explain: {
    sends: 'Calls of the tools that may be called, by a client that wants progress and logs, and a subscription.',
    expects: 'Where the answer is an event stream: the field X-Accel-Buffering with the value no, and events without an id.',
    why: 'A proxy that buffers turns progress into a burst at the end; an id promises that the stream can be resumed, which this revision does not have.',
    failure: 'The stream is opened without the field, or by code that still serves resumable streams.',
    fix: 'Set X-Accel-Buffering: no with the Content-Type of the stream, and write events without an id.',
  },
})

function isForeign(message: JsonObject, { progressToken }: ShownStream): boolean {
  const method = Object.hasOwn(message, 'id') ? undefined : message['method']
  if (method === 'notifications/progress') return objectAt(message, 'params')['progressToken'] !== progressToken
  return typeof method === 'string' && ofSubscriptions.includes(method)
}

export const cases: readonly Case[] = [messages, end, head]
