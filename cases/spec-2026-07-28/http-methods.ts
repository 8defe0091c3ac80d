/** The methods that earlier revisions had at the endpoint, and that this one has not. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { fieldValues, withField } from '../../harness/wire/message.ts'
import type { HttpRequest, Reaction } from '../../harness/wire/message.ts'
import { isOpenStream } from '../../harness/wire/stream.ts'
import { expectHttp, httpPeer, isClientError, statusOf } from '../support/http.ts'
import { modernHttpCase } from './define.ts'

const listsMethods = expectHttp('rfc9110.allow-on-405', 'an Allow field that names POST', (reaction) =>
  reaction.kind === 'response' && fieldValues(reaction.response, 'allow').join(',').split(',').some((method) => method.trim() === 'POST'))

const get405 = expectHttp('mcp-2026-07-28.get-405', 'status 405', (reaction) => statusOf(reaction) === 405)
const delete405 = expectHttp('mcp-2026-07-28.delete-405', 'status 405', (reaction) => statusOf(reaction) === 405)
/** Its older revisions have a stream behind GET, sessions behind DELETE, and refusals of their own. */
const getOfOlder = expectHttp('mcp-2026-07-28.get-405', 'status 405, or as an older revision wants it: a stream or another 4xx status', (reaction) => isClientError(reaction) || statusOf(reaction) === 200)
const deleteOfOlder = expectHttp('mcp-2026-07-28.delete-405', 'status 405, or as an older revision wants it: another 4xx status, or success', (reaction) => isClientError(reaction) || Math.floor((statusOf(reaction) ?? 0) / 100) === 2)

export const cases: readonly Case[] = [
  modernHttpCase({
    id: 'spec.get-not-allowed',
    title: 'GET is not allowed, and the answer lists what is',
    requirements: ['mcp-2026-07-28.get-405', 'rfc9110.allow-on-405'],
    async scenario(context) {
      const reaction = await withoutBody(context, 'GET', 'text/event-stream')
      context.expect(context.target.eras.has('legacy') ? getOfOlder : get405, reaction, 'GET')
      if (statusOf(reaction) === 405) context.expect(listsMethods, reaction, 'GET')
    },
    explain: {
      sends: 'A GET to the endpoint that accepts an event stream, as clients of earlier revisions open one.',
      expects: 'Status 405 with an Allow field that names POST. A server that also speaks older revisions may answer as they want.',
      why: 'Streams behind GET are gone; the status tells an older client that there is none, and Allow is required with it by RFC 9110.',
      failure: 'The route takes any method, answers 404 as though there were no endpoint, or leaves Allow out.',
      fix: 'Answer 405 with Allow: POST to every method that the endpoint does not have.',
    },
  }),
  modernHttpCase({
    id: 'spec.delete-not-allowed',
    title: 'DELETE is not allowed, and the answer lists what is',
    requirements: ['mcp-2026-07-28.delete-405', 'rfc9110.allow-on-405'],
    async scenario(context) {
      const reaction = await withoutBody(context, 'DELETE', 'application/json')
      context.expect(context.target.eras.has('legacy') ? deleteOfOlder : delete405, reaction, 'DELETE')
      if (statusOf(reaction) === 405) context.expect(listsMethods, reaction, 'DELETE')
    },
    explain: {
      sends: 'A DELETE to the endpoint without a session, as clients of earlier revisions end one.',
      expects: 'Status 405 with an Allow field that names POST. A server that also speaks older revisions may answer as they want.',
      why: 'There are no sessions to end; the status tells an older client so, and Allow is required with it by RFC 9110.',
      failure: 'The route takes any method and answers 200 or 500, or leaves Allow out.',
      fix: 'Answer 405 with Allow: POST to every method that the endpoint does not have.',
    },
  }),
]

/** Of an answer that is a stream only the beginning. */
async function withoutBody(context: CaseContext, method: string, accept: string): Promise<Reaction> {
  const { body: _, ...plain } = (await httpPeer(context)).request({ method: 'server/discover' })
  let request: HttpRequest = { ...plain, method }
  for (const name of ['content-type', 'mcp-method']) request = withField(request, name)
  const answer = await context.wire.stream(withField(request, 'Accept', accept))
  if (!isOpenStream(answer)) return answer
  answer.close()
  return { kind: 'response', response: { status: answer.status, headers: answer.headers, interim: [], body: new Uint8Array(), truncated: false, durationMs: 0 } }
}
