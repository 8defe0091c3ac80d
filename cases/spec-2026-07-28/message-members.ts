/** Objects that are almost a JSON-RPC 2.0 request. */
import type { Case } from '../../harness/run/case.ts'
import type { JsonObject } from '../../harness/peer/peer.ts'
import { refusedCleanly } from '../json/define.ts'
import { eachChannel } from '../support/channels.ts'
import { refuse, without } from '../support/refusal.ts'
import { modernCase } from './define.ts'

const faults: readonly { readonly name: string; readonly fault: (message: JsonObject) => JsonObject }[] = [
  { name: 'jsonrpc 1.0', fault: (message) => ({ ...message, jsonrpc: '1.0' }) },
  { name: 'jsonrpc as a number', fault: (message) => ({ ...message, jsonrpc: 2 }) },
  { name: 'no jsonrpc', fault: (message) => without(message, 'jsonrpc') },
  { name: 'no method', fault: (message) => without(message, 'method') },
  { name: 'a method that is a number', fault: (message) => ({ ...message, method: 1 }) },
  { name: 'a method that is an object', fault: (message) => ({ ...message, method: { name: 'server/discover' } }) },
]

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.message-members',
    title: 'An object that is almost a JSON-RPC 2.0 request is refused',
    requirements: ['jsonrpc.invalid-request'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        for (const { name, fault } of faults) {
          await refuse(context, peer, { input: `${channel}: ${name}`, control: { method: 'server/discover' }, fault, expect: [refusedCleanly('jsonrpc.invalid-request')] })
        }
      })
    },
    explain: {
      sends: 'Well-formed requests with another version of JSON-RPC, without one, without a method, and with a method that is no string.',
      expects: 'A JSON-RPC error of the client (-32600 is due) or a 4xx status; over stdio also silence. Never a result.',
      why: 'MCP messages are JSON-RPC 2.0; what is no request of it must not be taken for one.',
      failure: 'Messages are dispatched by their method without a look at the rest, or a method that is no string reaches code that expects one.',
      fix: 'Validate the members of a message before it is dispatched, and answer -32600.',
    },
  }),
]
