/** The envelope: every request carries `_meta` with the revision and the client's capabilities. */
import type { Case } from '../../harness/run/case.ts'
import type { JsonObject } from '../../harness/peer/peer.ts'
import { errorCode, httpStatus } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { refuse, without, withParams } from '../support/refusal.ts'
import { modernCase } from './define.ts'

const key = 'io.modelcontextprotocol/'

interface Fault {
  readonly name: string
  readonly fault: (message: JsonObject) => JsonObject
}

const metaWithout = (name: string) => (message: JsonObject): JsonObject =>
  withParams(message, (params) => ({ ...params, _meta: without(params['_meta'] as JsonObject, `${key}${name}`) }))

const faults: readonly Fault[] = [
  { name: 'no params at all', fault: (message) => without(message, 'params') },
  { name: 'no _meta', fault: (message) => withParams(message, (params) => without(params, '_meta')) },
  { name: 'no protocolVersion', fault: metaWithout('protocolVersion') },
  { name: 'no clientCapabilities', fault: metaWithout('clientCapabilities') },
]

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.envelope-required',
    title: 'A request without its envelope is refused as invalid parameters',
    requirements: ['mcp-2026-07-28.meta-required', 'mcp-2026-07-28.meta-required-status'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        for (const { name, fault } of faults) {
          await refuse(context, peer, {
            input: `${channel}: ${name}`,
            control: { method: 'tools/list' },
            fault,
            expect: [errorCode('mcp-2026-07-28.meta-required', -32_602, -32_020), httpStatus('mcp-2026-07-28.meta-required-status', 400)],
          })
        }
      })
    },
    explain: {
      sends: 'Well-formed tools/list requests, each with one part of the envelope taken away: all parameters, _meta, the revision, the client capabilities.',
      expects: 'A JSON-RPC error with code -32602, over HTTP with status 400.',
      why: 'In 2026-07-28 there is no handshake, so that each request must say which revision it is in and what its client can do.',
      failure: 'The server falls back to a default, or remembers what an earlier request of the connection said.',
      fix: 'Check the envelope of every request before its method runs.',
    },
  }),
]
