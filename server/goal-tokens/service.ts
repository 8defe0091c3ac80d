/** What the acceptance tools do, on whatever transport: reads their input, authorises the caller, and leaves the audit line. */
import { stripBanner } from '../acceptance/banner.ts'
import { acceptAtEdge } from '../acceptance/edge.ts'
import { tokenCheck } from '../acceptance/token-check.ts'
import type { TokenCheck, Verdict } from '../acceptance/types.ts'
import { notPermitted } from '../handoff/refusals.ts'
import type { Caller } from '../handoff/types.ts'
import { isActive } from '../registry/active.ts'
import { auditLine } from './audit.ts'
import { issueGoalToken, verifyGoalToken } from './goal-tokens.ts'
import type { GoalTokensOptions, IssuedToken } from './goal-tokens.ts'
import { readIssueInput, readVerifyInput } from './inputs.ts'

/**
 * Every operation takes the arguments as they came, and throws `HandoffError` (`invalid_input`, `payload_too_large`,
 * `not_permitted`, `busy`), and `StoreError` where the database itself fails. What is refused consumes nothing.
 */
export interface AcceptanceService {
  issue(caller: Caller, given: unknown): Promise<IssuedToken>
  verify(caller: Caller, given: unknown): Promise<TokenCheck>
  accept(caller: Caller, given: unknown): Promise<Verdict>
}

export interface AcceptanceServiceOptions extends GoalTokensOptions {
  /** Receives one line of JSON an acceptance that came to a verdict. */
  readonly log: (line: string) => void
}

export function createAcceptanceService(options: AcceptanceServiceOptions): AcceptanceService {
  const { clock, log } = options
  return {
    issue: async (caller, given) => {
      const request = readIssueInput(given)
      authorise(caller, clock())
      return issueGoalToken(options, caller.agentId, request)
    },
    verify: async (caller, given) => {
      const { token, project_id, presented_body: delivered } = readVerifyInput(given)
      authorise(caller, clock())
      const presented_body = delivered === undefined ? undefined : stripBanner(delivered)
      return tokenCheck(await verifyGoalToken(options, caller.agentId, { token: token.trim(), project_id, presented_body }))
    },
    accept: async (caller, given) => {
      authorise(caller, clock())
      const { input, verdict, warnings } = await acceptAtEdge(given, {
        verifyToken: async (presented) => verifyGoalToken(options, caller.agentId, presented),
        resolveProject: (name) => caller.policy.projects.find((project) => project.name === name)?.id,
      })
      log(auditLine({ now: clock(), agentId: caller.agentId, input, verdict, warnings }))
      return verdict
    },
  }
}

/** Any agent may, as long as it is enabled and unexpired. @param now ms since the epoch */
function authorise({ agentId, policy }: Caller, now: number): void {
  const agent = policy.agents.get(agentId)
  if (agent === undefined || !isActive(agent, now)) throw notPermitted()
}
