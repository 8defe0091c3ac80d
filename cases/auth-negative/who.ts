/** Asks the target whom a request acts for, through the adapter's whoami: the token decides, nothing else. */
import { adapterOf, valueAt } from '../../harness/target/adapter.ts'
import type { Identity } from '../../harness/fixture/driver.ts'
import type { CaseContext } from '../../harness/run/case.ts'
import { rpcAnswer, rpcRequest } from '../../harness/wire/mcp.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { withAuthorization } from './tokens.ts'
import { sessionIdOf } from './session-of.ts'

export interface Asking {
  /** Whose request it is; its token is sent unless `authorization` says otherwise. */
  readonly identity: Identity | undefined
  /** Every Authorization field to send instead. */
  readonly authorization?: readonly string[]
  /** More arguments for the tool. */
  readonly arguments?: Readonly<Record<string, unknown>>
  /** More members of `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>
  /** The last change to the request before it is sent. */
  readonly change?: (request: HttpRequest) => HttpRequest
}

/** The agent id that the target names; undefined where it refuses, or where nothing can ask it. */
export async function whoActs(context: CaseContext, asking: Asking): Promise<string | undefined> {
  const adapter = adapterOf(context.target)
  if (adapter === undefined || asking.identity === undefined) return undefined
  const sessionId = sessionIdOf(context, asking.identity)
  const request = rpcRequest({
    endpoint: context.fixture.url,
    era: context.target.era,
    revision: context.target.revision,
    ...(sessionId === undefined ? {} : { sessionId }),
    method: 'tools/call',
    params: { name: adapter.operations.whoami.tool, arguments: asking.arguments ?? {}, ...(asking.meta === undefined ? {} : { _meta: asking.meta }) },
    id: 'whoami',
    token: asking.identity.token,
  })
  const authorized = asking.authorization === undefined ? request : withAuthorization(request, ...asking.authorization)
  const reaction = await context.wire.send(asking.change?.(authorized) ?? authorized, { sender: 'raw' })
  const answer = rpcAnswer(reaction, 'whoami')
  if (answer.kind !== 'result' || answer.result['isError'] === true) return undefined
  const agentId = valueAt(answer.result['structuredContent'], adapter.operations.whoami.results['agent_id'] ?? '')
  return typeof agentId === 'string' ? agentId : undefined
}
