/** Tells a receiver whether a handoff envelope is fresh, untampered, meant for its project, doable and still true of the board. */
import { defaultDeliverySource } from '../acceptance/verdict.ts'
import { limits } from '../acceptance/limits.ts'
import type { AcceptanceService } from '../goal-tokens/service.ts'
import { asGiven, listOfNames, liveItems, verdictSchema } from './acceptance-schemas.ts'
import { optional, strictObject } from './schemas.ts'
import type { Tool } from './tool.ts'

const inputSchema = strictObject(
  {
    project_id: optional(asGiven('Your own project; the token and the tag of the body must be for it.')),
    project_name: optional(asGiven('Its name in the registry, where you do not know the id; ignored beside a project_id.')),
    session_id: optional(asGiven('For the audit only; never changes a verdict.')),
    goal_token: optional(asGiven('The token of the envelope, exactly as delivered. A good one is consumed, even where a later check rejects.')),
    presented_body: optional(asGiven('The body as it was delivered, with or without its banner; at most 1 MiB.', limits.bodyBytes)),
    required_tools: optional(listOfNames('The tools that the work needs.')),
    available_tools: optional(listOfNames('The tools that you have; compared by their exact names.')),
    live_items: optional(liveItems),
    expected_required_tools_hash: optional(asGiven('The hash of the required tools that the envelope declares.')),
    expected_board_revision: optional(asGiven('The board revision that the envelope declares.')),
    expected_repo_path: optional(asGiven('Your own repository path; compared with that of the body as text, and never opened.')),
    delivery_source: optional(asGiven('How the envelope came to you; given back as it is.'), defaultDeliverySource),
  },
  [],
)

export function acceptHandoff(service: AcceptanceService): Tool {
  const title = 'Check a handoff envelope'
  return {
    name: 'accept_handoff',
    title,
    description:
      'Checks a handoff envelope that was delivered to you and answers with one verdict: token, project, tools, tool manifest and board, ' +
      'each only where you give what it needs. A good token is consumed by it, even where a later check rejects. Stored is that you consumed it, ' +
      'and when; the log gets a line with your agent id, session_id, project_id and the outcome, and nothing else of the envelope. ' +
      'The verdict is advice to you and no gate: it keeps nobody from acting.',
    inputSchema,
    outputSchema: verdictSchema,
    annotations: { title, readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    readsInput: true,
    run: async (input, caller) => ({ ...(await service.accept(caller, input)) }),
  }
}
