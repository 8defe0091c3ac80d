/** Sends a handoff with arguments beside the contract's own and reads back whom the target recorded as its sender. */
import { adapterOf, argumentsFor, valueAt } from '../../harness/target/adapter.ts'
import type { CaseContext } from '../../harness/run/case.ts'
import { rpcAnswer, rpcRequest } from '../../harness/wire/mcp.ts'
import { sessionIdOf } from './session-of.ts'

/** The recorded sender; undefined where the target refuses the handoff or does not show a sender. */
export async function senderOf(context: CaseContext, added: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  const { alpha, beta, target } = context
  const adapter = adapterOf(target)
  if (adapter === undefined || beta?.agentId === undefined) return undefined
  const { tool, results } = adapter.operations.send
  const sessionId = sessionIdOf(context, alpha)
  const request = rpcRequest({
    endpoint: context.fixture.url,
    era: target.era,
    revision: target.revision,
    ...(sessionId === undefined ? {} : { sessionId }),
    method: 'tools/call',
    params: {
      name: tool,
      arguments: {
        ...argumentsFor(adapter, 'send', {
          recipient: beta.agentId,
          title: 'Who sent this?',
          summary: 'Sent by a conformance test; nobody needs to do anything.',
          request: 'None.',
        }),
        ...added,
      },
    },
    id: 'send',
    token: alpha.token,
  })
  const answer = rpcAnswer(await context.wire.send(request), 'send')
  if (answer.kind !== 'result' || answer.result['isError'] === true) return undefined
  const sender = valueAt(valueAt(answer.result['structuredContent'], results['handoff'] ?? ''), adapter.handoff['sender'] ?? '')
  return typeof sender === 'string' ? sender : undefined
}
