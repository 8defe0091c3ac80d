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

/** @param isStoreUsable Without a store nothing can be kept, so nobody should be sent here. */
export function readiness(policy: PolicySource, isStoreUsable: boolean, revision: string | undefined): HealthAnswer {
  const state = isStoreUsable ? policy.state() : 'unavailable'
  return { status: state === 'ready' ? 200 : 503, body: withRevision(state, revision) }
}

function withRevision(status: string, revision: string | undefined): HealthAnswer['body'] {
  return revision === undefined ? { status } : { status, policy_revision: revision }
}
