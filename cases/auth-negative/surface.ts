/** Other methods on the endpoint, and fields that name another method: the guard stands before all of them. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { HeaderField, HttpRequest, Reaction } from '../../harness/wire/message.ts'
import { authCase } from './define.ts'
import { expectation, noSuccess, requirementsOf } from './expectations.ts'
import { withQuery } from './presentation-query.ts'
import { isServed, statusOf } from './reactions.ts'
import { strangerToken, withoutAuthorization, withToken } from './tokens.ts'
import { observeUnapplied } from './unapplied.ts'

const guarded = noSuccess('mcp-security.verify-every-request')
const optionsGuarded = expectation('mcp-security.verify-every-request', 'no JSON-RPC result', (reaction) => !isServed(reaction))

const withBody = new Set(['PUT', 'PATCH', 'DELETE'])

const everyMethod: Case = authCase({
  id: 'auth.every-method',
  title: 'No method of the endpoint works without credentials',
  requirements: requirementsOf(guarded),
  explain: {
    sends: 'GET, HEAD, PUT, PATCH and DELETE on the endpoint without credentials and with an unknown token, with the message of the control as body; and OPTIONS.',
    expects: 'No success (401, 403, 404, 405 and 501 are all right), and nothing takes effect. OPTIONS may succeed, but not as an MCP request.',
    why: 'A guard that is mounted for POST only leaves the other methods open: GET reads streams, DELETE ends sessions.',
    failure: 'The guard is part of the POST route, or a router handles every method alike and the guard does not.',
    fix: 'Check the method first and answer 405, or put the guard before the router.',
  },
  async scenario(context: CaseContext) {
    const probe = context.probe.fresh()
    const answers: Reaction[] = []
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const bare = shaped(probe.request(undefined), method)
      const expected = method === 'OPTIONS' ? optionsGuarded : guarded
      const unknown = withToken(bare, strangerToken(context.alpha.token, context.random))
      const [ofBare, ofUnknown] = await Promise.all([send(context, bare), send(context, unknown)])
      answers.push(ofBare, ofUnknown)
      context.expect(expected, ofBare, `${method} without credentials`)
      context.expect(expected, ofUnknown, `${method} with an unknown token`)
    }
    await observeUnapplied(context, probe, 'all methods', answers)
  },
})

/** GET, HEAD and OPTIONS go without a body, as clients send them. */
function shaped(request: HttpRequest, method: string): HttpRequest {
  if (withBody.has(method)) return { ...request, method }
  const { body: _, ...rest } = request
  const headers = request.headers
    .filter(([name]) => name.toLowerCase() !== 'content-type')
    .map(([name, value]): HeaderField => [name, name.toLowerCase() === 'accept' ? 'text/event-stream' : value])
  return { ...rest, method, headers }
}

const overrideFields = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']
const refused = expectation('hardening.method-override-ignored', 'status 401', (reaction) => statusOf(reaction) === 401)
const unserved = noSuccess('hardening.method-override-ignored')

const methodOverride: Case = authCase({
  id: 'auth.method-override',
  title: 'A field that names another method changes nothing about the guard',
  requirements: requirementsOf(refused),
  explain: {
    sends: 'The control without credentials and with X-HTTP-Method-Override and its kin (OPTIONS, GET), the parameter _method, and GET that claims to be POST.',
    expects: 'Status 401 for each POST, and no success for the GET.',
    why: 'A guard that spares OPTIONS, in front of a router that believes the field, lets everything through.',
    failure: 'A method-override middleware is installed.',
    fix: 'Remove it: nothing in MCP needs it.',
  },
  async scenario(context: CaseContext) {
    const probe = context.probe.fresh()
    const bare = withoutAuthorization(probe.request(undefined))
    const answers: Reaction[] = []
    for (const field of overrideFields) {
      for (const method of ['OPTIONS', 'GET']) answers.push(await observeOverride(context, `${field}: ${method}`, { ...bare, headers: [...bare.headers, [field, method]] }))
    }
    answers.push(await observeOverride(context, '_method=OPTIONS', withQuery(bare, '_method', 'OPTIONS')))
    for (const field of overrideFields) {
      const get = shaped(bare, 'GET')
      const claims = { ...get, headers: [...get.headers, [field, 'POST'] as const] }
      const answer = await send(context, claims)
      answers.push(answer)
      context.expect(unserved, answer, `GET with ${field}: POST`)
    }
    await observeUnapplied(context, probe, 'all fields', answers)
  },
})

async function observeOverride(context: CaseContext, input: string, request: HttpRequest): Promise<Reaction> {
  const answer = await send(context, request)
  context.expect(refused, answer, input)
  return answer
}

/** A stream that opens would stay open, so the wait is short. */
async function send(context: CaseContext, request: HttpRequest): Promise<Reaction> {
  return context.wire.send(request, { sender: 'raw', limits: { timeoutMs: 5_000 } })
}

export const surfaceCases: readonly Case[] = [everyMethod, methodOverride]
