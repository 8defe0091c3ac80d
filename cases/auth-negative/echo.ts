/** Whether a token comes back in an answer, or goes into a log, in any form. */
import type { Identity } from '../../harness/fixture/driver.ts'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { withField } from '../../harness/wire/message.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { authCase } from './define.ts'
import { noEchoOf, shortestTold, tooShort } from './expectations.ts'
import { leaksIn } from './leaks.ts'
import { messageOf, withMessage } from './presentation-body.ts'
import { withQuery } from './presentation-query.ts'
import { strangerToken, withAuthorization, withoutAuthorization } from './tokens.ts'

const requirement = 'mcp-authorization.token-storage'

const noEcho: Case = authCase({
  id: 'auth.no-echo',
  title: 'No token comes back or goes into the log',
  requirements: ['hardening.no-token-echo', requirement],
  explain: {
    sends: 'Unknown tokens where credentials may be tried (field, other schemes, query, path, body, cookie), and a good one with requests that fail.',
    expects: 'No form of them (as it is, base64, hexadecimal, percent-encoded, reversed, hashed) in fields, body or log.',
    why: 'What a server repeats or logs is read by others: proxies, consoles, bug reports, whoever keeps the logs.',
    failure: 'Errors quote the request, a debug log prints headers or targets, or an error page shows what was asked for.',
    fix: 'Never put a received value into an error; log a kind of failure and a request id, and strip the query from logged targets.',
  },
  async scenario(context: CaseContext) {
    const canaries: Canary[] = []
    for (const [input, build] of presentations) {
      const canary = strangerToken(context.alpha.token, context.random)
      canaries.push({ input, token: canary })
      await sendAndScan(context, input, build(context.request(undefined), canary), canary)
    }
    for (const [input, build] of failures) await sendAndScan(context, input, build(context.request(context.alpha)), context.alpha.token)
    await sendAndScan(context, 'a good request', context.request(context.alpha), context.alpha.token)
    await scanLog(context, context.alpha, canaries)
  },
})

/** A token that nobody was given, and where it was tried. */
interface Canary {
  readonly input: string
  readonly token: string
}

const presentations: readonly (readonly [string, (request: HttpRequest, canary: string) => HttpRequest])[] = [
  ['unknown token', (request, canary) => withAuthorization(request, `Bearer ${canary}`)],
  ['malformed token', (request, canary) => withAuthorization(request, `Bearer ${canary}"`)],
  ['another scheme', (request, canary) => withAuthorization(request, `Token ${canary}`)],
  ['two fields', (request, canary) => withAuthorization(request, `Bearer ${canary}`, `Bearer ${canary}`)],
  ['query', (request, canary) => withQuery(withoutAuthorization(request), 'access_token', canary)],
  ['path', (request, canary) => ({ ...request, target: `/${canary}` })],
  ['body', (request, canary) => withMessage(request, { ...messageOf(request), access_token: canary })],
  ['method of the message', (request, canary) => withMessage(request, { ...messageOf(request), method: canary })],
  ['cookie', (request, canary) => withField(request, 'Cookie', `access_token=${canary}`)],
  ['Proxy-Authorization', (request, canary) => withField(request, 'Proxy-Authorization', `Bearer ${canary}`)],
]

/** Requests with good credentials that fail for another reason. */
const failures: readonly (readonly [string, (request: HttpRequest) => HttpRequest])[] = [
  ['a body that is no JSON', (request) => ({ ...request, body: Buffer.from('{"jsonrpc":') })],
  ['a message that is no request', (request) => ({ ...request, body: Buffer.from('[]') })],
  ['an unknown method', (request) => withMessage(request, { ...messageOf(request), method: 'no/such-method' })],
  ['a type that is not JSON', (request) => withField(request, 'Content-Type', 'text/plain')],
  ['an unknown path', (request) => ({ ...request, target: '/no-such-path' })],
]

async function sendAndScan(context: CaseContext, input: string, request: HttpRequest, secret: string): Promise<void> {
  const reaction = await context.wire.send(request, { sender: 'raw' })
  context.expect(noEchoOf(secret), reaction, input)
}

/** What was never a credential is no stored token: that it stands in a log is judged by our own reason, and says where it was tried. */
async function scanLog(context: CaseContext, alpha: Identity, canaries: readonly Canary[]): Promise<void> {
  if (!context.fixture.abilities.has('logs')) return
  if (alpha.token.length < shortestTold) context.inconclusive(tooShort)
  const log = await context.fixture.logs()
  const found = leaksIn(log, alpha.token)
  context.observe({
    requirement,
    input: 'the log',
    ok: found.length === 0,
    expected: 'no form of the token of alpha in the log',
    actual: found.length === 0 ? 'no form of it' : `the token ${found.join(', ')}`,
  })
  const logged = canaries.flatMap(({ input, token }) => (leaksIn(log, token).length === 0 ? [] : [input]))
  context.observe({
    requirement: 'hardening.no-token-echo',
    input: 'the log, of tokens that nobody was given',
    ok: logged.length === 0,
    expected: 'no form of them in the log',
    actual: logged.length === 0 ? 'no form of them' : `those sent as: ${logged.join(', ')}`,
  })
}

export const echoCases: readonly Case[] = [noEcho]
