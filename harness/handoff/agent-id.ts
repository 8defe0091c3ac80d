/** Who a client is to the target, where its driver does not know. */
import type { HandoffClient } from './client.ts'

/** The driver's word, else what the target answers to whoami; undefined where it does not tell. */
export async function agentIdOf(client: HandoffClient): Promise<string | undefined> {
  if (client.identity.agentId !== undefined) return client.identity.agentId
  const answer = await client.perform({ kind: 'whoami' })
  return answer.kind === 'ok' && answer.result.kind === 'whoami' ? answer.result.whoami.agent_id : undefined
}
