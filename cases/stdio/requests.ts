/** Requests and notifications that share one process. */
import { setTimeout as pause } from 'node:timers/promises'
import type { JsonObject } from '../../harness/peer/peer.ts'
import type { Stray } from '../../harness/peer/stdio-conversation.ts'
import type { Case } from '../../harness/run/case.ts'
import type { SeenExchange } from '../../harness/run/seen-exchange.ts'
import { harmlessCall } from '../support/harmless.ts'
import { answeredOnce, byEra, counted, describeReply, eachEra, lineOf, serves, stdioCase } from './define.ts'

/** Ids that a careless comparison takes for one another. */
const ids: readonly (string | number)[] = [0, '0', 1, '1', -1, '-1', '', ' ', '01', '1.0', '1e0', 'null', 'true', Number.MAX_SAFE_INTEGER, String(Number.MAX_SAFE_INTEGER), '9007199254740993', ...Array.from({ length: 40 }, (_, index) => `request ${index}`)]

/** How long an answer to a notification may take to come, after a later request was answered. In ms. */
const graceMs = 500

/** What came behind a notification belongs to nothing; it is shown with it all the same. */
function notified(message: JsonObject, strays: readonly Stray[]): SeenExchange {
  return { kind: 'stdio', sent: JSON.stringify(message), received: strays.map((stray) => stray.message) }
}

export const cases: readonly Case[] = [
  stdioCase({
    id: 'stdio.interleaved',
    title: 'Requests that are open at the same time are each answered once, by their own ids',
    requirements: ['jsonrpc.answered-once'],
    async scenario(context) {
      await eachEra(context, async (peer, side, channel) => {
        const { capabilities } = await peer.survey()
        const calls = [harmlessCall(peer), ...(Object.hasOwn(capabilities, 'tools') ? [{ method: 'tools/list' }] : []), { method: 'com.example/unknown' }]
        const lines = ids.map((id, index) => lineOf(peer, { ...(calls[index % calls.length] ?? harmlessCall(peer)), id }))
        const replies = await side.exchange(ids, async () => side.process.write([lines.join('')]))
        for (const reply of replies) {
          // An unknown method is answered too, with an error.
          const ok = answeredOnce(reply) || (reply.responses.length === 1)
          context.observe({ requirement: 'jsonrpc.answered-once', input: `${channel}: id ${JSON.stringify(reply.id)}`, ok, expected: 'one response', actual: describeReply(reply) }, reply)
        }
        await serves(peer)
        await pause(graceMs)
        const more = side.strays.filter(({ kind }) => kind === 'second response' || kind === 'response to nothing').length
        context.observe({ requirement: 'jsonrpc.answered-once', input: `${channel}: responses beyond those`, ok: more === 0, expected: 'no response that answers nothing', actual: counted(more, 'response') })
      })
    },
    explain: {
      sends: `${ids.length} requests in one write, some of an unknown method, with ids that look alike (0 and "0", "1" and "01", the empty string, the largest safe integer).`,
      expects: 'Each is answered once, with its id as it was, number or string, and nothing else is answered.',
      why: 'All requests share one stdout, so that the id alone tells the client which of them was answered.',
      failure: 'Ids are turned into text or numbers, compared loosely, or kept in one variable while another request is being served.',
      fix: 'Carry the id of each request with it, untouched, to its response.',
    },
  }),
  stdioCase({
    id: 'stdio.notifications-unanswered',
    title: 'Notifications get no response',
    requirements: ['mcp-2026-07-28.notification-unanswered', 'mcp-2025-11-25.notification-unanswered'],
    async scenario(context) {
      await eachEra(context, async (peer, side, channel) => {
        const requirement = byEra(peer.channel, 'mcp-2026-07-28.notification-unanswered', 'mcp-2025-11-25.notification-unanswered')
        const answers = (): number => side.strays.filter(({ kind }) => kind === 'response to nothing' || kind === 'second response').length
        // What answers notifications/initialized has come by then, and is not taken for the answer to another one.
        if (!await serves(peer)) context.inconclusive(`${channel}: nothing is served after notifications/initialized`)
        for (const [method, params] of [['notifications/com.example', undefined], ['notifications/cancelled', { requestId: 'never sent' }], [harmlessCall(peer).method, undefined], ['com.example/unknown', undefined]] as const) {
          const before = answers()
          const [from, message] = [side.strays.length, { ...peer.message({ method, ...(params === undefined ? {} : { params }) }), id: undefined }]
          await peer.notify(method, params)
          if (!await serves(peer)) context.inconclusive(`${channel}: nothing is served after the notification ${method}`)
          await pause(graceMs)
          context.observe({ requirement, input: `${channel}: ${method} without an id`, ok: answers() === before, expected: 'no response', actual: counted(answers() - before, 'response') }, notified(message, side.strays.slice(from)))
        }
      })
    },
    explain: {
      sends: 'Messages without an id: a notification that no server knows, a cancellation of nothing, a method that is otherwise answered, and an unknown method; a request behind each.',
      expects: 'The request alone is answered.',
      why: 'A message without an id is a notification, and a response to it could not be told from one to something else.',
      failure: 'The server answers by method without looking for an id, or answers what it does not know with an error.',
      fix: 'Answer only what carries an id.',
    },
  }),
]
