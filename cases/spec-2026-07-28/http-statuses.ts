/** Media types and statuses of answers. */
import type { Case } from '../../harness/run/case.ts'
import type { PeerAnswer, PeerCall } from '../../harness/peer/peer.ts'
import { mediaType } from '../../harness/wire/jsonrpc.ts'
import { rpcMessages } from '../../harness/wire/mcp.ts'
import { describeAnswer, errorCode, httpStatus, needTelling } from '../support/answers.ts'
import type { AnswerExpectation } from '../support/answers.ts'
import { expectHttp, httpPeer } from '../support/http.ts'
import { servedCalls } from '../support/methods.ts'
import { modernHttpCase } from './define.ts'

const unknown: readonly PeerCall[] = [{ method: 'com.example/never-defined' }, { method: 'tools/never-defined' }, { method: 'TOOLS/LIST' }]

const fit = expectHttp('mcp-2026-07-28.answer-media-type', 'application/json with one JSON-RPC message, or text/event-stream', (reaction) => {
  if (reaction.kind !== 'response') return false
  const type = mediaType(reaction.response)
  return type === 'text/event-stream' || (type === 'application/json' && rpcMessages(reaction).ok)
})

const utf8 = expectHttp('mcp-2026-07-28.answers-utf-8', 'a body in UTF-8', (reaction) => {
  if (reaction.kind !== 'response') return true
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(reaction.response.body)
    return true
  } catch {
    return false
  }
})

const notFound: readonly AnswerExpectation[] = [errorCode('mcp-2026-07-28.unknown-method', -32_601), httpStatus('mcp-2026-07-28.unknown-method', 404)]

export const cases: readonly Case[] = [
  modernHttpCase({
    id: 'spec.answer-media-type',
    title: 'Requests are answered in JSON or as an event stream, in UTF-8',
    requirements: ['mcp-2026-07-28.answer-media-type', 'mcp-2026-07-28.answers-utf-8'],
    async scenario(context) {
      const peer = await httpPeer(context)
      const calls = [...await servedCalls(context, peer), ...unknown.slice(0, 1), { method: 'tools/call', params: { name: 'never-offered' } }]
      for (const call of calls) {
        await context.attempt(call.method, async () => {
          const { reaction } = await peer.call(call)
          if (reaction === undefined) return
          context.expect(fit, reaction, call.method)
          context.expect(utf8, reaction, call.method)
        })
      }
    },
    explain: {
      sends: 'One call of each method that the target shows, one of a method that nobody defines, and one of a tool that is not offered.',
      expects: 'Each answer is application/json with one JSON-RPC message, or text/event-stream, and its bytes are UTF-8.',
      why: 'These are the two forms that every client can read; anything else looks like a page of something in between.',
      failure: 'Errors come as plain text or HTML, the Content-Type is missing, or text is written in another encoding.',
      fix: 'Make every answer to a request in one place that sets the media type, and encode it in UTF-8.',
    },
  }),
  modernHttpCase({
    id: 'spec.unknown-method',
    title: 'An unknown method is answered with 404 and the error -32601',
    requirements: ['mcp-2026-07-28.unknown-method'],
    async scenario(context) {
      const peer = await httpPeer(context)
      for (const call of unknown) {
        await context.attempt(call.method, async () => {
          const answer: PeerAnswer = await peer.call(call)
          needTelling(answer)
          for (const { requirement, expected, holds } of notFound) {
            context.observe({ requirement, input: call.method, ok: holds(answer), expected, actual: describeAnswer(answer) })
          }
        })
      }
    },
    explain: {
      sends: 'Well-formed requests of methods that nobody defines, and of a known one in capital letters.',
      expects: 'Status 404 with a JSON-RPC error of code -32601.',
      why: 'The status tells a method that is missing from one that failed, and the body tells the server from one without an endpoint.',
      failure: 'The error is sent with status 200 or 400, or the 404 has no body.',
      fix: 'Map -32601 to status 404, with the JSON-RPC error in the body.',
    },
  }),
]
