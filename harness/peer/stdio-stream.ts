/** A request over stdio whose messages are taken one by one: a subscription, or a call that tells its progress. */
import type { JsonObject, PeerCall, PeerStream } from './peer.ts'
import { keep } from './stdio-conversation.ts'
import type { StdioConversation, StdioReply } from './stdio-conversation.ts'

export interface StreamOptions {
  readonly conversation: StdioConversation
  readonly call: PeerCall & { readonly id: string | number }
  readonly progressToken: unknown
  readonly timeoutMs: number
  readonly write: () => Promise<unknown>
  readonly cancel: () => Promise<void>
}

export type OpenedStream = { readonly kind: 'stream'; readonly stream: PeerStream } | { readonly kind: 'refused'; readonly reply: StdioReply }

/** A subscription begins with an acknowledgement; any other request may be silent for long. In ms. */
const patienceMs = 500

export async function openStdioStream({ conversation, call, progressToken, timeoutMs, write, cancel }: StreamOptions): Promise<OpenedStream> {
  const queue: JsonObject[] = []
  let ended = false
  let why: string | undefined
  let wake = (): void => {}
  let release = (): void => {}
  const finish = (how: string | undefined): void => {
    ended = true
    why ??= how
    release()
  }
  release = await conversation.wait({
    id: call.id, method: call.method, progressToken, stream: true,
    received(message) {
      keep(queue, message)
      if (!Object.hasOwn(message, 'method')) finish(undefined)
      wake()
    },
    ended(how) {
      finish(how)
      wake()
    },
  })
  // It may have ended meanwhile.
  if (ended) release()
  const arrival = async (ms: number): Promise<void> => {
    if (queue.length > 0 || ended || ms <= 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  void write()
  const subscription = call.method === 'subscriptions/listen'
  await arrival(subscription ? timeoutMs : Math.min(patienceMs, timeoutMs))
  const [first] = queue
  if (first !== undefined && Object.hasOwn(first, 'error')) return { kind: 'refused', reply: { id: call.id, messages: queue, responses: [first], missing: undefined } }
  if (first === undefined && (ended || subscription)) {
    release()
    return { kind: 'refused', reply: { id: call.id, messages: [], responses: [], missing: why ?? `no message within ${timeoutMs} ms` } }
  }
  return {
    kind: 'stream',
    stream: {
      head: undefined,
      get ended() { return ended },
      async next(ms) {
        await arrival(ms)
        return queue.shift()
      },
      async close() {
        if (ended) return
        ended = true
        release()
        await cancel()
      },
    },
  }
}
