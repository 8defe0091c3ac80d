/** Tells an agent who it is here and what the policy in force lets it do. */
import type { HandoffService } from '../handoff/service.ts'
import { strictObject, whoamiResultSchema } from './schemas.ts'
import type { Tool } from './tool.ts'

const inputSchema = strictObject({}, [])

export function handoffWhoami(service: HandoffService): Tool {
  return {
    name: 'handoff_whoami',
    title: 'Who am I',
    description: 'Tells your agent id, whom you may send to and receive from, and how sensitive a handoff you may see.',
    inputSchema,
    outputSchema: whoamiResultSchema,
    annotations: { title: 'Who am I', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async (_input, caller) => ({ ...(await service.whoami(caller)) }),
  }
}
