/**
 * Messages to and from one stdio process, told apart by what they belong to: all of them share one stdout
 * (2026-07-28, basic/transports/stdio "Receiving Messages").
 */
import { speakingCase } from '../run/speaking-case.ts'
import type { StdoutLine } from '../wire/stdio-lines.ts'
import type { StdioProcess } from '../wire/stdio.ts'
import { illegalIdIn } from './illegal-id.ts'
import type { Received } from './ledger.ts'
import type { JsonObject } from './peer.ts'
import { replyTo } from './reply.ts'
import { objectAt } from './survey.ts'

type Id = string | number

/** A message that belongs to nothing that was asked. */
export interface Stray {
  readonly kind: 'response to nothing' | 'second response' | 'notification' | 'request'
  readonly message: JsonObject
}

/** What cases about lines and bytes may do beside the calls of a peer. */
export interface StdioSide {
  readonly process: StdioProcess
  /** What came and belonged to nothing, in order, up to a cap; requests of the target are here whatever they belong to. */
  readonly strays: readonly Stray[]
  /**
   * Shows every message as it was written, without its line end, for what is lost when it is read.
   * @returns How to end it.
   */
  watch(listener: (line: Uint8Array) => void): () => void
  /**
   * Waits for the answers to requests with these ids, which `write` puts on stdin in whatever form.
   * @param options `progressToken` of the one request; `seen` is told of each message as it comes.
   * @returns What came for each, in the order of the ids.
   */
  exchange(ids: readonly Id[], write: () => Promise<unknown>, options?: ExchangeOptions): Promise<readonly StdioReply[]>
}

export interface ExchangeOptions {
  /** For all of them, in ms. */
  readonly timeoutMs?: number
  readonly progressToken?: string | number
  readonly seen?: (message: JsonObject) => void
}

/** What came for one request. */
export interface StdioReply {
  readonly id: Id
  /** Everything, in order; the responses are the last of it. */
  readonly messages: readonly JsonObject[]
  /** Usually one. */
  readonly responses: readonly JsonObject[]
  /** Why there is no response; undefined where there is one. */
  readonly missing: string | undefined
}

export interface ConversationOptions {
  readonly process: StdioProcess
  /**
   * Told of every message, with the method of the request that it answers, the case that it came for (undefined where it
   * belongs to nothing) and, where it may answer a request with an id that no schema allows, that id.
   */
  onMessage(received: Omit<Received, 'channel'>): void
}

/** Somebody who waits for what comes for a request. */
export interface Waiting {
  readonly id: Id
  readonly method: string
  readonly progressToken?: unknown
  /** Waits for more than a response. */
  readonly stream?: boolean
  /** Ours alone: what names no request is never about it. */
  readonly hidden?: boolean
  received(message: JsonObject): void
  /** The process has ended. */
  ended(why: string): void
}

/** What belongs to nothing is kept up to so many messages, and so many characters of them. */
const maxStrays = { messages: 1_000, chars: 8 * 1024 * 1024 }
/** Replies to one process: who asks more often would go on for ever, at each reply or without reading any. */
const maxReplies = 5_000
/** Messages that are kept of what came for one request; of those after them, only enough responses to see that there are two. */
const maxKept = { messages: 10_000, chars: 16 * 1024 * 1024 }
const keptChars = new WeakMap<readonly JsonObject[], number>()

/** Appends a message that came for a request, up to a cap: a target may say any number of things before it answers. */
export function keep(messages: JsonObject[], message: JsonObject): void {
  const chars = keptChars.get(messages) ?? 0
  const full = messages.length >= maxKept.messages || chars >= maxKept.chars
  if (full && (Object.hasOwn(message, 'method') || messages.filter((kept) => !Object.hasOwn(kept, 'method')).length >= 2)) return
  messages.push(message)
  keptChars.set(messages, chars + JSON.stringify(message).length)
}

/** Answered ids that are remembered, to tell a second response from one to nothing. */
const maxAnswered = 100_000

export class StdioConversation {
  readonly process: StdioProcess
  readonly strays: Stray[] = []
  readonly #options: ConversationOptions
  readonly #open = new Map<string, Waiting>()
  /** The case behind whoever waits. */
  readonly #cases = new WeakMap<Waiting, string>()
  readonly #free = new Map<string, Promise<void>>()
  readonly #answered = new Set<string>()
  /** Given up by us: what comes for it later is late, and no fault. */
  readonly #abandoned = new Set<string>()
  readonly #watchers = new Set<(line: Uint8Array) => void>()
  #replies = 0
  #strayChars = 0
  /** Takes what answers nothing else while bytes of a case are on their way. */
  #unclaimed: { readonly take: (message: JsonObject) => void; readonly from: { readonly by: string; readonly illegalId?: unknown } } | undefined

  constructor(options: ConversationOptions) {
    this.#options = options
    this.process = options.process
    options.process.listen((line) => { this.#line(line) })
    void options.process.ended.then((end) => {
      for (const listener of this.#open.values()) listener.ended(`the process ended (${end.how})`)
      return undefined
    })
  }

  /**
   * Registers somebody, once nobody else waits for the same id.
   * @returns How to take it back. What comes for it afterwards is late.
   */
  async wait(waiting: Waiting): Promise<() => void> {
    const key = keyOf(waiting.id)
    const by = speakingCase()
    while (this.#free.has(key)) await this.#free.get(key)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#free.set(key, promise)
    this.#answered.delete(key)
    this.#abandoned.delete(key)
    this.#open.set(key, waiting)
    this.#cases.set(waiting, by)
    const { end } = this.process
    // Not before whoever waits knows how to take it back.
    if (end !== undefined) setImmediate(() => { waiting.ended(`the process ended (${end.how})`) })
    return () => {
      if (this.#free.get(key) !== promise) return
      this.#open.delete(key)
      this.#free.delete(key)
      if (!this.#answered.has(key)) this.#abandoned.add(key)
      resolve()
    }
  }

  watch(listener: (line: Uint8Array) => void): () => void {
    this.#watchers.add(listener)
    return () => void this.#watchers.delete(listener)
  }

  /**
   * From now on what answers nothing goes there; `undefined` gives it back to the strays.
   * @param line What is sent for it.
   */
  claim(taker: ((message: JsonObject) => void) | undefined, line: Uint8Array = new Uint8Array()): void {
    this.#unclaimed = taker === undefined ? undefined : { take: taker, from: { by: speakingCase(), ...illegalIdIn(line) } }
  }

  #line(line: StdoutLine): void {
    if (line.kind === 'message') {
      for (const watcher of this.#watchers) watcher(line.bytes)
      this.#message(line.message)
    } else if (line.kind === 'batch') for (const message of line.messages) this.#message(message)
  }

  #message(message: JsonObject): void {
    if (Object.hasOwn(message, 'method')) {
      const owner = Object.hasOwn(message, 'id') ? this.#only() : this.#ownerOf(message)
      this.#options.onMessage({ message, method: undefined, by: this.#caseOf(owner) })
      if (Object.hasOwn(message, 'id')) this.#asked(message, owner)
      else if (owner === undefined) this.#stray('notification', message)
      else owner.received(message)
    } else {
      this.#response(message)
    }
  }

  /** A target of an earlier revision may ask its client something; it is answered in any revision, so that nothing hangs. */
  #asked(message: JsonObject, owner: Waiting | undefined): void {
    this.#stray('request', message)
    owner?.received(message)
    const reply = replyTo(message)
    if (reply === undefined || this.#replies >= maxReplies) return
    this.#replies += 1
    void this.process.write([`${JSON.stringify(reply)}\n`])
  }

  /** What a notification is about. */
  #ownerOf(message: JsonObject): Waiting | undefined {
    const params = objectAt(message, 'params')
    const subscription = objectAt(params, '_meta')['io.modelcontextprotocol/subscriptionId']
    const token = message['method'] === 'notifications/progress' ? params['progressToken'] : undefined
    return subscription !== undefined
      ? [...this.#open.values()].find(({ id, stream }) => stream === true && id === subscription)
      : token !== undefined
        ? [...this.#open.values()].find(({ progressToken, hidden }) => hidden !== true && progressToken === token)
        : message['method'] === 'notifications/cancelled' && this.#open.has(keyOf(params['requestId']))
          ? this.#open.get(keyOf(params['requestId']))
          : this.#only()
  }

  #response(message: JsonObject): void {
    const key = keyOf(message['id'])
    const owner = this.#open.get(key)
    const taker = this.#unclaimed
    this.#options.onMessage({ message, method: owner?.method, ...(owner === undefined ? taker?.from : { by: this.#caseOf(owner) }) })
    if (owner !== undefined) {
      this.#remember(key)
      owner.received(message)
      return
    }
    if (this.#abandoned.has(key)) return
    if (taker !== undefined) taker.take(message)
    else this.#stray(this.#answered.has(key) ? 'second response' : 'response to nothing', message)
  }

  #caseOf(owner: Waiting | undefined): string | undefined {
    return owner === undefined ? undefined : this.#cases.get(owner)
  }

  #remember(key: string): void {
    this.#answered.add(key)
    if (this.#answered.size > maxAnswered) this.#answered.clear()
  }

  /** Where one request alone is open, what names none can only be about that one. */
  #only(): Waiting | undefined {
    const open = [...this.#open.values()].filter(({ hidden }) => hidden !== true)
    const calls = open.filter(({ stream }) => stream !== true)
    return calls.length === 1 ? calls[0] : open.length === 1 ? open[0] : undefined
  }

  #stray(kind: Stray['kind'], message: JsonObject): void {
    if (this.strays.length >= maxStrays.messages || this.#strayChars >= maxStrays.chars) return
    this.strays.push({ kind, message })
    this.#strayChars += JSON.stringify(message).length
  }
}

/** Ids of different types are different ids. */
function keyOf(id: unknown): string {
  return JSON.stringify(id) ?? 'none'
}
