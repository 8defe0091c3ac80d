/** The reference server in this process on a registry and a database of its own, and a client that sends it handoffs over kept connections. */
import { Agent, request } from 'undici'
import { createReferenceDriver } from '../harness/fixture/reference.ts'
import { rpcRequest } from '../harness/wire/mcp.ts'
import { startHttpServer } from '../server/index.ts'

export interface SendingServer {
  /** Resolves when a handoff was sent and its answer is read. @throws Error where it is refused */
  readonly send: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function sendingServer(): Promise<SendingServer> {
  const fixture = await createReferenceDriver({ start: startHttpServer }).open()
  const { alpha, beta } = fixture.identities
  const arguments_ = { recipient: beta?.agentId, title: 'A title of some words', summary: 'A summary that says what matters.', request: 'What is asked for. '.repeat(20) }
  const { headers, body } = rpcRequest({
    endpoint: fixture.url, era: 'modern', revision: '2026-07-28', method: 'tools/call', id: 1, token: alpha?.token ?? '',
    params: { name: 'handoff_send', arguments: arguments_ },
  })
  const dispatcher = new Agent({ connections: 64 })
  return {
    send: async () => {
      const response = await request(fixture.url, { method: 'POST', headers: headers.flat(), body: body ?? null, dispatcher })
      const answer = await response.body.text()
      if (!answer.includes('"replayed":false')) throw new Error(`the server answered ${response.statusCode}`)
    },
    close: async () => {
      await dispatcher.close()
      await fixture.close()
    },
  }
}
