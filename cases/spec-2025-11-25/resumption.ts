/** Resuming a stream with `Last-Event-ID` (basic/transports "Resumability and Redelivery"). */
import { setTimeout as delay } from 'node:timers/promises'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { JsonObject, Peer, PeerCall } from '../../harness/peer/peer.ts'
import { objectAt } from '../../harness/peer/survey.ts'
import { lastEventIdField } from '../../harness/wire/sse.ts'
import { isOpenStream } from '../../harness/wire/stream.ts'
import type { SseEvent } from '../../harness/wire/wire.ts'
import { isResult } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { showing } from '../support/showing.ts'
import { legacyHttpCase, saw } from './define.ts'
import { bodiless, exchange, hasResponse, isResponse, needTold, resultOf } from './exchange.ts'
import type { Answer } from './exchange.ts'
import { plainCall } from './plain-call.ts'
import { eventIds } from './streams.ts'

const resumedMs = 10_000
/** How long a target may take to notice that a connection is gone, in ms. */
const noticedMs = 3_000
const pollMs = 100

/** Whether a message belongs to the request with that id, whose progress token is the same. */
function belongsTo(id: string, message: JsonObject): boolean {
  if (isResponse(message)) return message['id'] === id
  return message['method'] !== 'notifications/progress' || objectAt(message, 'params')['progressToken'] === id
}

/** A request that was answered with a stream to its end, with the ids of its events. */
async function complete(context: CaseContext, peer: Peer, call: PeerCall, id: string): Promise<Answer> {
  const answer = await exchange(context, peer.request({ ...call, id, meta: { progressToken: id } }))
  needTold(context, answer)
  if (eventIds(answer).length === 0) context.notApplicable('the events of the target carry no ids')
  return answer
}

/** A GET that resumes; a target that does not resume ends this part of the case. */
async function resume(context: CaseContext, peer: Peer, lastEventId: string, until: (messages: readonly JsonObject[]) => boolean, lingerMs: number): Promise<Answer> {
  const field = lastEventIdField(lastEventId) ?? context.inconclusive('the ids of its events hold characters that no field can carry')
  const end = performance.now() + noticedMs
  let answer: Answer
  do {
    answer = await exchange(context, bodiless(peer, 'GET', { 'Last-Event-ID': field }), { timeoutMs: resumedMs, until, lingerMs })
    needTold(context, answer)
    // It may not have noticed yet that the connection is gone.
  } while (answer.status === 409 && performance.now() < end && await delay(pollMs, true))
  if (answer.type !== 'text/event-stream') context.notApplicable('the target resumes no streams')
  return answer
}

/** A call that reports progress before it is answered: only such a one can be left in the middle. */
async function slowCall(context: CaseContext, peer: Peer): Promise<PeerCall> {
  const slow = (await showing(context, peer)).find(({ answer }) => isResult(answer) && answer.messages.filter(({ method }) => method === 'notifications/progress').length >= 2)
  return slow?.call ?? context.notApplicable('no tool that may be called reports progress')
}

/** Makes the call and goes away at its first message. @returns The id of the last event that was seen. */
async function leave(context: CaseContext, peer: Peer, call: PeerCall): Promise<string> {
  const opened = await context.wire.stream(peer.request({ ...call, id: 'left', meta: { progressToken: 'left' } }))
  if (!isOpenStream(opened)) return context.notApplicable('the target answers requests without a stream')
  let event: SseEvent | undefined
  let lastEventId: string | undefined
  do {
    event = await opened.next(resumedMs)
    lastEventId = event?.id ?? lastEventId
  } while (event !== undefined && event.data === '')
  opened.close()
  return lastEventId ?? context.notApplicable('the events of the target carry no ids')
}

export const cases: readonly Case[] = [
  legacyHttpCase({
    id: 'legacy.replay-own-stream',
    title: 'A stream that is resumed replays its own messages only',
    requirements: ['mcp-2025-11-25.replay-own-stream'],
    async scenario(context) {
      await eachChannel(context, async (peer, input) => {
        const call = await plainCall(context, peer)
        const first = await complete(context, peer, call, 'first-stream')
        await complete(context, peer, call, 'second-stream')
        const [lastEventId = ''] = eventIds(first)
        const resumed = await resume(context, peer, lastEventId, () => true, 1_000)
        const foreign = resumed.messages.filter((message) => !belongsTo('first-stream', message)).length
        if (resumed.messages.length === 0) context.notApplicable('the target replays nothing of a stream that is over')
        saw(context, 'mcp-2025-11-25.replay-own-stream', input, foreign === 0, 'no message of another stream', `${resumed.messages.length} messages, ${foreign} of another stream`)
      }, { own: true })
    },
    explain: {
      sends: 'Two requests that are answered with streams, and a GET that resumes the first of them from its first event on.',
      expects: 'Messages of the first stream only, where anything is replayed at all.',
      why: 'What belongs to another request has been delivered already, and would be handled twice.',
      failure: 'Everything that the session has sent since that event is replayed.',
      fix: 'Store events with the stream that they were sent on, and replay by that.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.disconnect-no-cancellation',
    title: 'A client that loses its connection still gets its response',
    requirements: ['mcp-2025-11-25.disconnect-no-cancellation'],
    async scenario(context) {
      await eachChannel(context, async (peer, input) => {
        const call = await slowCall(context, peer)
        const lastEventId = await leave(context, peer, call)
        const resumed = await resume(context, peer, lastEventId, hasResponse, 0)
        saw(context, 'mcp-2025-11-25.disconnect-no-cancellation', input, resultOf(resumed, 'left') !== undefined, 'the result, on the stream that was resumed', resumed.seen)
      }, { own: true })
    },
    explain: {
      sends: 'A call of a tool that reports progress, whose connection is closed after the first message, and a GET that resumes its stream.',
      expects: 'The result of the call on the resumed stream.',
      why: 'Connections are lost all the time; only notifications/cancelled says that nobody wants the result any more.',
      failure: 'The end of the connection aborts the handler.',
      fix: 'Let the handler go on without its connection, and keep what it sends until the stream is resumed.',
    },
  }),
]
