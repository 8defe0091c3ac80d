/** A session of a 2025 target, opened by a case for itself. */
import type { Identity } from '../../harness/fixture/driver.ts'
import type { CaseContext } from '../../harness/run/case.ts'
import type { Era, TargetProfile } from '../../harness/target/profile.ts'
import { fieldValues } from '../../harness/wire/message.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { initializeParams, rpcAnswer, rpcRequest } from '../../harness/wire/mcp.ts'
import { describe, isFulfilled } from './reactions.ts'
import { withToken } from './tokens.ts'

/** The newest revision that the target speaks in an era; undefined where it speaks none. */
export function revisionOf(target: TargetProfile, era: Era): string | undefined {
  if (!target.eras.has(era)) return undefined
  return target.revisions.find((revision) => (revision >= '2026-07-28') === (era === 'modern'))
}

export interface Session {
  readonly id: string
  /** A request in it, with the credentials of whoever opened it. */
  list(): HttpRequest
  /** GET or DELETE in it, with the same credentials. */
  bodiless(method: 'GET' | 'DELETE'): HttpRequest
}

/** A session of its own for the identity. */
export async function openSession(context: CaseContext, identity: Identity): Promise<Session> {
  const revision = revisionOf(context.target, 'legacy')
  if (revision === undefined) context.notApplicable('the target speaks no revision with sessions')
  const call = { endpoint: context.fixture.url, era: 'legacy', revision, token: identity.token } as const
  const reaction = await context.wire.send(rpcRequest({ ...call, method: 'initialize', params: initializeParams(revision), id: 'initialize' }))
  const [id] = reaction.kind === 'response' ? fieldValues(reaction.response, 'mcp-session-id') : []
  if (id === undefined || rpcAnswer(reaction, 'initialize').kind !== 'result') context.inconclusive(`no session was opened: ${describe(reaction)}`)
  await context.wire.send(rpcRequest({ ...call, sessionId: id, method: 'notifications/initialized' }))
  const session: Session = {
    id,
    list: () => rpcRequest({ ...call, sessionId: id, method: 'tools/list', params: {}, id: 'list' }),
    bodiless: (method) => withToken({
      method,
      target: context.fixture.url.pathname + context.fixture.url.search,
      headers: [['Accept', 'text/event-stream'], ['MCP-Protocol-Version', revision], ['Mcp-Session-Id', id]],
    }, identity.token),
  }
  const works = await context.wire.send(session.list())
  if (!isFulfilled(works)) context.inconclusive(`the session does not serve its owner: ${describe(works)}`)
  return session
}
