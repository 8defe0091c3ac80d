/** Lets the recipient block or complete a handoff, and the sender cancel one that is still queued. */
import { requestableStatuses } from '../handoff/inputs.ts'
import type { UpdateStatusInput } from '../handoff/inputs.ts'
import type { HandoffService } from '../handoff/service.ts'
import { expectedVersion, handoffId, idempotencyKey, note } from './arguments.ts'
import { changeResultSchema, oneOf, strictObject } from './schemas.ts'
import type { Tool } from './tool.ts'

const inputSchema = strictObject(
  {
    handoff_id: handoffId,
    status: oneOf(requestableStatuses, 'The new state: blocked and completed are for the recipient, cancelled for the sender.'),
    note,
    expected_version: expectedVersion,
    idempotency_key: idempotencyKey,
  },
  ['handoff_id', 'status'],
)

export function handoffUpdateStatus(service: HandoffService): Tool {
  return {
    name: 'handoff_update_status',
    title: 'Move a handoff on',
    description: 'Blocks or completes a handoff that you received, or cancels one that you sent while it is queued. Completed and cancelled are final.',
    inputSchema,
    outputSchema: changeResultSchema,
    annotations: { title: 'Move a handoff on', readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    run: async (input, caller) => ({ ...(await service.updateStatus(caller, input as unknown as UpdateStatusInput)) }),
  }
}
