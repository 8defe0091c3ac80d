/**
 * Who a stdio server acts for: the agent named at start, held against the policy in force at every message, so that
 * disabling, expiry and revocation reach a session that is running.
 */
import { CommandError } from '../errors.ts'
import { HandoffError } from '../handoff/errors.ts'
import type { Caller, Clock } from '../handoff/types.ts'
import { RateLimit } from '../http/rate-limit.ts'
import { isActive } from '../registry/active.ts'
import type { PolicySource } from '../registry/policy.ts'

export interface StdioIdentityOptions {
  readonly agentId: string
  readonly policy: PolicySource
  readonly clock: Clock
  /** Calls a minute. */
  readonly ratePerMinute: number
}

/**
 * @returns The caller, asked anew at each message; throws `HandoffError` (`policy_unavailable`, `not_permitted`, `rate_limited`).
 * @throws CommandError where the agent may not even begin.
 */
export function stdioIdentity({ agentId, policy, clock, ratePerMinute }: StdioIdentityOptions): () => Caller {
  const calls = new RateLimit(ratePerMinute, clock)
  const agent = policy.current().agents.get(agentId)
  if (agent === undefined) {
    throw new CommandError('agent_unknown', 'HANDOFF_AGENT_ID names no agent of the registry', 'name one, or add the agent to the registry')
  }
  if (!isActive(agent, clock())) {
    throw new CommandError('failed', 'the agent of HANDOFF_AGENT_ID is disabled or expired', 'enable it with `handoff-server enable`')
  }
  // No token is presented here, but an agent that had one and lost it was revoked.
  let hadToken = agent.tokenSha256 !== undefined
  return () => {
    const snapshot = policy.current()
    const current = snapshot.agents.get(agentId)
    const revoked = hadToken && current?.tokenSha256 === undefined
    hadToken ||= current?.tokenSha256 !== undefined
    if (current === undefined || revoked || !isActive(current, clock())) {
      throw new HandoffError('not_permitted', 'This identity is not allowed to use the server any more.')
    }
    const seconds = calls.exhausted(agentId)
    if (seconds !== undefined) throw new HandoffError('rate_limited', `Too many calls; try again in ${seconds} s.`)
    calls.use(agentId)
    return { agentId, policy: snapshot }
  }
}
