/** A peer whose exchanges are noted for the case that speaks through it, whoever else shares the conversation. */
import { identified } from '../peer/call-content.ts'
import { isPeerStream } from '../peer/peer.ts'
import type { JsonObject, Peer, PeerAnswer, PeerCall, PeerStream } from '../peer/peer.ts'
import type { HttpRequest } from '../wire/message.ts'
import type { ExchangeLog } from './exchange-log.ts'
import { lastFew } from './last-few.ts'
import { readFrom, remember } from './seen-exchange.ts'
import { witnessedSide } from './witnessed-side.ts'

type Asked = readonly [request: () => HttpRequest, message: string | Uint8Array | (() => string)]

/** For a peer that asks something on its own account: what it is given leads to its exchange, whichever case looks at it. */
export function remembered(peer: Peer): Peer {
  return witnessedPeer(peer, { note: (seen, gave = []) => { remember(seen, ...gave) }, apart: async (work) => work(), begun: () => 0 })
}

export function witnessedPeer(peer: Peer, log: Pick<ExchangeLog, 'note' | 'apart' | 'begun'>): Peer {
  const seen = (answer: PeerAnswer, [request, sent]: Asked, begun: number): PeerAnswer => {
    if (answer.reaction !== undefined) log.note({ kind: 'http', request, reaction: answer.reaction }, [...gaveOf(answer), answer.reaction], begun)
    else if (peer.stdio !== undefined) log.note({ kind: 'stdio', sent, received: answer.messages, ...(answer.answer.kind === 'none' ? { missing: answer.answer.why } : {}) }, gaveOf(answer), begun)
    return answer
  }
  const asked = async (ask: () => Promise<PeerAnswer>, what: Asked): Promise<PeerAnswer> => {
    const begun = log.begun()
    return seen(await log.apart(ask), what, begun)
  }
  const asMessage = (call: PeerCall): Asked => [() => peer.request(call), () => JSON.stringify(peer.message(call))]
  return {
    channel: peer.channel,
    identity: peer.identity,
    message: (call) => peer.message(call),
    async call(given) {
      const call = identified(given)
      return asked(async () => peer.call(call), asMessage(call))
    },
    async deliver(text, like) {
      const call = identified(like)
      return asked(async () => peer.deliver(text, call), [() => ({ ...peer.request(call), body: Buffer.from(text as string) }), text])
    },
    async notify(method, params) {
      const call: PeerCall = { method, ...(params === undefined ? {} : { params }) }
      const message = (): string => JSON.stringify({ ...peer.message(call), id: undefined })
      return asked(async () => peer.notify(method, params), [() => ({ ...peer.request(call), body: Buffer.from(message()) }), message])
    },
    async open(given) {
      const call = identified(given)
      const begun = log.begun()
      const opened = await log.apart(async () => peer.open(call))
      return isPeerStream(opened) ? witnessedStream(opened, asMessage(call), log, begun) : seen(opened, asMessage(call), begun)
    },
    survey: async () => log.apart(async () => peer.survey()),
    request: (call) => peer.request(call),
    probe: (call) => peer.probe(call),
    ...(peer.stdio === undefined ? {} : { stdio: witnessedSide(peer.stdio, log) }),
  }
}

/** A case may hold on to the result alone, or to any of the messages. */
const gaveOf = (answer: PeerAnswer): object[] => [answer, ...answer.messages, ...(answer.answer.kind === 'result' ? [answer.answer.result] : [])]

/** What comes on it is seen as the case reads it. */
function witnessedStream(stream: PeerStream, [request, sent]: Asked, log: Pick<ExchangeLog, 'note'>, begun: number): PeerStream {
  const messages = lastFew<JsonObject>()
  const witnessed: PeerStream = {
    get ended() { return stream.ended },
    head: stream.head,
    async next(timeoutMs) {
      const message = await stream.next(timeoutMs)
      if (message === undefined) return undefined
      messages.add(message)
      return readFrom(witnessed, message)
    },
    close: async () => stream.close(),
  }
  const { head } = stream
  if (head === undefined) log.note({ kind: 'stdio', sent, received: messages.all, missing: 'nothing on the stream' }, [witnessed], begun)
  else log.note({ kind: 'http', request, reaction: { kind: 'response', response: { ...head, interim: [], body: new Uint8Array(), truncated: false, durationMs: 0 } }, messages: messages.all }, [witnessed], begun)
  return witnessed
}
