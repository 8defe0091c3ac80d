/** Progress: whose it is, that it grows, and when it ends. */
import { randomUUID } from 'node:crypto'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { isPeerStream } from '../../harness/peer/peer.ts'
import type { JsonObject, Peer, PeerCall } from '../../harness/peer/peer.ts'
import { objectAt } from '../../harness/peer/survey.ts'
import { eachChannel } from '../support/channels.ts'
import { collect } from '../support/streams/listening.ts'
import { everyCapability, quietShowing, showing } from '../support/showing.ts'
import { modernCase } from './define.ts'

const progress = 'notifications/progress'
/** Until a tool has answered, in ms. */
const patienceMs = 8_000
/** How long it is listened for more after the response, in ms. */
const afterwardsMs = 300
const maxTools = 3

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.progress-token',
    title: 'Progress carries the token of its request, string or integer',
    requirements: ['mcp-2026-07-28.progress-token'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        for (const [index, call] of (await reporting(context, peer)).entries()) {
          for (const token of [`token-${randomUUID()}`, 1 + Math.floor(context.random() * 2 ** 40)]) {
            const answer = await peer.call({ ...call, meta: { progressToken: token }, capabilities: everyCapability, timeoutMs: patienceMs })
            const tokens = progressIn(answer.messages).map(({ progressToken }) => progressToken)
            const wrong = tokens.filter((each) => each !== token)
            context.observe({
              requirement: 'mcp-2026-07-28.progress-token', input: `${channel}: tool ${index + 1}, a token that is a ${typeof token}`, ok: wrong.length === 0, expected: 'the token of the request, of the same type',
              actual: wrong.length === 0 ? `${tokens.length} notifications with it` : `${wrong.length} of ${tokens.length} with another one`,
            }, answer)
          }
        }
      })
    },
    explain: {
      sends: 'Calls of the tools that report progress, with tokens that are strings and integers.',
      expects: 'The token of the call in each notification, equal in type and value.',
      why: 'The client finds the request to which progress belongs by nothing else.',
      failure: 'The token is turned into a string, or the id of the request is sent in its place.',
      fix: 'Give the token back as it came.',
    },
  }),
  modernCase({
    id: 'spec.progress-increases',
    title: 'Progress grows with each notification',
    requirements: ['mcp-2026-07-28.progress-increases'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        await reporting(context, peer)
        let told = 0
        for (const [index, { answer }] of (await showing(context, peer)).entries()) {
          const values = progressIn(answer.messages).map(({ progress: value }) => value)
          if (values.length === 0) continue
          told += 1
          const grows = values.every((value, at) => typeof value === 'number' && (at === 0 || value > Number(values[at - 1])))
          context.observe({
            requirement: 'mcp-2026-07-28.progress-increases', input: `${channel}: tool ${index + 1}`, ok: grows, expected: 'numbers that grow',
            actual: grows ? `${values.length} numbers that grow` : 'a value that is no number, or not greater than the one before',
          }, answer)
        }
        if (told === 0) context.notApplicable('no tool that may be called reports progress')
      })
    },
    explain: {
      sends: 'Calls of every tool that may be called, each with a token for progress.',
      expects: 'The value of progress is greater in each notification than in the one before.',
      why: 'A client shows it to people, and may take it for a sign that the work goes on.',
      failure: 'Several parts of the work count for themselves, or a last step is reported twice.',
      fix: 'Count in one place for a request, and send only what is greater than before.',
    },
  }),
  modernCase({
    id: 'spec.progress-in-flight',
    title: 'No progress without a token, and none after the response',
    requirements: ['mcp-2026-07-28.progress-in-flight'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const shown = await quietShowing(context, peer)
        const quiet = shown.map(({ answer: { messages } }) => progressIn(messages).length)
        if (quiet.every((count) => count === 0) && !await reportsAny(context, peer)) context.notApplicable('no tool that may be called reports progress')
        for (const [index, unasked] of quiet.entries()) {
          context.observe({
            requirement: 'mcp-2026-07-28.progress-in-flight', input: `${channel}: tool ${index + 1} without a token`, ok: unasked === 0, expected: 'no progress', actual: unasked === 0 ? 'none' : `${unasked} notifications`,
          }, shown[index]?.answer)
        }
        for (const [index, call] of (await reporting(context, peer)).entries()) {
          const late = await afterResponse(peer, call)
          if (late === undefined) continue
          context.observe({
            requirement: 'mcp-2026-07-28.progress-in-flight', input: `${channel}: tool ${index + 1} after its response`, ok: late === 0, expected: 'no progress', actual: late === 0 ? 'none' : `${late} notifications`,
          })
        }
      })
    },
    explain: {
      sends: 'Calls of the tools without a token for progress, and calls with one on whose stream it goes on listening after the response.',
      expects: 'No progress for the first, and none after the response for the others.',
      why: 'What was not asked for cannot be told apart from what belongs to another request, and after the response nobody waits for it.',
      failure: 'The server sends a token of its own, or work goes on in the background after the tool has answered.',
      fix: 'Report progress only where there is a token, and stop with the response.',
    },
  }),
]

/** The calls of the tools that were seen to report progress; where there are none, this part of the case ends. */
async function reporting(context: CaseContext, peer: Peer): Promise<readonly PeerCall[]> {
  const calls = (await showing(context, peer)).filter(({ answer }) => progressIn(answer.messages).length > 0).map(({ call }) => call)
  if (calls.length === 0) context.notApplicable('no tool that may be called reports progress')
  return calls.slice(0, maxTools)
}

async function reportsAny(context: CaseContext, peer: Peer): Promise<boolean> {
  return (await showing(context, peer)).some(({ answer }) => progressIn(answer.messages).length > 0)
}

/** How many notifications of progress follow the response; undefined where the answer is no stream. */
async function afterResponse(peer: Peer, call: PeerCall): Promise<number | undefined> {
  const opened = await peer.open({ ...call, meta: { progressToken: `late-${randomUUID()}` }, capabilities: everyCapability })
  if (!isPeerStream(opened)) return undefined
  try {
    const end = performance.now() + patienceMs
    for (;;) {
      const message = await opened.next(Math.max(0, end - performance.now()))
      if (message === undefined) return undefined
      if (!Object.hasOwn(message, 'method')) break
    }
    return progressIn(await collect(opened, afterwardsMs)).length
  } finally {
    await opened.close()
  }
}

function progressIn(messages: readonly JsonObject[]): JsonObject[] {
  return messages.filter(({ method }) => method === progress).map((message) => objectAt(message, 'params'))
}
