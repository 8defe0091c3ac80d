/** Notifications over HTTP: accepted or not, they are never answered with a response. */
import type { Case } from '../../harness/run/case.ts'
import type { JsonObject } from '../../harness/peer/peer.ts'
import { rpcMessages } from '../../harness/wire/mcp.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { expectHttp, httpPeer, statusOf } from '../support/http.ts'
import { modernHttpCase } from './define.ts'

const accepted = expectHttp('mcp-2026-07-28.notification-accepted', 'status 202 without a body, or an error status', (reaction) => {
  const status = statusOf(reaction) ?? 0
  return status >= 400 || (status === 202 && reaction.kind === 'response' && reaction.response.body.length === 0)
})

const unanswered = expectHttp('mcp-2026-07-28.notification-unanswered', 'no JSON-RPC response, unless an error without an id', (reaction) => !hasResponse(reaction))

const notifications: readonly { readonly method: string; readonly params?: JsonObject }[] = [
  { method: 'notifications/cancelled', params: { requestId: 'never-sent' } },
  { method: 'notifications/com.example/unknown' },
  { method: 'tools/list' },
]

export const cases: readonly Case[] = [
  modernHttpCase({
    id: 'spec.notification-status',
    title: 'A notification is accepted with 202 and no body, or refused, and never answered',
    requirements: [accepted.requirement, unanswered.requirement],
    async scenario(context) {
      const peer = await httpPeer(context)
      for (const { method, params } of notifications) {
        await context.attempt(method, async () => {
          const { reaction } = await peer.notify(method, params)
          if (reaction === undefined) return
          context.expect(accepted, reaction, method)
          context.expect(unanswered, reaction, method)
        })
      }
    },
    explain: {
      sends: 'A cancellation of a request that was never sent, a notification that nobody defines, and a tools/list without an id, each as a POST of its own.',
      expects: 'Status 202 with an empty body, or an error status; no result, and no error that carries an id.',
      why: 'A notification asks for nothing, so that whoever sent it has nowhere to put a response.',
      failure: 'Notifications run through the code that answers requests, or a 200 with an empty object is sent to be safe.',
      fix: 'Tell messages without an id apart before they are dispatched, and answer 202 without a body.',
    },
  }),
]

function hasResponse(reaction: Reaction): boolean {
  const reading = rpcMessages(reaction)
  return reading.ok && reading.messages.some((message) => Object.hasOwn(message, 'result') || (Object.hasOwn(message, 'error') && (message['id'] ?? null) !== null))
}
