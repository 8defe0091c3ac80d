/** One send with a key, where only whether it is taken matters. */
import type { HandoffClient } from '../../../harness/handoff/client.ts'
import type { Answer } from '../../../harness/handoff/contract.ts'

/** @param timeoutMs Until the answer; default: that of the wire. */
export async function sent(client: HandoffClient, recipient: string, key: string, request = 'None.', timeoutMs?: number): Promise<Answer> {
  return client.perform(
    { kind: 'send', input: { recipient, title: 'About the store', summary: 'Sent by a conformance test.', request, idempotency_key: key } },
    timeoutMs === undefined ? {} : { timeoutMs },
  )
}
