/** Lists what an agent received or sent, a page at a time. */
import { inboxDefaults } from '../handoff/reads.ts'
import type { HandoffService } from '../handoff/service.ts'
import { statuses } from '../handoff/types.ts'
import { handoffSchema, oneOf, optional, resultOrError, strictObject, text, wholeNumber } from './schemas.ts'
import type { Tool } from './tool.ts'

const inputSchema = strictObject(
  {
    box: optional(oneOf(['received', 'sent'], 'Which of your handoffs.'), inboxDefaults.box),
    statuses: optional(
      { type: 'array', maxItems: statuses.length, items: { type: 'string', enum: statuses }, description: 'Only handoffs in these states.' },
      inboxDefaults.statuses,
    ),
    limit: optional(wholeNumber(1, 100, 'How many at most.'), inboxDefaults.limit),
    cursor: optional(text(1, 500, 'The `next_cursor` of the page before, with the same `box` and `statuses`.')),
  },
  [],
)

const outputSchema = resultOrError(
  strictObject(
    {
      handoffs: { type: 'array', items: handoffSchema },
      next_cursor: { type: 'string', description: 'Absent on the last page.' },
    },
    ['handoffs'],
  ),
)

export function handoffInbox(service: HandoffService): Tool {
  return {
    name: 'handoff_inbox',
    title: 'List handoffs',
    description: 'Lists the handoffs that you received or sent and may see now, the newest first.',
    inputSchema,
    outputSchema,
    annotations: { title: 'List handoffs', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async (input, caller) => ({ ...(await service.inbox(caller, input)) }),
  }
}
