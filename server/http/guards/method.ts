/** Refuses methods that a route does not have, and says which it has (RFC 9110 §15.5.6). */
import type { Refusal } from '../refusal.ts'

export function checkMethod(method: string | undefined, allowed: readonly string[]): Refusal | undefined {
  if (method !== undefined && allowed.includes(method)) return undefined
  return {
    status: 405,
    error: 'method_not_allowed',
    description: `Use ${allowed.join(' or ')} here.`,
    headers: { allow: allowed.join(', ') },
  }
}
