/**
 * Somebody who hands work over: one identity on one channel, speaking the operations of the contract through an adapter.
 * Nothing that a target does is an exception here.
 */
import { randomUUID } from 'node:crypto'
import type { Identity } from '../fixture/driver.ts'
import { LostConnection } from '../peer/connections.ts'
import type { Connections } from '../peer/connections.ts'
import type { Peer, PeerAnswer } from '../peer/peer.ts'
import { readFrom } from '../run/seen-exchange.ts'
import { argumentsFor } from '../target/adapter.ts'
import type { Adapter } from '../target/adapter.ts'
import { channelName } from '../target/profile.ts'
import type { Channel } from '../target/profile.ts'
import type { JsonObject } from '../wire/json.ts'
import { rpcAnswer } from '../wire/jsonrpc.ts'
import type { Answer, Operation, OperationKind } from './contract.ts'
import { readHandoffAnswer } from './read-answer.ts'

export interface HandoffClient {
  readonly identity: Identity
  readonly channel: Channel
  /** For reports: whose, and over what. */
  readonly name: string
  /** @param options `timeoutMs`: until the answer; default: that of the wire. */
  perform(operation: Operation, options?: { readonly timeoutMs?: number }): Promise<Answer>
  /** Calls the tool of an operation with arguments in the target's own names, whatever they are. */
  call(kind: OperationKind, args: JsonObject, options?: { readonly timeoutMs?: number }): Promise<Answer>
  /** The same, as it came. */
  raw(kind: OperationKind, args: JsonObject, options?: { readonly timeoutMs?: number }): Promise<PeerAnswer>
}

export interface HandoffClientOptions {
  readonly adapter: Adapter
  readonly peer: Peer
  /** Over HTTP: connections to be used again (default: a fresh one for each call). */
  readonly connections?: Connections
}

export function createHandoffClient({ adapter, peer, connections }: HandoffClientOptions): HandoffClient {
  const raw: HandoffClient['raw'] = async (kind, args, { timeoutMs } = {}) => {
    const call = {
      method: 'tools/call', params: { name: adapter.operations[kind].tool, arguments: args }, id: `call-${randomUUID()}`,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }
    // A deadline of one call is kept by the peer alone.
    if (connections === undefined || peer.channel.transport === 'stdio' || timeoutMs !== undefined) return peer.call(call)
    try {
      const reaction = await connections.send(peer.request(call))
      return { id: call.id, messages: [], response: undefined, reaction, answer: rpcAnswer(reaction, call.id, { unreadId: true }) }
    } catch (error) {
      if (!(error instanceof LostConnection)) throw error
      return { id: call.id, messages: [], response: undefined, reaction: undefined, answer: { kind: 'none', why: error.message } }
    }
  }
  const call: HandoffClient['call'] = async (kind, args, options) => {
    const answer = await raw(kind, args, options)
    return readFrom(answer, readHandoffAnswer(adapter, kind, answer))
  }
  return {
    identity: peer.identity,
    channel: peer.channel,
    name: `${peer.identity.name} (${channelName(peer.channel)})`,
    raw,
    call,
    perform: async (operation, options) => call(operation.kind, argumentsFor(adapter, operation.kind, 'input' in operation ? { ...operation.input } : {}), options),
  }
}
