/**
 * A peer over Streamable HTTP: an envelope and mirrored fields on every request (2026-07-28), or `initialize` and,
 * where the target keeps them, a session (earlier revisions).
 */
import { randomUUID } from 'node:crypto'
import type { Identity } from '../fixture/driver.ts'
import type { Probe } from '../run/probe.ts'
import { Inconclusive } from '../run/signals.ts'
import { speakingCase } from '../run/speaking-case.ts'
import { remembered } from '../run/witnessed-peer.ts'
import { readCall } from '../target/caller.ts'
import type { Channel } from '../target/profile.ts'
import { isJsonObject, readJson } from '../wire/json.ts'
import { initializeParams, rpcAnswer, rpcMessage, rpcMessages, rpcRequest } from '../wire/mcp.ts'
import { fieldValues, withField } from '../wire/message.ts'
import type { HttpRequest, Reaction } from '../wire/message.ts'
import { isOpenStream } from '../wire/stream.ts'
import type { OpenStream, SseEvent, Wire } from '../wire/wire.ts'
import { content, identified } from './call-content.ts'
import type { Answered } from './call-content.ts'
import { describeAnswer } from './describe.ts'
import { illegalIdIn } from './illegal-id.ts'
import { keptByRun } from './kept.ts'
import type { Ledger } from './ledger.ts'
import { mirroredParams } from './mirrored-params.ts'
import type { JsonObject, Peer, PeerAnswer, PeerCall, PeerStream } from './peer.ts'
import { replyTo } from './reply.ts'
import { objectAt, takeSurvey } from './survey.ts'
import type { Survey } from './survey.ts'

export interface HttpPeerOptions {
  readonly wire: Wire
  readonly endpoint: URL
  readonly channel: Channel
  readonly identity: Identity
  readonly ledger: Ledger
  /** Legacy: what `initialize` declares (default: nothing). */
  readonly capabilities?: JsonObject
}

/** A peer whose conversation can be opened anew. */
export interface HttpConversation extends Peer {
  /** The id of its session; undefined where there is none. */
  readonly sessionId: string | undefined
  /**
   * Opens the conversation: `initialize` in the legacy era, nothing in the modern one. A target that was started again
   * may have forgotten the session.
   * @throws Inconclusive where the target does not open it.
   */
  begin(): Promise<void>
}

/** @throws Inconclusive where the target does not open the conversation. */
export async function openHttpPeer(options: HttpPeerOptions): Promise<HttpConversation> {
  const peer = new HttpPeer(options)
  await peer.begin()
  return peer
}

const surveys = keptByRun<Survey>()

class HttpPeer implements HttpConversation {
  readonly channel: Channel
  readonly identity: Identity
  readonly #options: HttpPeerOptions
  #sessionId: string | undefined
  #opening: JsonObject | undefined
  #survey: Promise<Survey> | undefined
  #known: Survey | undefined

  constructor(options: HttpPeerOptions) {
    this.channel = options.channel
    this.identity = options.identity
    this.#options = options
  }

  get sessionId(): string | undefined {
    return this.#sessionId
  }

  async begin(): Promise<void> {
    if (this.channel.era === 'modern') return
    const { revision } = this.channel
    this.#sessionId = undefined
    const opened = await this.call({ method: 'initialize', params: initializeParams(revision, { ...this.#options.capabilities }) })
    if (opened.answer.kind !== 'result') throw new Inconclusive(`initialize with ${revision} was refused: ${describeAnswer(opened)}`)
    this.#opening = opened.answer.result
    this.#sessionId = opened.reaction?.kind === 'response' ? fieldValues(opened.reaction.response, 'mcp-session-id')[0] : undefined
    await this.notify('notifications/initialized')
  }

  message(call: PeerCall): JsonObject {
    return rpcMessage({ ...this.#speech(), ...content(call) })
  }

  request(call: PeerCall): HttpRequest {
    const { token } = this.identity
    let request = rpcRequest({
      endpoint: this.#options.endpoint,
      ...this.#speech(),
      ...(this.#sessionId === undefined ? {} : { sessionId: this.#sessionId }),
      ...(token === '' ? {} : { token }),
      ...content(call),
      headers: this.#mirrored(call),
    })
    for (const [name, value] of Object.entries(call.headers ?? {})) request = withField(request, name, ...(value === undefined ? [] : [value]))
    return request
  }

  async call(given: PeerCall): Promise<PeerAnswer> {
    const call = identified(given)
    return this.#exchange(this.request(call), call)
  }

  async deliver(text: string | Uint8Array, like: PeerCall): Promise<PeerAnswer> {
    const call = identified(like)
    return this.#exchange({ ...this.request(call), body: Buffer.from(text) }, { ...call, ...illegalIdIn(text) })
  }

  async notify(method: string, params?: JsonObject): Promise<PeerAnswer> {
    const call: PeerCall = { method, ...(params === undefined ? {} : { params }) }
    const { id: _, ...message } = this.message(call)
    return this.#exchange({ ...this.request(call), body: Buffer.from(JSON.stringify(message)) }, { ...call, id: undefined })
  }

  async open(given: PeerCall): Promise<PeerStream | PeerAnswer> {
    const call = identified(given)
    const answer = await this.#options.wire.stream(this.request(call), limitsOf(call))
    return isOpenStream(answer) ? this.#streamOf(answer, call.method) : this.#answer(answer, call)
  }

  async survey(): Promise<Survey> {
    this.#survey ??= this.#sharedSurvey()
    this.#known = await this.#survey
    return this.#known
  }

  probe(call: Omit<PeerCall, 'id'>): Probe {
    const id = `probe-${randomUUID()}`
    return {
      name: call.method,
      fresh: () => this.probe(call),
      request: (identity) => this.#as(identity, { ...call, id }),
      failure(reaction) {
        const read = readCall({ id }, reaction)
        return read.ok ? undefined : read.why
      },
    }
  }

  /** The same request with somebody else's credentials, or with none. */
  #as(identity: Identity | undefined, call: PeerCall): HttpRequest {
    const request = this.request(call)
    if (identity?.token === this.identity.token) return request
    return withField(request, 'authorization', ...(identity === undefined || identity.token === '' ? [] : [`Bearer ${identity.token}`]))
  }

  #speech(): { readonly era: Channel['era']; readonly revision: string } {
    return { era: this.channel.era, revision: this.channel.revision }
  }

  /** Nothing before the tools are known: the survey itself calls none. */
  #mirrored(call: PeerCall): HttpRequest['headers'] {
    if (this.channel.era !== 'modern' || call.method !== 'tools/call') return []
    const tool = this.#known?.tools.items.find(({ name }) => name === call.params?.['name'])
    return tool === undefined ? [] : mirroredParams(objectAt(tool, 'inputSchema'), objectAt(call.params ?? {}, 'arguments'))
  }

  /** Without a session every peer of one identity would ask the same; it is asked once in a run. */
  async #sharedSurvey(): Promise<Survey> {
    if (this.channel.era !== 'modern') return this.#takeSurvey()
    const key = JSON.stringify([this.#options.endpoint.href, this.channel.revision, this.identity.name, this.identity.token])
    return surveys(this.#options.ledger, key, async () => this.#takeSurvey())
  }

  async #takeSurvey(): Promise<Survey> {
    let opening = this.#opening
    if (opening === undefined) {
      const answer = await remembered(this).call({ method: 'server/discover' })
      if (answer.answer.kind !== 'result') throw new Inconclusive(`server/discover was refused: ${describeAnswer(answer)}`)
      opening = answer.answer.result
    }
    return takeSurvey(remembered(this), opening)
  }

  /** An SSE answer is read up to the response and no further: a target need not end the stream at once. */
  async #exchange(request: HttpRequest, call: Answered): Promise<PeerAnswer> {
    const answer = await this.#options.wire.stream(request, limitsOf(call))
    if (!isOpenStream(answer)) return this.#answer(answer, call)
    const timeoutMs = call.timeoutMs ?? this.#options.wire.limits.timeoutMs
    const deadline = performance.now() + timeoutMs
    const events: SseEvent[] = []
    for (;;) {
      const left = deadline - performance.now()
      const event = left <= 0 ? undefined : await answer.next(left)
      if (event === undefined) break
      events.push(event)
      const message = messageOf(event)
      if (message === undefined) continue
      if (isResponseTo(message, call.id)) break
      await this.#reply(message, Math.max(1, deadline - performance.now()))
    }
    const problem = answer.problem ?? (answer.ended || events.some((event) => isResponseTo(messageOf(event), call.id)) ? undefined : `no response within ${timeoutMs} ms`)
    answer.close()
    return this.#answer(eventsAsReaction(answer, events, problem), call)
  }

  #answer(reaction: Reaction, call: Answered): PeerAnswer {
    const reading = rpcMessages(reaction)
    const messages = reading.ok ? reading.messages : []
    for (const message of messages) this.#received(message, call)
    const responses = messages.filter((message) => !Object.hasOwn(message, 'method'))
    return {
      id: call.id,
      messages,
      answer: call.id === undefined ? { kind: 'none', why: 'nothing was asked' } : rpcAnswer(reaction, call.id, { unreadId: true }),
      response: responses.find((message) => call.id !== undefined && message['id'] === call.id) ?? responses.at(-1),
      reaction,
    }
  }

  #received(message: JsonObject, { method, ...call }: Pick<Answered, 'method' | 'illegalId'>): void {
    this.#options.ledger.received({ channel: this.channel, method: Object.hasOwn(message, 'method') ? undefined : method, message, by: speakingCase(), ...('illegalId' in call ? { illegalId: call.illegalId } : {}) })
  }

  /** A target of an earlier revision may ask its client something while it works. */
  async #reply(message: JsonObject, timeoutMs: number): Promise<void> {
    const reply = replyTo(message)
    if (reply === undefined) return
    await this.#options.wire.send({ ...this.request({ method: 'ping' }), body: Buffer.from(JSON.stringify(reply)) }, { limits: { timeoutMs } })
  }

  #streamOf(stream: OpenStream, method: string): PeerStream {
    const received = (message: JsonObject): void => { this.#received(message, { method }) }
    return {
      head: { status: stream.status, headers: stream.headers },
      get ended() {
        return stream.ended
      },
      async next(timeoutMs) {
        const deadline = performance.now() + timeoutMs
        for (;;) {
          const event = await stream.next(Math.max(0, deadline - performance.now()))
          if (event === undefined) return undefined
          const message = messageOf(event)
          if (message === undefined) continue
          received(message)
          return message
        }
      },
      async close() {
        stream.close()
        await Promise.resolve()
      },
    }
  }
}

function limitsOf(call: { readonly timeoutMs?: number }): { limits?: { timeoutMs: number } } {
  return call.timeoutMs === undefined ? {} : { limits: { timeoutMs: call.timeoutMs } }
}

/** The JSON object that an event carries. */
function messageOf(event: SseEvent | undefined): JsonObject | undefined {
  if (event === undefined || event.event !== 'message' || event.data === '') return undefined
  const reading = readJson(event.data)
  return reading.ok && isJsonObject(reading.value) ? reading.value : undefined
}

function isResponseTo(message: JsonObject | undefined, id: string | number | undefined): boolean {
  if (message === undefined || Object.hasOwn(message, 'method')) return false
  return message['id'] === id || (Object.hasOwn(message, 'error') && (message['id'] ?? null) === null)
}

/** What was read of a stream, in the shape of any other reaction; the body is the events written anew. */
function eventsAsReaction(stream: OpenStream, events: readonly SseEvent[], problem: string | undefined): Reaction {
  if (problem !== undefined && events.length === 0) return { kind: 'malformed', detail: problem }
  const text = events.map(({ event, data, id }) => `${event === 'message' ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}${data.split('\n').map((line) => `data: ${line}\n`).join('')}\n`).join('')
  return {
    kind: 'response',
    response: { status: stream.status, headers: stream.headers.filter(([name]) => name.toLowerCase() !== 'content-encoding'), interim: [], body: Buffer.from(text), truncated: false, durationMs: 0 },
  }
}
