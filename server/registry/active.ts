/** Whether an agent may act at all: enabled, and not past its expiry. */
import type { Agent } from './policy.ts'

/** @param nowMs ms since the epoch. The first instant at which an agent is expired is `expires_at` itself. */
export function isActive(agent: Agent, nowMs: number): boolean {
  if (!agent.enabled) return false
  if (agent.expiresAt !== undefined && nowMs >= agent.expiresAt) return false
  return true
}
