/** Issues the token that a handoff envelope carries, so that its receiver can tell it from a copy and from a forgery. */
import { defaultTtlS, longestTtlS } from '../goal-tokens/inputs.ts'
import { limits } from '../acceptance/limits.ts'
import type { AcceptanceService } from '../goal-tokens/service.ts'
import { asGiven, issueResultSchema } from './acceptance-schemas.ts'
import { optional, strictObject, wholeNumber } from './schemas.ts'
import type { Tool } from './tool.ts'

const inputSchema = strictObject(
  {
    project_id: { ...asGiven('The project that the envelope is for.'), minLength: 1 },
    body: optional(asGiven('The body to bind the token to, exactly as it will be presented without the banner; at most 1 MiB.', limits.bodyBytes)),
    ttl_s: optional(wholeNumber(1, longestTtlS, 'Seconds for which the token is good.'), defaultTtlS),
  },
  ['project_id'],
)

export function issueHandoffToken(service: AcceptanceService): Tool {
  const title = 'Issue a goal token'
  return {
    name: 'issue_handoff_token',
    title,
    description:
      'Issues a goal token that is good once, for one project and, where a body is given, for that body alone. Stored, and forgotten a day ' +
      'after its use or expiry: the SHA-256 of the token and of the body, the project, the agents that issued and used it, and when; never the token or the body.',
    inputSchema,
    outputSchema: issueResultSchema,
    annotations: { title, readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    readsInput: true,
    run: async (input, caller) => ({ ...(await service.issue(caller, input)) }),
  }
}
