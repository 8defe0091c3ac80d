/** Ping, cancellation and pages in the earlier revisions. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { JsonObject, Peer, PeerAnswer } from '../../harness/peer/peer.ts'
import { isOpenStream } from '../../harness/wire/stream.ts'
import { describeAnswer, errorCode, isResult, needTelling } from '../support/answers.ts'
import { isToolError } from '../support/asking.ts'
import { eachChannel } from '../support/channels.ts'
import { listCalls } from '../support/methods.ts'
import { refuse, withParams } from '../support/refusal.ts'
import { showing } from '../support/showing.ts'
import { legacyCase, legacyHttpCase, saw } from './define.ts'
import { isResponse, readStream } from './exchange.ts'
import { plainCall } from './plain-call.ts'

/** How long a cancelled call is listened to, in ms. */
const cancelledMs = 3_000

const cancellations: readonly { readonly name: string; readonly params: (completed: string) => JsonObject | undefined }[] = [
  { name: 'of a request that was answered', params: (completed) => ({ requestId: completed, reason: 'conformance test' }) },
  { name: 'of a request that never was', params: () => ({ requestId: 'never-asked' }) },
  { name: 'without the id of a request', params: () => ({ reason: 'conformance test' }) },
  { name: 'without parameters', params: () => undefined },
]

/** Accepted in silence, or refused by the transport; never a JSON-RPC response in its own right. */
function isIgnored({ reaction, messages }: PeerAnswer): boolean {
  const refused = reaction?.kind === 'response' && reaction.response.status >= 400 && reaction.response.status < 500
  const silent = !messages.some(isResponse) && (reaction === undefined || (reaction.kind === 'response' && reaction.response.status < 300))
  return refused || silent
}

async function cancelInVain(context: CaseContext, peer: Peer, channel: string): Promise<void> {
  const call = await plainCall(context, peer)
  for (const { name, params } of cancellations) {
    const input = `${channel}: ${name}`
    await context.attempt(input, async () => {
      const completed = await peer.call(call)
      needTelling(completed)
      if (!isResult(completed)) context.inconclusive(`${call.method} was not served: ${describeAnswer(completed)}`)
      const answer = await peer.notify('notifications/cancelled', params(String(completed.id)))
      needTelling(answer)
      saw(context, 'mcp-2025-11-25.cancellation-ignored', input, isIgnored(answer), 'no response (over HTTP a 4xx status is allowed)', describeAnswer(answer))
      const after = await peer.call(call)
      needTelling(after)
      saw(context, 'mcp-2025-11-25.cancellation-harmless', input, isResult(after), 'the next request is served', describeAnswer(after))
    })
  }
}

/** A call that succeeds and says before that it is at work. */
async function cancelAtWork(context: CaseContext, peer: Peer, input: string): Promise<void> {
  const slow = (await showing(context, peer)).find(({ answer }) => isResult(answer) && !isToolError(answer) && answer.messages.some(({ method }) => method === 'notifications/progress'))
  if (slow === undefined) return context.notApplicable('no tool that may be called reports progress')
  const opened = await context.wire.stream(peer.request({ ...slow.call, id: 'cancelled', meta: { progressToken: 'cancelled' } }))
  if (!isOpenStream(opened)) return context.notApplicable('the target answers requests without a stream')
  try {
    const before = await readStream(opened, { until: (messages) => messages.length > 0 })
    if (before.messages.some(isResponse)) return context.inconclusive('the call was answered before it could be cancelled')
    await peer.notify('notifications/cancelled', { requestId: 'cancelled', reason: 'conformance test' })
    const after = await readStream(opened, { timeoutMs: cancelledMs })
    const response = after.messages.find(isResponse)
    const failed = response !== undefined && (Object.hasOwn(response, 'error') || (response['result'] as JsonObject | undefined)?.['isError'] === true)
    saw(context, 'mcp-2025-11-25.cancelled-unanswered', input, !failed, 'no response, or the result of work that was done', response === undefined ? 'no response' : failed ? 'an error' : 'a result')
  } finally {
    opened.close()
  }
}

const cursors: readonly (readonly [name: string, cursor: unknown])[] = [['a cursor that nobody gave out', 'conformance-no-such-cursor'], ['a cursor that is a number', 7]]
const lists = [['tools', 'name'], ['prompts', 'name'], ['resources', 'uri'], ['templates', 'uriTemplate']] as const

export const cases: readonly Case[] = [
  legacyCase({
    id: 'legacy.ping',
    title: 'A ping is answered with an empty result',
    requirements: ['mcp-2025-11-25.ping-answered'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        for (const [name, call] of [['without params', { method: 'ping' }], ['with _meta', { method: 'ping', meta: { 'com.example/note': 'x' } }]] as const) {
          const answer = await peer.call(call)
          needTelling(answer)
          const members = answer.answer.kind === 'result' ? Object.keys(answer.answer.result).filter((member) => member !== '_meta').length : 0
          saw(context, 'mcp-2025-11-25.ping-answered', `${channel}: ${name}`, isResult(answer) && members === 0, 'an empty result', members === 0 ? describeAnswer(answer) : `${describeAnswer(answer)} with ${members} members`)
        }
      })
    },
    explain: {
      sends: 'A ping without parameters, and one with _meta.',
      expects: 'A result without members, but for _meta.',
      why: 'It is how either side finds out whether the other one is still there.',
      failure: 'The method is left out on servers that were built by hand, or answered with a status of their own.',
      fix: 'Answer ping with an empty object, whatever else the server does.',
    },
  }),
  legacyCase({
    id: 'legacy.cancellation-ignored',
    title: 'A cancellation of nothing is ignored, and does no harm',
    requirements: ['mcp-2025-11-25.cancellation-ignored', 'mcp-2025-11-25.cancellation-harmless'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => cancelInVain(context, peer, channel)),
    explain: {
      sends: 'Notifications: notifications/cancelled for a request that was answered, for one that never was, without the id of a request, and without parameters.',
      expects: 'No response to any of them (over HTTP a 4xx status is allowed), and the next request is served.',
      why: 'A cancellation and an answer cross each other on their way all the time.',
      failure: 'The server looks up the request and falls over what is not there.',
      fix: 'Ignore a cancellation whose request is not in progress.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.cancelled-unanswered',
    title: 'A request that was cancelled gets no error for an answer',
    requirements: ['mcp-2025-11-25.cancelled-unanswered'],
    scenario: async (context) => eachChannel(context, async (peer, input) => cancelAtWork(context, peer, input)),
    explain: {
      sends: 'A call of a tool that reports progress, and notifications/cancelled as soon as it says that it is at work.',
      expects: 'No response within three seconds, or the result where the work was done already or cannot be cancelled.',
      why: 'Whoever cancels has stopped waiting, and has given the id away.',
      failure: 'The aborted handler throws, and the exception is sent as the response.',
      fix: 'Send nothing for a request whose cancellation was taken in.',
    },
  }),
  legacyCase({
    id: 'legacy.cursor-invalid',
    title: 'A cursor that the server never gave out is refused as invalid parameters',
    requirements: ['mcp-2025-11-25.cursor-invalid'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const calls = listCalls(await peer.survey())
        if (calls.length === 0) context.notApplicable('the target declares no lists')
        for (const control of calls) {
          // A server with resources need not have templates: what is not listed is no list to spoil.
          if (control.method === 'resources/templates/list' && !isResult(await peer.call(control))) continue
          for (const [name, cursor] of cursors) {
            const input = `${channel}: ${control.method}, ${name}`
            await context.attempt(input, async () => {
              await refuse(context, peer, { input, control, fault: (message) => withParams(message, (params) => ({ ...params, cursor })), expect: [errorCode('mcp-2025-11-25.cursor-invalid', -32_602)] })
            })
          }
        }
      })
    },
    explain: {
      sends: 'Requests for each list that is declared, with a cursor that the server never gave out and with one that is no string.',
      expects: 'The JSON-RPC error -32602.',
      why: 'A client whose cursor has become void must begin anew, and learns that only from the error.',
      failure: 'The cursor is ignored and the first page given again, so that a client goes in circles.',
      fix: 'Refuse every cursor that is not one of your own, also where there is only one page.',
    },
  }),
  legacyCase({
    id: 'legacy.list-walk',
    title: 'Following the cursors of a list leads to its end, past no item twice',
    requirements: ['hardening.list-ends', 'hardening.list-unique'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const survey = await peer.survey()
        const listed = lists.filter(([name]) => survey[name].pages.length > 0)
        if (listed.length === 0) context.notApplicable('the target lists nothing')
        for (const [name, key] of listed) {
          const { pages, items } = survey[name]
          const ended = typeof pages.at(-1)?.['nextCursor'] !== 'string'
          saw(context, 'hardening.list-ends', `${channel}: ${name}`, ended, 'a last page without a cursor', ended ? `${pages.length} page${pages.length === 1 ? '' : 's'}` : `after ${pages.length} pages a cursor that was there before, an error, or still another page`)
          const keys = items.map((item) => item[key])
          const repeated = keys.length - new Set(keys).size
          saw(context, 'hardening.list-unique', `${channel}: ${name}`, repeated === 0, 'each item once', repeated === 0 ? 'each once' : `${repeated} repeated`)
        }
      })
    },
    explain: {
      sends: 'Requests for every page of each list that is declared, each with the cursor of the page before.',
      expects: 'A last page without a cursor, and no name or URI that was listed before.',
      why: 'A client that collects a list has no other sign that it is complete.',
      failure: 'The cursor of the last page points at itself, or a page begins with the last item of the one before.',
      fix: 'Leave nextCursor out of the last page, and let a page begin after the item that its cursor names.',
    },
  }),
]
