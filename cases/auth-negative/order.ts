/** When the guard speaks: at every request of a connection, and before a single byte of the body is read. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { fieldValues } from '../../harness/wire/message.ts'
import type { HeaderField, HttpRequest, Reaction } from '../../harness/wire/message.ts'
import type { RawConnection } from '../../harness/wire/wire.ts'
import { authCase } from './define.ts'
import { challenged, expectation, requirementsOf, servedUnder, notAuthorized } from './expectations.ts'
import { exchange, onConnection } from './kept-alive.ts'
import { describe, isFulfilled, statusOf } from './reactions.ts'
import { strangerToken, withToken } from './tokens.ts'
import { waitMs } from './waiting.ts'

const standAlone = expectation('rfc9110.requests-stand-alone', 'refused with status 401', (reaction) => statusOf(reaction) === 401)

const eachRequest: Case = authCase({
  id: 'auth.each-request',
  title: 'Each request of a connection needs its own credentials',
  requirements: ['rfc9110.requests-stand-alone', ...requirementsOf(...notAuthorized)],
  explain: {
    sends: 'On one connection: a good request, one without credentials, one with an unknown token; on another, the refused one first.',
    expects: 'Each request is judged by its own credentials only.',
    why: 'Connections are shared by proxies and pools; whoever came first on one says nothing about the next.',
    failure: 'The identity is kept on the socket or in a variable that outlives the request.',
    fix: 'Keep the identity with the request object and authenticate each request anew.',
  },
  async scenario(context: CaseContext) {
    const good = context.request(context.alpha)
    const none = context.request(undefined)
    const unknown = withToken(good, strangerToken(context.alpha.token, context.random))
    const judged = await onConnection(context, async (connection) => {
      const first = await exchange(connection, good)
      if (!isFulfilled(first)) context.inconclusive(`the good request was not served: ${describe(first)}`)
      const withNone = await refusedAfterGood(context, connection, none, 'no credentials after a good request', true)
      return await refusedAfterGood(context, connection, unknown, 'unknown token after a good request', false) || withNone
    })
    await onConnection(context, async (connection) => {
      const refused = await exchange(connection, none)
      const held = context.expect(standAlone, refused, 'no credentials first')
      const after = await exchange(connection, good)
      // A server may close the connection after a refusal; then nothing can be told from it.
      if (after.kind !== 'closed') context.expect(servedUnder('rfc9110.requests-stand-alone'), after, 'a good request after a refused one')
      else if (held && !judged) context.notApplicable('the target closes each connection after one answer, so that no second request is on any')
    })
  },
})

/** False where the peer had closed the connection, so that nothing was judged. */
async function refusedAfterGood(context: CaseContext, connection: RawConnection, request: HttpRequest, input: string, bare: boolean): Promise<boolean> {
  const reaction = await exchange(connection, request)
  if (reaction.kind === 'closed') return false
  context.expect(standAlone, reaction, input)
  if (bare) for (const expected of notAuthorized) context.expect(expected, reaction, input)
  return true
}

/** How long a refusal may take that waits for nothing, in ms. */
const earlyMs = 5_000

const early = expectation('hardening.refuse-before-body', 'status 401 or 413 without waiting for the body', (reaction) => [401, 413].includes(statusOf(reaction) ?? 0))
const before = expectation('hardening.refuse-before-body', 'status 401 without waiting for the body', (reaction) => statusOf(reaction) === 401)
const no100 = expectation('hardening.refuse-before-body', 'no 100 (Continue)', (reaction) => reaction.kind === 'response' && !reaction.response.interim.includes(100), () => 'after an interim 100 (Continue)')

const beforeBody: Case = authCase({
  id: 'auth.before-body',
  title: 'A request without good credentials is refused before its body',
  requirements: requirementsOf(before, challenged),
  explain: {
    sends: 'Header sections without credentials whose body never comes, never ends, is far too large or is no JSON; and one with Expect: 100-continue.',
    expects: 'Status 401 (413 for the large one) with a challenge at once, and no 100 (Continue).',
    why: 'A server that reads bodies for strangers lets them hold its memory and connections, and hands its parser to them.',
    failure: 'A body parser stands before the guard, or the framework answers Expect on its own.',
    fix: 'Put the guard before everything that reads the body, and handle Expect yourself.',
  },
  async scenario(context: CaseContext) {
    const none = context.request(undefined)
    const unknown = withToken(none, strangerToken(context.alpha.token, context.random))
    const length = (bytes: number): HeaderField => ['Content-Length', String(bytes)]
    // Side by side, since a server that waits for the body lets each of them run into its deadline.
    const [silent, silentUnknown, announced, endless, broken, expecting] = await Promise.all([
      headOnly(context, none, [length(4_096)]),
      headOnly(context, unknown, [length(4_096)]),
      headOnly(context, none, [length(1_073_741_824)]),
      neverEnding(context, none),
      context.wire.send({ ...none, body: Buffer.from('{"jsonrpc":') }, { sender: 'raw' }),
      headOnly(context, none, [length(4_096), ['Expect', '100-continue']]),
    ])
    judge(context, 'no body ever', silent)
    judge(context, 'no body ever, unknown token', silentUnknown)
    judge(context, 'a body of 1 GiB announced', announced, true)
    judge(context, 'a body that never ends', endless, true)
    judge(context, 'a body that is no JSON', broken)
    judge(context, 'Expect: 100-continue', expecting)
    context.expect(no100, expecting, 'Expect: 100-continue')
  },
})

function judge(context: CaseContext, input: string, reaction: Reaction, large = false): void {
  context.expect(large ? early : before, reaction, input)
  if (statusOf(reaction) === 401) context.expect(challenged, reaction, input)
}

/** Sends the header section alone and waits for what comes. */
async function headOnly(context: CaseContext, request: HttpRequest, framing: HttpRequest['headers']): Promise<Reaction> {
  return onConnection(context, async (connection) => {
    await connection.write(headOf(context, request, framing))
    return connection.read({ method: request.method, timeoutMs: earlyMs })
  })
}

/** Sends one chunk after another until an answer comes, or the deadline. */
async function neverEnding(context: CaseContext, request: HttpRequest): Promise<Reaction> {
  return onConnection(context, async (connection) => {
    await connection.write(headOf(context, request, [['Transfer-Encoding', 'chunked']]))
    const state = { over: false }
    const reading = connection.read({ method: request.method, timeoutMs: earlyMs }).finally(() => { state.over = true })
    const chunk = `400\r\n${' '.repeat(0x400)}\r\n`
    while (!state.over && !connection.closed) {
      await connection.write(chunk).catch(() => { state.over = true })
      await waitMs(20, context.signal)
    }
    return reading
  })
}

function headOf(context: CaseContext, request: HttpRequest, framing: HttpRequest['headers']): Buffer {
  const host = fieldValues(request, 'host')[0] ?? context.fixture.url.host
  const lines = [['Host', host] as const, ...request.headers, ...framing].map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${request.method} ${request.target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
}

export const orderCases: readonly Case[] = [eachRequest, beforeBody]
