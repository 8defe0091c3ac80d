/** The streams of Streamable HTTP: those that answer a request, and the one of a GET. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { JsonObject, Peer, PeerCall } from '../../harness/peer/peer.ts'
import { objectAt } from '../../harness/peer/survey.ts'
import { isOpenStream } from '../../harness/wire/stream.ts'
import type { OpenStream } from '../../harness/wire/wire.ts'
import { eachChannel } from '../support/channels.ts'
import { showing } from '../support/showing.ts'
import { legacyHttpCase, newest, saw } from './define.ts'
import { bodiless, exchange, isResponse, needTold, readStream } from './exchange.ts'
import type { Answer } from './exchange.ts'
import { plainCall } from './plain-call.ts'

/** How long the header of a stream is waited for, in ms. */
const headMs = 10_000
/** How long what could come late is waited for, in ms. */
const lateMs = 300

/** Opens the GET stream of a peer; a target that offers none ends this part of the case. */
async function openGet(context: CaseContext, peer: Peer): Promise<OpenStream> {
  const opened = await context.wire.stream(bodiless(peer, 'GET'), { limits: { timeoutMs: headMs } })
  if (!isOpenStream(opened) || opened.status !== 200) context.notApplicable('the target offers no stream for GET')
  return opened
}

/** Calls that are served in time: a plain one, and the tools that may be called. */
async function quickCalls(context: CaseContext, peer: Peer): Promise<readonly PeerCall[]> {
  const shown = (await showing(context, peer)).filter(({ answer }) => answer.answer.kind === 'result').map(({ call }) => call)
  return [await plainCall(context, peer), ...shown.slice(0, 10)]
}

/** A well-formed request that is answered with a stream; a target that has none ends this part of the case. */
async function streamed(context: CaseContext, peer: Peer, lingerMs: number): Promise<Answer> {
  const answer = await exchange(context, peer.request({ ...await plainCall(context, peer), id: 'streamed' }), { lingerMs })
  needTold(context, answer)
  if (answer.type !== 'text/event-stream') context.notApplicable('the target answers requests without a stream')
  return answer
}

/** What is the same message on whichever stream: the id of a response, or the token and value of progress. */
function identityOf(message: JsonObject): string | undefined {
  if (isResponse(message)) return `response ${JSON.stringify(message['id'])}`
  const params = objectAt(message, 'params')
  return message['method'] === 'notifications/progress' ? `progress ${JSON.stringify([params['progressToken'], params['progress']])}` : undefined
}

export function eventIds(answer: Answer): string[] {
  return answer.events.flatMap(({ id }) => (id === undefined || id === '' ? [] : [id]))
}

export const cases: readonly Case[] = [
  legacyHttpCase({
    id: 'legacy.get-stream',
    title: 'A GET opens a stream, or is not allowed',
    requirements: ['mcp-2025-11-25.get-stream-or-405'],
    async scenario(context) {
      await eachChannel(context, async (peer, input) => {
        const answer = await exchange(context, bodiless(peer, 'GET'), { timeoutMs: headMs, until: () => true })
        needTold(context, answer)
        if (answer.status === 0) context.inconclusive('no header came for GET, so that nothing tells whether a stream was opened')
        const opens = answer.status === 200 && answer.type === 'text/event-stream'
        saw(context, 'mcp-2025-11-25.get-stream-or-405', input, opens || answer.status === 405, 'text/event-stream with status 200, or status 405', answer.type === 'text/event-stream' ? answer.seen : `${answer.seen}, no stream`)
      }, { own: true })
    },
    explain: {
      sends: 'A GET that accepts text/event-stream, with the session where there is one.',
      expects: 'A stream with status 200, or 405 where the server has nothing to tell by itself.',
      why: 'A client tries this once after it has connected, and decides by the status whether to listen.',
      failure: 'The route exists for POST only and answers 404, or a page for people is there.',
      fix: 'Answer GET on the MCP endpoint with 405 where no stream is offered.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.get-without-responses',
    title: 'Responses never go to the stream of a GET',
    requirements: ['mcp-2025-11-25.get-without-responses'],
    async scenario(context) {
      await eachChannel(context, async (peer, input) => {
        const calls = await quickCalls(context, peer)
        const stream = await openGet(context, peer)
        try {
          for (const call of calls) await peer.call({ ...call, timeoutMs: headMs })
          const { messages } = await readStream(stream, { until: () => false, timeoutMs: lateMs })
          const responses = messages.filter(isResponse).length
          saw(context, 'mcp-2025-11-25.get-without-responses', input, responses === 0, 'no response on the stream of the GET', `${responses} responses among ${messages.length} messages`)
        } finally {
          stream.close()
        }
      }, { own: true })
    },
    explain: {
      sends: 'A GET whose stream stays open, and meanwhile a plain request and calls of tools that only read.',
      expects: 'No JSON-RPC response on the stream of the GET.',
      why: 'A client looks for the response on the answer to its request; what comes elsewhere is lost, or answers somebody else.',
      failure: 'The server writes to whichever stream of the session was opened last.',
      fix: 'Keep with each request the stream that answers it, and send the response there.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.one-stream-only',
    title: 'No message is sent on two streams',
    requirements: ['mcp-2025-11-25.one-stream-only'],
    async scenario(context) {
      await eachChannel(context, async (peer, input) => {
        const calls = await quickCalls(context, peer)
        const stream = await openGet(context, peer)
        try {
          const answers = await Promise.all(calls.map(async (call, index) =>
            exchange(context, peer.request({ ...call, id: `apart-${index}`, meta: { progressToken: `apart-${index}` } }), { timeoutMs: headMs, lingerMs: 50 })))
          const get = await readStream(stream, { until: () => false, timeoutMs: lateMs })
          const seen = [...answers, get].map(({ messages }) => new Set(messages.flatMap((message) => identityOf(message) ?? [])))
          const twice = seen.flatMap((own, index) => [...own].filter((each) => seen.some((other, at) => at > index && other.has(each)))).length
          saw(context, 'mcp-2025-11-25.one-stream-only', input, twice === 0, 'each response and each progress notification on one stream', `${twice} of them on several`)
        } finally {
          stream.close()
        }
      }, { own: true })
    },
    explain: {
      sends: 'A GET whose stream stays open, and at the same time several requests with progress tokens of their own.',
      expects: 'Each response, and each progress notification, on one of the streams and on no other.',
      why: 'A client that reads several streams handles what comes twice twice.',
      failure: 'Notifications are written to every open stream of the session.',
      fix: 'Send what belongs to a request on its stream, and everything else on one stream of the session.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.stream-ends',
    title: 'The stream of a request ends after its response',
    requirements: ['mcp-2025-11-25.stream-ends-after-response'],
    async scenario(context) {
      await eachChannel(context, async (peer, input) => {
        const answer = await streamed(context, peer, 2_000)
        if (!answer.messages.some(isResponse)) context.inconclusive('no response came on the stream')
        saw(context, 'mcp-2025-11-25.stream-ends-after-response', input, answer.ended, 'the stream ends within 2 s of the response', answer.ended ? 'it ended' : 'it stays open')
      })
    },
    explain: {
      sends: 'A well-formed request that the server answers with a stream.',
      expects: 'The stream ends within two seconds of the response.',
      why: 'A stream that stays open holds a connection on both sides, for nothing.',
      failure: 'The stream is kept for later messages, which have a stream of their own.',
      fix: 'End the stream as soon as the response was written.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.stream-primed',
    title: 'A stream that can be resumed begins with an event that says so',
    requirements: ['mcp-2025-11-25.stream-primed'],
    revisions: [newest],
    async scenario(context) {
      await eachChannel(context, async (peer, input) => {
        const answer = await streamed(context, peer, 0)
        if (eventIds(answer).length === 0) context.notApplicable('the events of the target carry no ids')
        const [first] = answer.events
        const primed = first?.data === '' && (first.id ?? '') !== ''
        saw(context, 'mcp-2025-11-25.stream-primed', input, primed, 'a first event with an id and empty data', primed ? 'such an event' : 'a first event of another kind')
      })
    },
    explain: {
      sends: 'A well-formed request that the server answers with a stream whose events carry ids.',
      expects: 'A first event with an id and empty data.',
      why: 'Whoever loses the connection before the first message can only resume with an id.',
      failure: 'The first id comes with the first message, which may be the response itself.',
      fix: 'Send an event with an id and empty data as soon as the stream is open.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.event-ids-unique',
    title: 'No event id is used twice in a session',
    requirements: ['mcp-2025-11-25.event-ids-unique'],
    async scenario(context) {
      await eachChannel(context, async (peer, input) => {
        const calls = await quickCalls(context, peer)
        const stream = await openGet(context, peer).catch(() => undefined)
        try {
          const answers = await Promise.all([...calls, ...calls].slice(0, 8).map(async (call) => exchange(context, peer.request(call), { timeoutMs: headMs, lingerMs: 50 })))
          if (stream !== undefined) answers.push(await readStream(stream, { until: () => false, timeoutMs: lateMs }))
          const ids = answers.flatMap(eventIds)
          if (ids.length < 2) context.notApplicable('the events of the target carry no ids')
          const repeated = ids.length - new Set(ids).size
          saw(context, 'mcp-2025-11-25.event-ids-unique', input, repeated === 0, 'an id of its own for each event', `${ids.length} ids, ${repeated} of them repeated`)
        } finally {
          stream?.close()
        }
      }, { own: true })
    },
    explain: {
      sends: 'Several requests at the same time in one session, beside the stream of a GET where there is one.',
      expects: 'Each event id once, over all the streams.',
      why: 'A client resumes by the id alone; one that stands for two events leads to the wrong stream.',
      failure: 'Each stream counts its events from one.',
      fix: 'Put what names the stream into the id, or draw ids at random.',
    },
  }),
]
