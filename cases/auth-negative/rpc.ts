/** Every kind of JSON-RPC message, in every era that the target speaks, is refused without credentials. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Era } from '../../harness/target/profile.ts'
import type { Speech } from '../../harness/target/sessions.ts'
import { initializeParams, rpcRequest } from '../../harness/wire/mcp.ts'
import type { HttpRequest, Reaction } from '../../harness/wire/message.ts'
import { authCase } from './define.ts'
import { challenged, expectation, noSuccess, requirementsOf, unauthorized } from './expectations.ts'
import { statusOf } from './reactions.ts'
import { openSession, revisionOf } from './legacy-session.ts'
import type { Session } from './legacy-session.ts'
import { strangerToken, withToken } from './tokens.ts'

const guarded = noSuccess('mcp-security.verify-every-request')
const discoverGuarded = expectation('hardening.discover-guarded', 'status 401', (reaction) => statusOf(reaction) === 401)

interface Message {
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly notification?: true
}

const common: readonly Message[] = [
  { method: 'tools/list', params: {} },
  { method: 'tools/call', params: { name: 'no-such-tool', arguments: {} } },
  { method: 'resources/list', params: {} },
  { method: 'prompts/list', params: {} },
  { method: 'completion/complete', params: { ref: { type: 'ref/prompt', name: 'none' }, argument: { name: 'a', value: '' } } },
  { method: 'no/such-method', params: {} },
]

function messages(era: Era, revision: string): Message[] {
  if (era === 'modern') {
    return [
      { method: 'server/discover', params: {} },
      ...common,
      { method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true } } },
      { method: 'notifications/cancelled', params: { requestId: 'none' }, notification: true },
    ]
  }
  return [
    { method: 'initialize', params: initializeParams(revision) },
    { method: 'ping' },
    ...common,
    { method: 'notifications/initialized', notification: true },
  ]
}

const everyRpc: Case = authCase({
  id: 'auth.every-rpc',
  title: 'Every kind of message is refused without credentials',
  requirements: requirementsOf(guarded, discoverGuarded, unauthorized, challenged),
  explain: {
    sends: 'Requests, notifications and unknown methods of each era that the target speaks, without credentials and with an unknown token.',
    expects: 'Status 401 with a Bearer challenge for each. For server/discover that is a recommendation of ours.',
    why: 'A guard inside the handlers forgets some: handshakes, notifications and unknown methods are answered before it.',
    failure: 'One of initialize, ping and server/discover is answered to anybody, or an unknown method gets -32601 instead of 401.',
    fix: 'Authenticate before the message is parsed, so that its method cannot matter.',
  },
  async scenario(context: CaseContext) {
    for (const era of ['modern', 'legacy'] as const) {
      const revision = revisionOf(context.target, era)
      if (revision === undefined) continue
      // In a session where the target keeps them, so that its lack is no second fault of the messages that need one.
      const session = era === 'legacy' && context.target.sessions ? await openSession(context, context.alpha) : undefined
      for (const message of messages(era, revision)) await observeMessage(context, { endpoint: context.fixture.url, era, revision }, message, session)
    }
  },
})

async function observeMessage(context: CaseContext, speech: Speech, message: Message, session: Session | undefined): Promise<void> {
  const bare = rpcRequest({
    ...speech,
    ...(session === undefined || message.method === 'initialize' ? {} : { sessionId: session.id }),
    method: message.method,
    ...(message.params === undefined ? {} : { params: message.params }),
    ...(message.notification === undefined ? { id: 'guarded' } : {}),
  })
  const unknown = withToken(bare, strangerToken(context.alpha.token, context.random))
  for (const [input, request] of [['without credentials', bare], ['with an unknown token', unknown]] as const) {
    const reaction = await send(context, request)
    const name = `${message.method} (${speech.revision}) ${input}`
    if (message.method === 'server/discover') {
      context.expect(discoverGuarded, reaction, name)
      if (statusOf(reaction) === 401) context.expect(challenged, reaction, name)
      continue
    }
    for (const expected of [guarded, unauthorized, challenged]) context.expect(expected, reaction, name)
  }
}

/** A stream that opens without credentials would stay open, so the wait is short. */
async function send(context: CaseContext, request: HttpRequest): Promise<Reaction> {
  return context.wire.send(request, { limits: { timeoutMs: 5_000 } })
}

export const rpcCases: readonly Case[] = [everyRpc]
