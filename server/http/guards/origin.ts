/** Refuses requests from web pages of other origins (MCP transports, Security Warning: 403 for an invalid Origin). */
import type { IncomingMessage } from 'node:http'
import { fieldValues } from '../fields.ts'
import { hostSet, normaliseHost } from '../loopback.ts'
import type { Refusal } from '../refusal.ts'

const serialisedOrigin = /^https?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/

/** @param allowedOrigins Whole origins (`https://app.example`) or host names that stand for any scheme and port. */
export function originGuard(allowedOrigins: readonly string[]) {
  const origins = new Set(allowedOrigins.filter((entry) => entry.includes('://')).map((entry) => entry.toLowerCase()))
  const names = allowedOrigins.filter((entry) => !entry.includes('://')).map(normaliseHost)
  const hosts = allowedOrigins.length > 0 && names.length === 0 ? new Set<string>() : hostSet(names)
  const refusal: Refusal = { status: 403, error: 'origin_not_allowed', description: 'Requests from that origin are not allowed.' }
  return (request: IncomingMessage): Refusal | undefined => {
    const fields = fieldValues(request, 'origin')
    if (fields.length === 0) return undefined
    const origin = fields[0]?.trim().toLowerCase() ?? ''
    const match = serialisedOrigin.exec(origin)
    if (fields.length > 1 || match === null) return refusal
    return origins.has(origin) || hosts.has(match[1] ?? '') ? undefined : refusal
  }
}
