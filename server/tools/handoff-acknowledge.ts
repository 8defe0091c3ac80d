/** Lets the recipient take a handoff on. */
import type { AcknowledgeInput } from '../handoff/inputs.ts'
import type { HandoffService } from '../handoff/service.ts'
import { expectedVersion, handoffId, idempotencyKey, note } from './arguments.ts'
import { changeResultSchema, strictObject } from './schemas.ts'
import type { Tool } from './tool.ts'

const inputSchema = strictObject(
  { handoff_id: handoffId, note, expected_version: expectedVersion, idempotency_key: idempotencyKey },
  ['handoff_id'],
)

export function handoffAcknowledge(service: HandoffService): Tool {
  return {
    name: 'handoff_acknowledge',
    title: 'Accept a handoff',
    description: 'Accepts a queued or blocked handoff that you received.',
    inputSchema,
    outputSchema: changeResultSchema,
    annotations: { title: 'Accept a handoff', readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    run: async (input, caller) => ({ ...(await service.acknowledge(caller, input as unknown as AcknowledgeInput)) }),
  }
}
