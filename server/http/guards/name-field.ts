/**
 * Refuses requests of an extension whose `Mcp-Name` field says something else than their body does. The SDK knows the
 * field for the methods of the specification alone (2026-07-28 basic/transports/streamable-http, Server Validation).
 */
import type { IncomingMessage } from 'node:http'
import { isRecord } from '../../mcp/message-id.ts'
import { decodeFieldValue } from '../../mcp/param-headers.ts'
import { fieldValues } from '../fields.ts'
import type { RpcFault } from '../rpc-error.ts'

/** `HeaderMismatch` (2026-07-28, schema). */
const headerMismatch = -32_020

/** @param nameParamOf The parameter that the field repeats; undefined for methods that are no extension's. */
export function checkNameField(request: IncomingMessage, message: unknown, nameParamOf: (method: string) => string | undefined): RpcFault | undefined {
  if (!isRecord(message) || typeof message['method'] !== 'string' || !isRecord(message['params'])) return undefined
  const param = nameParamOf(message['method'])
  const value = param === undefined ? undefined : message['params'][param]
  // A value of another type is a fault of the parameters: the method says so.
  if (typeof value !== 'string') return undefined
  const fields = fieldValues(request, 'mcp-name')
  if (fields.length === 0) return { status: 400, code: headerMismatch, message: 'Mcp-Name is missing.' }
  if (decodeFieldValue(fields.join(', ').trim()) === value) return undefined
  return { status: 400, code: headerMismatch, message: `Mcp-Name is not what the request has as ${param}.` }
}
