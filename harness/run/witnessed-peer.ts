/** A peer whose exchanges are noted for the case that speaks through it, whoever else shares the conversation. */
import { identified } from '../peer/call-content.ts'
import { isPeerStream } from '../peer/peer.ts'
import type { Peer, PeerAnswer, PeerCall } from '../peer/peer.ts'
import type { HttpRequest } from '../wire/message.ts'
import type { SeenExchange } from './exchange-log.ts'

export function witnessedPeer(peer: Peer, note: (seen: SeenExchange) => void): Peer {
  const seen = (answer: PeerAnswer, request: () => HttpRequest, sent: string | Uint8Array | (() => string)): PeerAnswer => {
    if (answer.reaction !== undefined) note({ kind: 'http', request, reaction: answer.reaction })
    else if (peer.stdio !== undefined) note({ kind: 'stdio', sent, received: answer.messages, ...(answer.answer.kind === 'none' ? { missing: answer.answer.why } : {}) })
    return answer
  }
  const asMessage = (call: PeerCall): [() => HttpRequest, () => string] => [() => peer.request(call), () => JSON.stringify(peer.message(call))]
  return {
    channel: peer.channel,
    identity: peer.identity,
    message: (call) => peer.message(call),
    async call(given) {
      const call = identified(given)
      return seen(await peer.call(call), ...asMessage(call))
    },
    async deliver(text, like) {
      const call = identified(like)
      return seen(await peer.deliver(text, call), () => ({ ...peer.request(call), body: Buffer.from(text as string) }), text)
    },
    async notify(method, params) {
      const call: PeerCall = { method, ...(params === undefined ? {} : { params }) }
      const message = (): string => JSON.stringify({ ...peer.message(call), id: undefined })
      return seen(await peer.notify(method, params), () => ({ ...peer.request(call), body: Buffer.from(message()) }), message)
    },
    async open(given) {
      const call = identified(given)
      const opened = await peer.open(call)
      return isPeerStream(opened) ? opened : seen(opened, ...asMessage(call))
    },
    survey: async () => peer.survey(),
    request: (call) => peer.request(call),
    probe: (call) => peer.probe(call),
    ...(peer.stdio === undefined ? {} : { stdio: peer.stdio }),
  }
}
