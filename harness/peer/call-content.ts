/** From a call in the terms of its method to what stands in its message, whatever the transport. */
import { randomUUID } from 'node:crypto'
import type { JsonObject, PeerCall } from './peer.ts'
import { objectAt } from './survey.ts'

/** A call whose answer is waited for; without an id nothing is. */
export type Answered = Omit<PeerCall, 'id'> & { readonly id: string | number | undefined; readonly illegalId?: unknown }

export function identified(call: PeerCall): PeerCall & { readonly id: string | number } {
  return { ...call, id: call.id ?? `call-${randomUUID()}` }
}

/** What stands in the message of a call. */
export function content(call: PeerCall): { readonly method: string; readonly id: string | number; readonly params?: JsonObject } {
  const { method, id, params } = identified(withMeta(call))
  return { method, id, ...(params === undefined ? {} : { params }) }
}

function withMeta(call: PeerCall): PeerCall {
  const capabilities = call.capabilities === undefined ? {} : { 'io.modelcontextprotocol/clientCapabilities': call.capabilities }
  const meta = { ...capabilities, ...call.meta }
  return Object.keys(meta).length === 0 ? call : { ...call, params: { ...call.params, _meta: { ...objectAt(call.params ?? {}, '_meta'), ...meta } } }
}
