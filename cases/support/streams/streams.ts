/**
 * The event streams that a target answers with, event by event: those of its callable tools, called by a client that
 * wants to hear everything, and that of a subscription. Cases about streams judge them together.
 */
import { randomUUID } from 'node:crypto'
import type { CaseContext } from '../../../harness/run/case.ts'
import { callableTools } from '../../../harness/peer/calls.ts'
import type { Ledger } from '../../../harness/peer/ledger.ts'
import type { JsonObject, Peer, PeerCall } from '../../../harness/peer/peer.ts'
import { isJsonObject, readJson } from '../../../harness/wire/json.ts'
import { isOpenStream } from '../../../harness/wire/stream.ts'
import type { OpenStream, SseEvent } from '../../../harness/wire/wire.ts'
import { declaredFilter } from './listening.ts'
import { everyCapability, logLevelKey } from '../showing.ts'

export interface ShownStream {
  /** What was asked, for example `tools/call of tool 2`. */
  readonly name: string
  /** The response ends a call; a subscription stays open. */
  readonly kind: 'call' | 'subscription'
  readonly progressToken: string
  readonly headers: OpenStream['headers']
  readonly events: readonly SseEvent[]
  readonly messages: readonly JsonObject[]
  readonly responded: boolean
  /** Whether the target ended the stream within the patience after its response. */
  readonly ended: boolean
}

const maxTools = 8
/** Until a call has been answered, and until its stream has ended after that, in ms. */
const patienceMs = 8_000
const endMs = 5_000
/** How long a subscription is listened to, in ms. */
const listenMs = 700

const shown = new WeakMap<Ledger, Promise<readonly ShownStream[]>>()

/** Asked once in a run; without what came as one JSON object, so that it may be empty. */
export async function shownStreams(context: CaseContext, peer: Peer): Promise<readonly ShownStream[]> {
  const asked = shown.get(context.ledger) ?? show(context, peer)
  shown.set(context.ledger, asked)
  asked.catch(() => shown.delete(context.ledger))
  return asked
}

/** Those of a kind; where there is none, the case has nothing to judge. */
export async function streamsOrNone(context: CaseContext, peer: Peer, kind?: ShownStream['kind']): Promise<readonly ShownStream[]> {
  const streams = (await shownStreams(context, peer)).filter((stream) => kind === undefined || stream.kind === kind)
  return streams.length > 0 ? streams : context.notApplicable(`the target answered no ${kind === 'call' ? 'call' : 'request'} with an event stream`)
}

async function show(context: CaseContext, peer: Peer): Promise<readonly ShownStream[]> {
  const survey = await peer.survey()
  const streams: ShownStream[] = []
  for (const [index, tool] of callableTools(survey, context.target.claimed).slice(0, maxTools).entries()) {
    const progressToken = `stream-${randomUUID()}`
    const call = { method: 'tools/call', params: { name: tool.name, arguments: tool.arguments }, capabilities: everyCapability, meta: { progressToken, [logLevelKey]: 'debug' } }
    streams.push(...await follow(context, peer, { name: `tools/call of tool ${index + 1}`, kind: 'call', progressToken, call }))
  }
  const call = { method: 'subscriptions/listen', params: { notifications: declaredFilter(survey) } }
  return [...streams, ...await follow(context, peer, { name: call.method, kind: 'subscription', progressToken: '', call })]
}

async function follow(
  context: CaseContext, peer: Peer, { call, ...about }: Pick<ShownStream, 'name' | 'kind' | 'progressToken'> & { readonly call: PeerCall },
): Promise<ShownStream[]> {
  const id = `stream-${randomUUID()}`
  const answer = await context.wire.stream(peer.request({ ...call, id }))
  if (!isOpenStream(answer)) return []
  const events: SseEvent[] = []
  let responded = false
  let deadline = performance.now() + (about.kind === 'call' ? patienceMs : listenMs)
  for (;;) {
    const left = deadline - performance.now()
    const event = left <= 0 ? undefined : await answer.next(left)
    if (event === undefined) break
    events.push(event)
    if (responded || messageOf(event)?.['id'] !== id) continue
    responded = true
    deadline = performance.now() + endMs
  }
  const { ended, headers } = answer
  answer.close()
  return [{ ...about, headers, events, messages: events.map(messageOf).filter((message) => message !== undefined), responded, ended }]
}

function messageOf(event: SseEvent): JsonObject | undefined {
  const reading = readJson(event.data)
  return reading.ok && isJsonObject(reading.value) ? reading.value : undefined
}
