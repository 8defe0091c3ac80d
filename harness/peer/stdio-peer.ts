/**
 * A peer over stdio: a process of its own, an envelope on every request (2026-07-28) or `initialize` (earlier
 * revisions), and every request told from the others by its id.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Identity } from '../fixture/driver.ts'
import { HarnessError } from '../errors.ts'
import { createTurns } from '../fixture/turns.ts'
import type { Channel } from '../target/profile.ts'
import { isErrorWithoutId, readAnswer } from '../wire/jsonrpc.ts'
import { initializeParams, rpcMessage } from '../wire/mcp.ts'
import type { RpcAnswer } from '../wire/mcp.ts'
import { defaultLimits } from '../wire/message.ts'
import type { StdioProcess } from '../wire/stdio.ts'
import { Inconclusive } from '../run/signals.ts'
import { remembered } from '../run/witnessed-peer.ts'
import { content, identified } from './call-content.ts'
import { describeAnswer } from './describe.ts'
import type { Ledger } from './ledger.ts'
import type { JsonObject, Peer, PeerAnswer, PeerCall, PeerStream } from './peer.ts'
import { keep, StdioConversation } from './stdio-conversation.ts'
import type { ExchangeOptions, StdioReply, StdioSide } from './stdio-conversation.ts'
import { openStdioStream } from './stdio-stream.ts'
import { objectAt, takeSurvey } from './survey.ts'
import type { Survey } from './survey.ts'

export interface StdioPeerOptions {
  readonly process: StdioProcess
  readonly channel: Channel
  readonly identity: Identity
  readonly ledger: Ledger
  /** Legacy: what `initialize` declares (default: nothing). */
  readonly capabilities?: JsonObject
  /** Until the first answer, in ms: a process that has just been started may take long. Default: that of any call. */
  readonly readyMs?: number
}

/** Characters that strict readers of JSON treat in ways of their own. */
const unusual = /\\u|[^\x20-\x7e]/

/** After a later request has been answered, an answer that is still to come gets so long. In ms. */
const graceMs = 1_000
/** Where lines like it have met silence before, this is enough. In ms. */
const shortGraceMs = 100

/**
 * Opens the conversation: `initialize` in the legacy era, nothing in the modern one.
 * @returns The peer, and what `initialize` was answered with.
 */
export async function openStdioPeer(options: StdioPeerOptions): Promise<{ readonly peer: Peer; readonly opened: PeerAnswer | undefined }> {
  const peer = new StdioPeer(options)
  if (options.channel.era === 'modern') return { peer, opened: undefined }
  return { peer, opened: await peer.initialize() }
}

class StdioPeer implements Peer {
  readonly channel: Channel
  readonly identity: Identity
  readonly stdio: StdioSide
  readonly #options: StdioPeerOptions
  readonly #conversation: StdioConversation
  readonly #inTurn = createTurns()
  #opening: JsonObject | undefined
  /** Deliveries in a row that met silence. */
  #silent = 0
  #survey: Promise<Survey> | undefined

  constructor(options: StdioPeerOptions) {
    const { channel, identity, process, ledger } = options
    this.channel = channel
    this.identity = identity
    this.#options = options
    this.#conversation = new StdioConversation({ process, onMessage: (received) => { ledger.received({ channel, ...received }) } })
    const { strays } = this.#conversation
    this.stdio = { process, strays, watch: (listener) => this.#conversation.watch(listener), exchange: async (ids, write, given) => this.#exchange(ids, write, given ?? {}) }
  }

  async initialize(): Promise<PeerAnswer> {
    const opened = await this.call({ method: 'initialize', params: initializeParams(this.channel.revision, { ...this.#options.capabilities }) })
    if (opened.answer.kind === 'result') {
      this.#opening = opened.answer.result
      await this.notify('notifications/initialized')
    }
    return opened
  }

  message(call: PeerCall): JsonObject {
    return rpcMessage({ era: this.channel.era, revision: this.channel.revision, ...content(call) })
  }

  async call(given: PeerCall): Promise<PeerAnswer> {
    const call = identified(given)
    const text = JSON.stringify(this.message(call))
    // What a target may not be able to read it refuses without an id.
    if (unusual.test(text)) return this.deliver(text, call)
    const reply = await this.#wait(call, async () => this.#write(text), this.#timeout(call))
    return answerOf(reply)
  }

  async deliver(text: string | Uint8Array, like: PeerCall): Promise<PeerAnswer> {
    // What carries no id can only be told apart where nobody else sends anything faulty.
    return this.#inTurn(async () => this.#deliver(Buffer.concat([Buffer.from(text as string), Buffer.from('\n')]), identified(like)))
  }

  async notify(method: string, params?: JsonObject): Promise<PeerAnswer> {
    const { id: _, ...message } = this.message({ method, ...(params === undefined ? {} : { params }) })
    await this.#write(JSON.stringify(message))
    return { id: undefined, messages: [], answer: { kind: 'none', why: 'nothing was asked' }, response: undefined, reaction: undefined }
  }

  async open(given: PeerCall): Promise<PeerStream | PeerAnswer> {
    const call = identified(given)
    const message = this.message(call)
    const opened = await openStdioStream({
      conversation: this.#conversation, call, progressToken: progressToken(message), timeoutMs: this.#timeout(call),
      write: async () => this.#write(JSON.stringify(message)),
      cancel: async () => { await this.notify('notifications/cancelled', { requestId: call.id }) },
    })
    return opened.kind === 'stream' ? opened.stream : answerOf(opened.reply)
  }

  async survey(): Promise<Survey> {
    this.#survey ??= this.#takeSurvey()
    return this.#survey
  }

  request(): never {
    throw new HarnessError('internal', 'a peer over stdio has no HTTP requests')
  }

  probe(): never {
    throw new HarnessError('internal', 'a peer over stdio has no HTTP probes')
  }

  async #takeSurvey(): Promise<Survey> {
    if (this.#opening === undefined) {
      const answer = await remembered(this).call({ method: 'server/discover' })
      if (answer.answer.kind !== 'result') throw new Inconclusive(`server/discover was refused: ${describeAnswer(answer)}`)
      this.#opening = answer.answer.result
    }
    return takeSurvey(remembered(this), this.#opening)
  }

  #timeout({ timeoutMs }: { readonly timeoutMs?: number }): number {
    const usual = defaultLimits.timeoutMs
    return timeoutMs ?? (this.#options.process.counts.messages === 0 ? Math.max(this.#options.readyMs ?? usual, usual) : usual)
  }

  async #write(text: string): Promise<boolean> {
    return this.#options.process.write([`${text}\n`])
  }

  /** Waits for one response, or for the end of its time or of the process. */
  async #wait(call: PeerCall & { readonly id: string | number }, write: () => Promise<unknown>, timeoutMs: number, seen?: (message: JsonObject) => void): Promise<StdioReply> {
    const messages: JsonObject[] = []
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    const release = await this.#conversation.wait({
      id: call.id,
      method: call.method,
      progressToken: progressToken(this.message(call)),
      received(message) {
        keep(messages, message)
        seen?.(message)
        if (!Object.hasOwn(message, 'method')) resolve(undefined)
      },
      ended: resolve,
    })
    // Writing takes its own time where a case writes in pieces, but not for ever.
    const giveUp = new AbortController()
    const waitFor = async (work?: Promise<unknown>): Promise<unknown> => {
      const late = pause(timeoutMs, undefined, { signal: giveUp.signal }).catch(() => undefined)
      return work === undefined ? late : Promise.race([work, late])
    }
    void (async () => {
      await waitFor(write())
      await waitFor()
      resolve(`no response within ${timeoutMs} ms`)
    })()
    const why = await promise
    giveUp.abort()
    release()
    return replyOf(call.id, messages, why)
  }

  /** The line, and behind it a request that shows when the line has been dealt with. */
  async #deliver(line: Uint8Array, like: PeerCall & { readonly id: string | number }): Promise<PeerAnswer> {
    const messages: JsonObject[] = []
    const { promise: told, resolve: tell } = Promise.withResolvers<string | undefined>()
    const take = (message: JsonObject): void => {
      keep(messages, message)
      if (!Object.hasOwn(message, 'method')) tell(undefined)
    }
    const release = await this.#conversation.wait({ id: like.id, method: like.method, progressToken: progressToken(this.message(like)), received: take, ended: tell })
    this.#conversation.claim(take, line)
    const timeoutMs = this.#timeout(like)
    const late = setTimeout(() => { tell(`no response within ${timeoutMs} ms`) }, timeoutMs)
    const written = this.#options.process.write([line])
    const behind = this.#fence(written, timeoutMs)
    const grace = (async (): Promise<void> => {
      await behind
      const timer = setTimeout(() => { tell('no response, though a later request was answered') }, this.#silent < 2 ? graceMs : shortGraceMs)
      await told
      clearTimeout(timer)
    })()
    const why = await told
    clearTimeout(late)
    await grace
    this.#conversation.claim(undefined)
    release()
    this.#silent = messages.length === 0 ? this.#silent + 1 : 0
    return answerOf(replyOf(like.id, messages, why))
  }

  /** A request that any target answers; resolves with its answer, or when there can be none. */
  async #fence(after: Promise<unknown>, timeoutMs: number): Promise<void> {
    const call = identified({ method: this.channel.era === 'modern' ? 'server/discover' : 'ping', id: `fence-${randomUUID()}` })
    const { promise, resolve } = Promise.withResolvers<void>()
    const release = await this.#conversation.wait({
      id: call.id, method: call.method, hidden: true,
      received(message) { if (!Object.hasOwn(message, 'method')) resolve() },
      ended() { resolve() },
    })
    const timer = setTimeout(resolve, timeoutMs)
    await after
    void this.#write(JSON.stringify(this.message(call)))
    await promise
    clearTimeout(timer)
    release()
  }

  async #exchange(ids: readonly (string | number)[], write: () => Promise<unknown>, { progressToken: token, seen, ...given }: ExchangeOptions): Promise<readonly StdioReply[]> {
    const like = { method: 'exchange', ...(token === undefined ? {} : { meta: { progressToken: token } }) }
    // Each is registered at once, unless somebody waits for the same id.
    const { promise: written, resolve } = Promise.withResolvers<void>()
    const waiting = ids.map(async (id) => this.#wait({ ...like, id }, async () => written, this.#timeout(given), seen))
    await write()
    resolve()
    return Promise.all(waiting)
  }
}

function progressToken(message: JsonObject): unknown {
  return objectAt(objectAt(message, 'params'), '_meta')['progressToken']
}

function replyOf(id: string | number, messages: readonly JsonObject[], why: string | undefined): StdioReply {
  const responses = messages.filter((message) => !Object.hasOwn(message, 'method'))
  return { id, messages, responses, missing: responses.length > 0 ? undefined : why ?? 'there is no JSON-RPC response' }
}

function answerOf({ id, messages, responses, missing }: StdioReply): PeerAnswer {
  const ours = responses.filter((response) => response['id'] === id)
  const best = ours[0] ?? responses.findLast(isErrorWithoutId) ?? responses.at(-1)
  return { id, messages, answer: readBest(ours.length, best, missing, id), response: best, reaction: undefined }
}

function readBest(ours: number, best: JsonObject | undefined, missing: string | undefined, id: string | number): RpcAnswer {
  if (ours > 1) return { kind: 'none', why: `${ours} answers carry the id of the request` }
  if (best === undefined) return { kind: 'none', why: missing ?? 'there is no JSON-RPC response' }
  return best['id'] === id || isErrorWithoutId(best) ? readAnswer(best) : { kind: 'none', why: 'no JSON-RPC response carries the id of the request' }
}
