/** Statelessness: nothing of a request holds for another one, not even on the same connection. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { describeReaction } from '../../harness/run/describe.ts'
import type { JsonObject, Peer, PeerCall } from '../../harness/peer/peer.ts'
import { rpcAnswer } from '../../harness/wire/mcp.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { describeAnswer, isResult } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { capabilityCalls } from '../support/input-requests/capability-calls.ts'
import { everyCapability } from '../support/showing.ts'
import { modernCase, modernHttpCase } from './define.ts'

const answerMs = 10_000

export const cases: readonly Case[] = [
  modernHttpCase({
    id: 'spec.envelope-not-remembered',
    title: 'A request without its envelope is refused although an earlier one on the connection had it',
    requirements: ['mcp-2026-07-28.stateless-envelope'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const connection = await context.openConnection()
        try {
          for (const [name, fault] of omissions) {
            const good = peer.request({ method: 'server/discover', id: 'good' })
            const exchange = async (request: HttpRequest): ReturnType<typeof connection.read> => {
              await connection.send(request)
              return connection.read({ method: 'POST', timeoutMs: answerMs })
            }
            const first = await exchange(good)
            if (rpcAnswer(first, 'good').kind !== 'result') context.inconclusive(`the well-formed request was not served: ${describeReaction(first)}`)
            if (connection.closed) context.notApplicable('the server closes the connection after each answer')
            const reaction = await exchange({ ...good, body: Buffer.from(JSON.stringify(fault(peer.message({ method: 'server/discover', id: 'bad' })))) })
            const { kind } = rpcAnswer(reaction, 'bad', { unreadId: true })
            context.observe({
              requirement: 'mcp-2026-07-28.stateless-envelope', input: `${channel}: ${name}`,
              ok: reaction.kind === 'response' && reaction.response.status === 400 && kind !== 'result', expected: 'status 400', actual: describeReaction(reaction),
            }, reaction)
            if (connection.closed) break
          }
        } finally {
          connection.close()
        }
      })
    },
    explain: {
      sends: 'On one connection that stays open a well-formed request, and after it one without _meta or without the client capabilities, again and again.',
      expects: 'Status 400 for each request without its envelope, as on a connection of its own.',
      why: 'Connections are shared by proxies and clients, so that what one request said may be about somebody else.',
      failure: 'The server keeps revision or capabilities in an object that belongs to the connection.',
      fix: 'Read revision and capabilities from each request alone.',
    },
  }),
  modernCase({
    id: 'spec.capabilities-not-remembered',
    title: 'A capability that only an earlier request declared is not relied on',
    requirements: ['mcp-2026-07-28.stateless-capabilities'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        let asks = 0
        for (const { call, name } of await capabilityCalls(context, peer)) {
          const asked = await peer.call({ ...call, capabilities: everyCapability })
          if (!asksForInput(asked.answer)) continue
          asks += 1
          const later = await peer.call(call)
          context.observe({
            requirement: 'mcp-2026-07-28.stateless-capabilities', input: `${channel}: ${name}`, ok: !asksForInput(later.answer),
            expected: 'the client is asked for nothing that this request did not declare', actual: asksForInput(later.answer) ? 'a result that asks the client for input' : describeAnswer(later),
          }, later)
        }
        if (asks === 0) context.notApplicable('nothing that the target shows asks the client for input')
      })
    },
    explain: {
      sends: 'A call that makes the server ask the client for input, with all capabilities declared, and after it the same call with none.',
      expects: 'The second answer asks for nothing: it is an error, or a result without such questions.',
      why: 'Each request says what its client can do, and the next one may come from another client.',
      failure: 'The server keeps the capabilities of a client that it believes to know.',
      fix: 'Take the capabilities from the request that is being processed.',
    },
  }),
  modernCase({
    id: 'spec.missing-capability',
    title: 'A call that needs an undeclared client capability is refused with its own error',
    requirements: ['mcp-2026-07-28.missing-capability', 'mcp-2026-07-28.missing-capability-status', 'mcp-2026-07-28.missing-capability-data'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        for (const { call, name } of await capabilityCalls(context, peer)) await missingCapability(context, peer, call, `${channel}: ${name}`)
      })
    },
    explain: {
      sends: 'The calls that make the server ask the client for input, or refuse it for lack of a capability, each without any capability declared.',
      expects: 'Another way to a complete result, or a JSON-RPC error with code -32021 that lists what is missing as an object in data.requiredCapabilities, over HTTP with status 400.',
      why: 'A client can only declare what is missing, or tell its user, where it is told what that is.',
      failure: 'The server answers with a general error or a tool error, or asks nevertheless.',
      fix: 'Before asking for input, compare what is needed with the capabilities of the request, and name the difference.',
    },
  }),
]

const omissions: readonly (readonly [name: string, fault: (message: JsonObject) => JsonObject])[] = [
  ['no _meta', (message) => ({ ...message, params: {} })],
  ['no clientCapabilities', (message) => withoutCapabilities(message)],
]

function withoutCapabilities(message: JsonObject): JsonObject {
  const { _meta: meta, ...params } = message['params'] as { readonly _meta: JsonObject }
  const { 'io.modelcontextprotocol/clientCapabilities': _, ...kept } = meta
  return { ...message, params: { ...params, _meta: kept } }
}

type Answer = Awaited<ReturnType<Peer['call']>>['answer']

function asksForInput(answer: Answer): boolean {
  if (answer.kind !== 'result' || answer.result['resultType'] !== 'input_required') return false
  const { inputRequests } = answer.result
  return typeof inputRequests === 'object' && inputRequests !== null && Object.keys(inputRequests).length > 0
}

async function missingCapability(context: CaseContext, peer: Peer, call: PeerCall, input: string): Promise<void> {
  const answered = await peer.call(call)
  const { answer, reaction } = answered
  const complete = isResult(answered) && answer.kind === 'result' && answer.result['isError'] !== true
  const missing = answer.kind === 'error' && answer.code === -32_021
  context.observe({
    requirement: 'mcp-2026-07-28.missing-capability', input, ok: complete || missing, expected: 'a JSON-RPC error with code -32021, or a complete result',
    actual: describeResult(answered, complete),
  })
  if (!missing) return
  if (reaction !== undefined) {
    context.observe({
      requirement: 'mcp-2026-07-28.missing-capability-status', input, ok: reaction.kind === 'response' && reaction.response.status === 400,
      expected: 'status 400 over HTTP', actual: describeAnswer(answered),
    }, answered)
  }
  const listed = typeof answer.data === 'object' && answer.data !== null ? (answer.data as JsonObject)['requiredCapabilities'] : undefined
  const isObject = typeof listed === 'object' && listed !== null && !Array.isArray(listed)
  context.observe({
    requirement: 'mcp-2026-07-28.missing-capability-data', input, ok: isObject && Object.keys(listed).length > 0,
    expected: 'data.requiredCapabilities as an object that is not empty', actual: isObject ? 'an empty object' : `data.requiredCapabilities is ${Array.isArray(listed) ? 'a list' : typeof listed}`,
  })
}

function describeResult(answered: Awaited<ReturnType<Peer['call']>>, complete: boolean): string {
  if (answered.answer.kind !== 'result') return describeAnswer(answered)
  if (complete) return 'a complete result'
  return asksForInput(answered.answer) ? 'a result that asks the client for input' : 'a result that is no success'
}
