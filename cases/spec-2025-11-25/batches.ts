/** Batches: due in 2025-03-26, gone since 2025-06-18 (basic "Batching" of 2025-03-26, and the changelog of 2025-06-18). */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { JsonObject, Peer } from '../../harness/peer/peer.ts'
import { initializeParams } from '../../harness/wire/mcp.ts'
import { eachChannel } from '../support/channels.ts'
import { batchRevision, legacyHttpCase, saw, since20250618 } from './define.ts'
import { endSession, exchange, isResponse, needTold, opening, posted, refusedSomehow, resultOf } from './exchange.ts'
import type { Answer } from './exchange.ts'
import { plainCall } from './plain-call.ts'

const notification = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'never-asked' } }

async function send(context: CaseContext, peer: Peer, batch: readonly JsonObject[]): Promise<Answer> {
  const ids = batch.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const answer = await exchange(context, posted(peer, batch), {
    until: (messages) => ids.length > 0 && ids.every((id) => messages.some((message) => isResponse(message) && message['id'] === id)),
  })
  needTold(context, answer)
  return answer
}

/** What each request of a batch came to, and that nothing else was answered. */
function judgeBatch(context: CaseContext, input: string, answer: Answer, ids: readonly string[]): void {
  const unanswered = ids.filter((id) => resultOf(answer, id) === undefined).length
  const others = answer.messages.filter((message) => isResponse(message) && !ids.includes(String(message['id']))).length
  saw(context, 'mcp-2025-11-25.batch-accepted', input, unanswered === 0 && others === 0, `${ids.length} results, each with the id of its request, and no other response`,
    `${answer.seen}, ${ids.length - unanswered} results, ${others} other responses`)
}

export const cases: readonly Case[] = [
  legacyHttpCase({
    id: 'legacy.batch-accepted',
    title: 'In 2025-03-26 a batch is received and each of its requests answered',
    requirements: ['mcp-2025-11-25.batch-accepted'],
    revisions: [batchRevision],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const call = await plainCall(context, peer)
        const request = (id: string): JsonObject => peer.message({ ...call, id })
        const inputs: readonly { readonly name: string; readonly batch: readonly JsonObject[]; readonly ids: readonly string[] }[] = [
          { name: 'two requests', batch: [request('first'), request('second')], ids: ['first', 'second'] },
          { name: 'one request', batch: [request('only')], ids: ['only'] },
          { name: 'a request and a notification', batch: [notification, request('mixed')], ids: ['mixed'] },
        ]
        for (const { name, batch, ids } of inputs) {
          const input = `${channel}: ${name}`
          await context.attempt(input, async () => judgeBatch(context, input, await send(context, peer, batch), ids))
        }
        const input = `${channel}: notifications alone`
        await context.attempt(input, async () => {
          const answer = await send(context, peer, [notification, notification])
          saw(context, 'mcp-2025-11-25.batch-accepted', input, answer.status === 202 && answer.body.length === 0, 'status 202 without a body', answer.seen)
        })
      })
    },
    explain: {
      sends: 'In 2025-03-26: two requests, one request, a request with a notification, and two notifications, each as one array.',
      expects: 'A result for each request, in an array or on a stream, and 202 for notifications alone.',
      why: 'Receiving batches is a duty of that revision, so that a client of it may send them without asking.',
      failure: 'The server agrees to 2025-03-26 but has given up batches with the later revisions.',
      fix: 'Receive batches under 2025-03-26, or do not agree to that version.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.batch-refused',
    title: 'From 2025-06-18 on a batch is refused',
    requirements: ['hardening.legacy-single-message-body'],
    revisions: since20250618,
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const call = await plainCall(context, peer)
        for (const ids of [['only'], ['first', 'second']]) {
          const input = `${channel}: ${ids.length === 1 ? 'one request' : 'two requests'} in an array`
          await context.attempt(input, async () => {
            const answer = await send(context, peer, ids.map((id) => peer.message({ ...call, id })))
            const served = ids.filter((id) => resultOf(answer, id) !== undefined).length
            saw(context, 'hardening.legacy-single-message-body', input, served === 0 && refusedSomehow(answer), 'a JSON-RPC error or a 4xx status, and no result', `${answer.seen}, ${served} results`)
          })
        }
      })
    },
    explain: {
      sends: 'One and two well-formed requests within an array, with the field that names the version.',
      expects: 'A JSON-RPC error, most likely -32600, or a 4xx status, and no result.',
      why: 'These revisions have no batches; what checks single messages does not see what stands in an array.',
      failure: 'The transport takes arrays in every version.',
      fix: 'Take an array only where the version of the session or of the field is 2025-03-26.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.batch-empty',
    title: 'An empty array is refused in every revision',
    requirements: ['hardening.legacy-batch-empty'],
    async scenario(context) {
      await eachChannel(context, async (peer, input) => {
        const answer = await send(context, peer, [])
        saw(context, 'hardening.legacy-batch-empty', input, refusedSomehow(answer), 'a JSON-RPC error or a 4xx status', answer.seen)
      })
    },
    explain: {
      sends: 'An array without any message in it.',
      expects: 'A JSON-RPC error, most likely -32600, or a 4xx status.',
      why: 'An empty array asks for nothing; whoever sent it made a mistake, and should learn of it.',
      failure: 'The array is looped over, nothing happens, and the answer is 202.',
      fix: 'Refuse an empty array before its messages are looked at.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.batch-initialize',
    title: 'An initialize within a batch is refused',
    requirements: ['hardening.legacy-batch-initialize'],
    revisions: [batchRevision],
    async scenario(context) {
      for (const channel of context.channels) {
        await context.attempt('initialize and ping', async () => {
          const batch = [
            { jsonrpc: '2.0', id: 'initialize', method: 'initialize', params: initializeParams(channel.revision) },
            { jsonrpc: '2.0', id: 'beside', method: 'ping' },
          ]
          const answer = await exchange(context, { ...opening(context, channel), body: Buffer.from(JSON.stringify(batch)) })
          await endSession(context, channel, answer)
          needTold(context, answer)
          saw(context, 'hardening.legacy-batch-initialize', 'initialize and ping', refusedSomehow(answer) && resultOf(answer, 'initialize') === undefined, 'a JSON-RPC error or a 4xx status', answer.seen)
        })
      }
    },
    explain: {
      sends: 'An array that holds an initialize for 2025-03-26 and a ping.',
      expects: 'A JSON-RPC error or a 4xx status, and no session.',
      why: 'Nothing can be asked before the version is agreed on, so that an initialize must stand by itself.',
      failure: 'The messages of a batch are handled one after the other, whatever they are.',
      fix: 'Refuse a batch in which one of the messages is an initialize.',
    },
  }),
]
