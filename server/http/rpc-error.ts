/**
 * Errors from the parse on, as JSON-RPC. There is no `id` member where none could be read: JSON-RPC 2.0 wants `null`
 * there, but the schemas of MCP allow a string, an integer or no member at all.
 */
import type { ServerResponse } from 'node:http'
import { sendJson } from './refusal.ts'

export interface RpcFault {
  /** HTTP status. */
  readonly status: number
  readonly code: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

export function sendRpcFault(response: ServerResponse, fault: RpcFault, id?: string | number): void {
  sendJson(response, fault.status, rpcFaultBody(fault, id), fault.headers)
}

export function rpcFaultResponse(fault: RpcFault, id?: string | number): Response {
  return Response.json(rpcFaultBody(fault, id), { status: fault.status, headers: { ...fault.headers } })
}

function rpcFaultBody(fault: RpcFault, id: string | number | undefined) {
  return { jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code: fault.code, message: fault.message } }
}
