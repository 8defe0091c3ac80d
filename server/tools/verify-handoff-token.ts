/** Verifies a goal token by itself, without the rest of an acceptance; a good one is used up by it. */
import { limits } from '../acceptance/limits.ts'
import type { AcceptanceService } from '../goal-tokens/service.ts'
import { asGiven, verifyResultSchema } from './acceptance-schemas.ts'
import { optional, strictObject } from './schemas.ts'
import type { Tool } from './tool.ts'

const inputSchema = strictObject(
  {
    project_id: asGiven('The project that the token is presented for.'),
    token: asGiven('The goal token; white space around it is ignored.'),
    presented_body: optional(asGiven('The body as it was delivered, with or without its banner; at most 1 MiB. An empty one is presented too.', limits.bodyBytes)),
  },
  ['project_id', 'token'],
)

export function verifyHandoffToken(service: AcceptanceService): Tool {
  const title = 'Verify a goal token'
  return {
    name: 'verify_handoff_token',
    title,
    description:
      'Tells whether a goal token is good for this project and body, and consumes it if it is: the next call says already_consumed. ' +
      'Stored is that you consumed it, and when; nothing of the body. The answer is advice to you and no gate: it keeps nobody from acting.',
    inputSchema,
    outputSchema: verifyResultSchema,
    annotations: { title, readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    readsInput: true,
    run: async (input, caller) => ({ ...(await service.verify(caller, input)) }),
  }
}
