/** From credentials to the agent that they stand for, under one snapshot, or to one uniform refusal. */
import { isActive } from '../registry/active.ts'
import type { Agent, PolicySnapshot } from '../registry/policy.ts'
import type { Credentials } from './bearer.ts'
import { refusalFor, type Refusal } from './refusal.ts'
import { hashToken, sameHash } from './tokens.ts'

export type Authentication =
  | { readonly ok: true; readonly agent: Agent }
  | { readonly ok: false; readonly refusal: Refusal }

/**
 * Tokens are found by their SHA-256, of which a caller cannot choose a part, and then compared in constant time.
 *
 * @param nowMs ms since the epoch.
 */
export function authenticate(credentials: Credentials, snapshot: PolicySnapshot, nowMs: number): Authentication {
  if (credentials.kind === 'fault') return { ok: false, refusal: refusalFor(credentials.fault) }
  const hash = hashToken(credentials.token)
  const agent = snapshot.byToken.get(hash)
  if (agent?.tokenSha256 === undefined) return { ok: false, refusal: refusalFor('not-accepted') }
  if (!sameHash(agent.tokenSha256, hash)) return { ok: false, refusal: refusalFor('not-accepted') }
  if (!isActive(agent, nowMs)) return { ok: false, refusal: refusalFor('not-accepted') }
  return { ok: true, agent }
}
