/**
 * Lets in who presents a token of the policy in force. Refused credentials are paid from a budget of the address they
 * came from; where it is used up, refusals say so, and a valid token is let in all the same.
 */
import type { IncomingMessage } from 'node:http'
import { authenticate } from '../../auth/authenticate.ts'
import { readCredentials } from '../../auth/bearer.ts'
import type { Credentials } from '../../auth/bearer.ts'
import { refusalFor } from '../../auth/refusal.ts'
import type { Refusal as BearerRefusal } from '../../auth/refusal.ts'
import { HandoffError } from '../../handoff/errors.ts'
import type { Clock } from '../../handoff/types.ts'
import type { PolicySnapshot, PolicySource } from '../../registry/policy.ts'
import type { Admission } from '../caller.ts'
import type { Holder } from '../open-streams.ts'
import type { RateLimit } from '../rate-limit.ts'
import type { Refusal } from '../refusal.ts'

export type Judgement =
  | { readonly kind: 'admitted'; readonly admission: Admission }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

export type JudgeCredentials = (request: IncomingMessage) => Judgement

export interface CredentialsGuardOptions {
  readonly policy: PolicySource
  readonly clock: Clock
  /** Refused credentials an address. */
  readonly refusals: RateLimit
}

const policyUnavailable: Refusal = {
  status: 503,
  error: 'policy_unavailable',
  description: 'No policy is in force; try again later.',
  headers: { 'retry-after': '5' },
}

export function credentialsGuard({ policy, clock, refusals }: CredentialsGuardOptions): JudgeCredentials {
  /** @param spends Whether something was presented at all: who presents nothing cannot be guessing. */
  const refuseCaller = (address: string, bearer: BearerRefusal, spends: boolean): Judgement => {
    const seconds = spends ? refusals.exhausted(address) : undefined
    if (seconds !== undefined) return { kind: 'refused', refusal: tooManyRefusals(seconds) }
    if (spends) refusals.use(address)
    return { kind: 'refused', refusal: toRefusal(bearer) }
  }

  return (request) => {
    const address = request.socket.remoteAddress ?? ''
    const credentials = readCredentials(request.rawHeaders, request.url ?? '')
    if (credentials.kind === 'fault') {
      return refuseCaller(address, refusalFor(credentials.fault), credentials.fault !== 'absent')
    }
    const snapshot = currentPolicy(policy)
    if (snapshot === undefined) return { kind: 'refused', refusal: policyUnavailable }
    const authentication = authenticate(credentials, snapshot, clock())
    if (!authentication.ok) return refuseCaller(address, authentication.refusal, true)
    const agentId = authentication.agent.id
    const holder = holderOf(credentials, agentId, policy, clock)
    return { kind: 'admitted', admission: { caller: { agentId, policy: snapshot }, holder } }
  }
}

/** A credential in the body beside the one in the header: two of them, of which none can be meant (RFC 6750 §2). */
export function misplacedCredentials(): Refusal {
  return toRefusal(refusalFor('in-body'))
}

function holderOf(credentials: Credentials, agentId: string, policy: PolicySource, clock: Clock): Holder {
  return {
    agentId,
    stillAllowed: () => {
      const snapshot = currentPolicy(policy)
      if (snapshot === undefined) return false
      const authentication = authenticate(credentials, snapshot, clock())
      return authentication.ok && authentication.agent.id === agentId
    },
  }
}

function currentPolicy(policy: PolicySource): PolicySnapshot | undefined {
  try {
    return policy.current()
  } catch (error) {
    if (error instanceof HandoffError && error.code === 'policy_unavailable') return undefined
    throw error
  }
}

function toRefusal({ status, error, message, challenge }: BearerRefusal): Refusal {
  return {
    status,
    error: error ?? 'unauthorized',
    description: message,
    headers: { 'www-authenticate': challenge },
  }
}

function tooManyRefusals(seconds: number): Refusal {
  return {
    status: 429,
    error: 'too_many_refusals',
    description: `Too many refused credentials from this address; try again in ${seconds} s.`,
    headers: { 'retry-after': String(seconds) },
  }
}
