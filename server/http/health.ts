/** Liveness and readiness: a status for everybody, the policy's revision for who is let in by it, a reason for nobody. */
import type { PolicySource } from '../registry/policy.ts'

export interface HealthAnswer {
  readonly status: number
  readonly body: { readonly status: string; readonly policy_revision?: string }
}

/** @param revision The policy revision, for a caller with a valid token. */
export function liveness(revision: string | undefined): HealthAnswer {
  return { status: 200, body: withRevision('ok', revision) }
}

export function readiness(policy: PolicySource, revision: string | undefined): HealthAnswer {
  const state = policy.state()
  return { status: state === 'ready' ? 200 : 503, body: withRevision(state, revision) }
}

function withRevision(status: string, revision: string | undefined): HealthAnswer['body'] {
  return revision === undefined ? { status } : { status, policy_revision: revision }
}
