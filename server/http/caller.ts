/** Carries the caller from the credentials guard through the SDK's pass-through `authInfo` to the tool handlers. */
import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server'
import type { Caller } from '../handoff/types.ts'
import type { Holder } from './open-streams.ts'

export interface Admission {
  readonly caller: Caller
  readonly holder: Holder
}

/** The token itself stays behind: nothing after the guard needs it. */
export function toAuthInfo(admission: Admission): AuthInfo {
  return { token: '', clientId: admission.caller.agentId, scopes: [], extra: { admission } }
}

export function admissionOf(authInfo: AuthInfo | undefined): Admission {
  const admission = authInfo?.extra?.['admission']
  if (admission === undefined) throw new Error('a request reached the protocol without an identity')
  return admission as Admission
}

export function callerOf(request: ServerContext): Caller {
  return admissionOf(request.http?.authInfo).caller
}
