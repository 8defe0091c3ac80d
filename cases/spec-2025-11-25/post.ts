/** POST: what a server answers to notifications, responses and requests, and to what a client says to accept and to send. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Peer } from '../../harness/peer/peer.ts'
import { withField } from '../../harness/wire/message.ts'
import { eachChannel } from '../support/channels.ts'
import { expectHttp, isClientError } from '../support/http.ts'
import { maySucceed } from '../auth-negative/reactions.ts'
import { legacyHttpCase, saw } from './define.ts'
import { errorOf, exchange, isResponse, needTold, posted, resultOf } from './exchange.ts'
import { plainCall } from './plain-call.ts'

/** Messages that are neither asked for nor answered; none of them changes anything. */
const oneWay: readonly { readonly name: string; readonly message: unknown }[] = [
  { name: 'a cancellation of nothing', message: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'never-asked', reason: 'conformance test' } } },
  { name: 'progress of nothing', message: { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'never-given', progress: 1 } } },
  { name: 'a notification that nobody knows', message: { jsonrpc: '2.0', method: 'notifications/com.example/unknown' } },
  { name: 'a result that nobody asked for', message: { jsonrpc: '2.0', id: 'never-asked', result: {} } },
  { name: 'an error that nobody asked for', message: { jsonrpc: '2.0', id: 'never-asked', error: { code: -32_601, message: 'This client has no such method.' } } },
]

async function acceptsOneWay(context: CaseContext, peer: Peer, channel: string): Promise<void> {
  for (const { name, message } of oneWay) {
    const input = `${channel}: ${name}`
    await context.attempt(input, async () => {
      const answer = await exchange(context, posted(peer, message))
      needTold(context, answer)
      const refused = answer.status >= 400
      const accepted = answer.status === 202 && answer.type !== 'text/event-stream' && answer.body.length === 0
      const bodied = answer.status === 202 && !accepted ? ', with a body' : ''
      saw(context, 'mcp-2025-11-25.accepted-202', input, accepted || refused, 'status 202 without a body, or an HTTP error status', `${answer.seen}${bodied}`)
    })
  }
}

const accepts: readonly { readonly name: string; readonly value: string | undefined }[] = [
  { name: 'JSON only', value: 'application/json' },
  { name: 'a stream only', value: 'text/event-stream' },
  { name: 'anything', value: '*/*' },
  { name: 'HTML', value: 'text/html' },
  { name: 'nothing said', value: undefined },
]

const types: readonly { readonly name: string; readonly value: string | undefined }[] = [
  { name: 'text/plain', value: 'text/plain' },
  { name: 'a form', value: 'application/x-www-form-urlencoded' },
  { name: 'no media type', value: undefined },
]

const otherType = expectHttp('hardening.legacy-content-type', 'a 4xx status', (reaction) => isClientError(reaction) && !maySucceed(reaction))

export const cases: readonly Case[] = [
  legacyHttpCase({
    id: 'legacy.one-way-accepted',
    title: 'A notification or a response is accepted with 202 and an empty body, or refused',
    requirements: ['mcp-2025-11-25.accepted-202'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => acceptsOneWay(context, peer, channel)),
    explain: {
      sends: 'Notifications that change nothing (a cancellation and progress of nothing, one that nobody knows), and a result and an error that nobody asked for.',
      expects: 'Status 202 without a body for each that is accepted, and an HTTP error status for each that is not.',
      why: 'A client learns by the status that its message has arrived; a body, or another status, makes it wait for or parse what is not there.',
      failure: 'The server answers with 200, with 204, or with a JSON body such as null.',
      fix: 'Send 202 and end the response, for every message without an answer.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.notification-unanswered',
    title: 'A notification gets no response, not even one with the name of a request',
    requirements: ['mcp-2025-11-25.notification-unanswered'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        for (const method of ['ping', 'tools/list', 'com.example/unknown']) {
          const input = `${channel}: ${method} without an id`
          await context.attempt(input, async () => {
            const answer = await exchange(context, posted(peer, { jsonrpc: '2.0', method }))
            needTold(context, answer)
            const responses = answer.messages.filter((message) => isResponse(message) && (answer.status < 400 || (message['id'] ?? undefined) !== undefined)).length
            saw(context, 'mcp-2025-11-25.notification-unanswered', input, responses === 0, 'no JSON-RPC response (beside an HTTP error status, one without an id is allowed)', `${answer.seen}, ${responses} responses`)
          })
        }
      })
    },
    explain: {
      sends: 'Messages without an id: ping, tools/list, and a method that nobody knows.',
      expects: 'No JSON-RPC response; with an HTTP error status an error without an id is allowed.',
      why: 'A response without a request has no place to go: a client takes it for a fault, or for the answer to another request.',
      failure: 'The handler is chosen by the method alone, and its result is sent with the id null.',
      fix: 'Decide by the id whether a message wants a response, before its method is looked up.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.request-answer-type',
    title: 'A request is answered with JSON or with a stream',
    requirements: ['mcp-2025-11-25.request-answer-type'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const { capabilities } = await peer.survey()
        const lists = ['tools', 'resources', 'prompts'].filter((each) => Object.hasOwn(capabilities, each)).map((each) => `${each}/list`)
        const methods = [(await plainCall(context, peer)).method, ...lists, 'com.example/typed']
        for (const method of new Set(methods)) {
          const input = `${channel}: ${method}`
          const answer = await exchange(context, peer.request({ method, id: 'typed' }))
          needTold(context, answer)
          const fits = answer.type === 'application/json' || answer.type === 'text/event-stream'
          saw(context, 'mcp-2025-11-25.request-answer-type', input, fits && (resultOf(answer, 'typed') ?? errorOf(answer)) !== undefined, 'application/json or text/event-stream with a response', fits ? answer.seen : `${answer.seen}, under another media type`)
        }
      })
    },
    explain: {
      sends: 'A plain request, each list that the server declares, and a method that there is not, from a client that accepts JSON and streams.',
      expects: 'A response with Content-Type application/json or text/event-stream.',
      why: 'By the media type a client knows how to read the answer; it supports these two and no other.',
      failure: 'A framework guesses the type, or a proxy replaces it.',
      fix: 'Set the media type where the body is written, and let nothing change it on the way.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.accept',
    title: 'Whatever a client accepts, it gets an answer that it can read or a refusal',
    requirements: ['hardening.legacy-accept'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const call = await plainCall(context, peer)
        for (const { name, value } of accepts) {
          const input = `${channel}: ${name}`
          await context.attempt(input, async () => {
            const answer = await exchange(context, withField(peer.request({ ...call, id: 'choosy' }), 'accept', ...(value === undefined ? [] : [value])))
            needTold(context, answer)
            const served = resultOf(answer, 'choosy') !== undefined
            const unreadable = served && value === 'application/json' && answer.type !== 'application/json'
            saw(context, 'hardening.legacy-accept', input, (served && !unreadable) || (answer.status >= 400 && answer.status < 500), 'served in a form that it accepts, or refused with a 4xx status', unreadable ? 'a stream for a client that accepts JSON only' : answer.seen)
          })
        }
      })
    },
    explain: {
      sends: 'A well-formed request that accepts JSON only, a stream only, anything, HTML, and one without Accept.',
      expects: 'A result, or a 4xx status; no stream where only JSON is accepted, and no server error.',
      why: 'Clients must accept both; one that does not should learn so from a status, not from an answer that it cannot read.',
      failure: 'The field is parsed in a way that fails, or the stream is sent whatever was asked for.',
      fix: 'Answer 406 where the client does not accept what the server sends, or send JSON.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.content-type',
    title: 'A message under another media type than JSON is refused',
    requirements: ['hardening.legacy-content-type'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const probe = peer.probe(await plainCall(context, peer))
        for (const { name, value } of types) {
          const input = `${channel}: ${name}`
          await context.attempt(input, async () => {
            await context.negative({
              input, probe, part: 'headers',
              fault: (control) => withField(control, 'content-type', ...(value === undefined ? [] : [value])),
              expect: [otherType],
            })
          })
        }
      })
    },
    explain: {
      sends: 'A well-formed message as text/plain, as a form, and without a media type.',
      expects: 'A 4xx status, 415 for example, and no result.',
      why: 'A web page may post text and forms to any address without asking first; JSON it may not.',
      failure: 'The body is parsed whatever the field says.',
      fix: 'Refuse with 415 whatever is not application/json.',
    },
  }),
]
