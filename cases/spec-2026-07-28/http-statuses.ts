/** In which form requests are answered. */
import type { Case } from '../../harness/run/case.ts'
import { mediaType } from '../../harness/wire/jsonrpc.ts'
import { rpcMessages } from '../../harness/wire/mcp.ts'
import { expectHttp, httpPeer } from '../support/http.ts'
import { servedCalls } from '../support/methods.ts'
import { modernHttpCase } from './define.ts'

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

export const cases: readonly Case[] = [
  modernHttpCase({
    id: 'spec.answer-media-type',
    title: 'Requests are answered in JSON or as an event stream, in UTF-8',
    requirements: ['mcp-2026-07-28.answer-media-type', 'mcp-2026-07-28.answers-utf-8'],
    async scenario(context) {
      const peer = await httpPeer(context)
      const calls = [...await servedCalls(context, peer), { method: 'com.example/never-defined' }, { method: 'tools/call', params: { name: 'never-offered' } }]
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
]
