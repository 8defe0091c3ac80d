/** A stream that stays open after its request was authorized, where the target offers one at all. */
import type { Identity } from '../../harness/fixture/driver.ts'
import type { CaseContext } from '../../harness/run/case.ts'
import type { TargetProfile } from '../../harness/target/profile.ts'
import { rpcRequest } from '../../harness/wire/mcp.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import type { OpenStream } from '../../harness/wire/wire.ts'
import { sessionIdOf } from './session-of.ts'
import { withToken } from './tokens.ts'

/** An open stream, or the reason why there is none. */
export async function openStream(context: CaseContext, identity: Identity): Promise<OpenStream | string> {
  const request = streamRequest(context, identity)
  if (request === undefined) return 'the target offers no stream'
  const opened = await context.wire.stream(request)
  if ('kind' in opened) return 'the target opened no stream'
  const type = opened.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  if (opened.status === 200 && type.toLowerCase().startsWith('text/event-stream')) return opened
  opened.close()
  return `the target opened no stream (status ${opened.status})`
}

/** Listening in the modern era where a change is announced; a GET with the session before (2025-11-25). */
function streamRequest(context: CaseContext, identity: Identity): HttpRequest | undefined {
  const { target, fixture } = context
  if (target.era === 'modern') {
    const notifications = announced(target)
    if (Object.keys(notifications).length === 0) return undefined
    const common = { endpoint: fixture.url, era: target.era, revision: target.revision, token: identity.token }
    return rpcRequest({ ...common, method: 'subscriptions/listen', params: { notifications }, id: 'listen' })
  }
  const sessionId = sessionIdOf(context, identity)
  if (sessionId === undefined) return undefined
  const headers = [['Accept', 'text/event-stream'], ['Mcp-Session-Id', sessionId], ['MCP-Protocol-Version', target.revision]] as const
  return withToken({ method: 'GET', target: fixture.url.pathname + fixture.url.search, headers }, identity.token)
}

function announced({ capabilities }: TargetProfile): Record<string, boolean> {
  const notifications: Record<string, boolean> = {}
  for (const kind of ['tools', 'prompts', 'resources']) {
    const capability = capabilities[kind]
    const declared = typeof capability === 'object' && capability !== null && (capability as Record<string, unknown>)['listChanged'] === true
    if (declared) notifications[`${kind}ListChanged`] = true
  }
  return notifications
}

/** Whether a message arrives before the time is up (in ms): only then can its absence later tell anything. */
export async function isLive(stream: OpenStream, timeoutMs: number): Promise<boolean> {
  return (await countMessages(stream, timeoutMs, 1)) > 0
}

/** How many messages arrive from now on, until the stream ends or the time is up (in ms). */
export async function messagesWithin(stream: OpenStream, timeoutMs: number): Promise<number> {
  return countMessages(stream, timeoutMs, Number.POSITIVE_INFINITY)
}

async function countMessages(stream: OpenStream, timeoutMs: number, enough: number): Promise<number> {
  const deadline = performance.now() + timeoutMs
  let count = 0
  while (count < enough) {
    const left = deadline - performance.now()
    if (left <= 0) break
    const event = await stream.next(left)
    if (event === undefined) break
    if (isMessage(event.data)) count += 1
  }
  return count
}

/** What opens or ends a stream is no message on it. */
function isMessage(data: string): boolean {
  return data !== '' && !/"(?:result|error)"\s*:/.test(data) && !data.includes('notifications/subscriptions/acknowledged')
}
