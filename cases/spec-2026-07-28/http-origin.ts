/** The Origin field: what a web page cannot forge, and what tells its requests from those of a client. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { fieldValues, withField } from '../../harness/wire/message.ts'
import type { HttpRequest, Reaction } from '../../harness/wire/message.ts'
import { headOnly, isOpenStream } from '../../harness/wire/stream.ts'
import { expectHttp, isClientError, statusIs, statusOf, witness } from '../support/http.ts'
import { modernHttpCase } from './define.ts'

const requirement = 'mcp-2026-07-28.origin-validated'

const foreign: readonly { readonly name: string; readonly origin: string }[] = [
  { name: 'a foreign host', origin: 'http://evil.example' },
  { name: 'a foreign host over TLS', origin: 'https://evil.example' },
  { name: 'the opaque origin null', origin: 'null' },
  { name: 'text that is no origin', origin: 'not a url' },
  { name: 'a file', origin: 'file://' },
  { name: 'a host that begins like the local one', origin: 'http://localhost.evil.example' },
  { name: 'a host behind user information', origin: 'http://localhost@evil.example' },
]

/** Bytes that are no UTF-8 (a single latin1 character each). */
const noText = '\xff\xfe'

const originForeign: Case = modernHttpCase({
  id: 'spec.origin-foreign',
  title: 'A request from a foreign or malformed Origin is refused with 403',
  requirements: [requirement],
  async inputs(context) {
    const probe = await witness(context)
    return [
      ...foreign.map(({ name, origin }) => ({
        input: name, part: 'headers' as const, probe, fault: (control: HttpRequest) => withField(control, 'Origin', origin), expect: [statusIs(requirement, 403)],
      })),
      // What reads the field before the server does may refuse the bytes themselves.
      { input: 'bytes that are no text', part: 'headers' as const, probe, fault: (control: HttpRequest) => withField(control, 'Origin', noText), expect: [statusIs(requirement, 403, 400)] },
    ]
  },
  explain: {
    sends: 'Well-formed requests with an Origin of a foreign host, of a file, of a host that begins or continues like a local one, with null, and with text or bytes that are no origin.',
    expects: 'Status 403 for each, and no effect; for bytes that are no text also status 400.',
    why: 'A web page can reach a local server by DNS rebinding, and the Origin that its browser adds is the one thing that tells its requests apart.',
    failure: 'The Origin is not looked at, is compared by its beginning or as a part of a string, or text that does not parse is let through.',
    fix: 'Parse the Origin and compare its host exactly with a list of allowed ones; refuse whatever is there and not on it with 403.',
  },
})

const always = 'mcp-2026-07-28.origin-validated-always'

const originAnyMethod: Case = modernHttpCase({
  id: 'spec.origin-any-method',
  title: 'A foreign Origin is refused whatever the method of the request',
  requirements: [always],
  async scenario(context) {
    for (const method of ['GET', 'DELETE', 'OPTIONS']) {
      await context.attempt(method, async () => {
        const plain = bodiless(context, method)
        if (statusOf(await headOf(context, plain)) === 403) context.notApplicable(`the target answers ${method} with 403 whatever its Origin`)
        const reaction = await headOf(context, withField(plain, 'Origin', 'http://evil.example'))
        context.expect(method === 'OPTIONS' ? nothingGranted : statusIs(always, 403), reaction, method)
      })
    }
  },
  explain: {
    sends: 'A GET, a DELETE and an OPTIONS (a preflight for POST) to the endpoint, each without an Origin and then with a foreign one.',
    expects: 'Status 403 for the foreign Origin. A preflight may also be answered otherwise, as long as the foreign Origin is granted nothing.',
    why: 'The Origin is to be validated on all connections: a stream that a page opens, or a session that it ends, is as much an attack as a message.',
    failure: 'Only POST requests pass the check of the Origin.',
    fix: 'Put the check in front of the routes instead of into the handler of one method.',
  },
})

const nothingGranted = expectHttp(always, 'status 403, or an answer that grants the foreign Origin nothing', (reaction) => {
  if (statusOf(reaction) === 403) return true
  if (reaction.kind !== 'response') return false
  const granted = fieldValues(reaction.response, 'access-control-allow-origin').map((value) => value.trim().toLowerCase())
  return isClientError(reaction) || granted.every((value) => value !== '*' && value !== 'http://evil.example')
})

/** A request without a message; a preflight for OPTIONS. */
function bodiless(context: CaseContext, method: string): HttpRequest {
  const { body: _, ...request } = withField(context.request(context.alpha), 'content-type')
  const preflight = withField(withField({ ...request, method }, 'authorization'), 'Access-Control-Request-Method', 'POST')
  return method === 'OPTIONS' ? preflight : { ...request, method }
}

/** Only the beginning of an answer that is a stream. */
async function headOf(context: CaseContext, request: HttpRequest): Promise<Reaction> {
  const answer = await context.wire.stream(request)
  if (!isOpenStream(answer)) return answer
  answer.close()
  return headOnly(answer)
}

export const cases: readonly Case[] = [originForeign, originAnyMethod]

