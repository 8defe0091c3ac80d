/** Every kind of JSON-RPC message, in every era that the target speaks, is refused without credentials. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Era, TargetProfile } from '../../harness/target/profile.ts'
import { initializeParams, rpcRequest } from '../../harness/wire/mcp.ts'
import type { HttpRequest, Reaction } from '../../harness/wire/message.ts'
import { authCase } from './define.ts'
import { challenged, expectation, requirementsOf, unauthorized } from './expectations.ts'
import { maySucceed, statusOf } from './reactions.ts'
import { strangerToken, withToken } from './tokens.ts'

const guarded = expectation('mcp-security.verify-every-request', 'no success', (reaction) => !maySucceed(reaction))
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

/** The newest revision that the target speaks in an era; undefined where it speaks none. */
export function revisionOf(target: TargetProfile, era: Era): string | undefined {
  if (!target.eras.has(era)) return undefined
  return target.revisions.find((revision) => (revision >= '2026-07-28') === (era === 'modern'))
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
      for (const message of messages(era, revision)) await observeMessage(context, era, revision, message)
    }
  },
})

async function observeMessage(context: CaseContext, era: Era, revision: string, message: Message): Promise<void> {
  const bare = rpcRequest({
    endpoint: context.fixture.url,
    era,
    revision,
    method: message.method,
    ...(message.params === undefined ? {} : { params: message.params }),
    ...(message.notification === undefined ? { id: 'guarded' } : {}),
  })
  const unknown = withToken(bare, strangerToken(context.alpha.token, context.random))
  for (const [input, request] of [['without credentials', bare], ['with an unknown token', unknown]] as const) {
    const reaction = await send(context, request)
    const name = `${message.method} (${revision}) ${input}`
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
