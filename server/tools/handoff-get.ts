/** Shows one handoff with its history. */
import type { GetInput } from '../handoff/inputs.ts'
import type { HandoffService } from '../handoff/service.ts'
import { handoffId } from './arguments.ts'
import { eventSchema, handoffSchema, resultOrError, strictObject } from './schemas.ts'
import type { Tool } from './tool.ts'

const inputSchema = strictObject({ handoff_id: handoffId }, ['handoff_id'])

const outputSchema = resultOrError(
  strictObject({ handoff: handoffSchema, events: { type: 'array', items: eventSchema } }, ['handoff', 'events']),
)

export function handoffGet(service: HandoffService): Tool {
  return {
    name: 'handoff_get',
    title: 'Read a handoff',
    description: 'Shows one handoff that you sent or received, with everything that happened to it.',
    inputSchema,
    outputSchema,
    annotations: { title: 'Read a handoff', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async (input, caller) => ({ ...(await service.get(caller, input as unknown as GetInput)) }),
  }
}
