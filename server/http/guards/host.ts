/**
 * Refuses requests that name another host: a page of the open web whose name was pointed at this machine (DNS
 * rebinding) sends its own name (MCP transports, Security Warning).
 */
import type { IncomingMessage } from 'node:http'
import { fieldValues } from '../fields.ts'
import { hostSet } from '../loopback.ts'
import type { Refusal } from '../refusal.ts'
import type { RequestTarget } from '../request-target.ts'

const authority = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/

export function hostGuard(allowedHosts: readonly string[]) {
  const allowed = hostSet(allowedHosts)
  return (request: IncomingMessage, target: RequestTarget): Refusal | undefined => {
    const fields = fieldValues(request, 'host')
    if (fields.length !== 1) {
      return { status: 400, error: 'invalid_host', description: 'Send exactly one Host field.' }
    }
    // RFC 9112 §3.2.2: the authority of an absolute-form target stands above the field; here neither may be foreign.
    const named = target.authority === undefined ? fields : [...fields, target.authority]
    for (const value of named) {
      const match = authority.exec(value.trim().toLowerCase())
      if (match === null) return { status: 400, error: 'invalid_host', description: 'The Host field is malformed.' }
      if (!allowed.has(match[1] ?? '')) {
        return { status: 403, error: 'host_not_allowed', description: 'This server does not answer for that host.' }
      }
    }
    return undefined
  }
}
