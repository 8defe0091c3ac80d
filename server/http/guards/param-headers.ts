/** Refuses tool calls whose `Mcp-Param-*` fields say something else than their arguments do. */
import type { IncomingMessage } from 'node:http'
import { isRecord } from '../../mcp/message-id.ts'
import { mirroredParams, paramHeaderProblem } from '../../mcp/param-headers.ts'
import { fieldValues } from '../fields.ts'
import type { RpcFault } from '../rpc-error.ts'

/** `HeaderMismatch` (2026-07-28, schema). */
const headerMismatch = -32_020
const versionKey = 'io.modelcontextprotocol/protocolVersion'
/** The first revision that mirrors parameters. */
const since = '2026-07-28'

/**
 * Only for calls that are otherwise what they say they are: what is wrong with their other fields is for the protocol
 * to tell.
 * @param inputSchemaOf The input schema of a tool; undefined where there is no such tool.
 */
export function checkParamHeaders(request: IncomingMessage, message: unknown, inputSchemaOf: (tool: string) => unknown): RpcFault | undefined {
  if (!isRecord(message) || message['method'] !== 'tools/call' || !isRecord(message['params'])) return undefined
  const { name, arguments: args, _meta: meta } = message['params']
  const version = isRecord(meta) ? meta[versionKey] : undefined
  if (typeof version !== 'string' || version < since || version !== fieldOf(request, 'mcp-protocol-version') || typeof name !== 'string') return undefined
  const problem = paramHeaderProblem(mirroredParams(inputSchemaOf(name)), args, (field) => fieldOf(request, field))
  return problem === undefined ? undefined : { status: 400, code: headerMismatch, message: problem }
}

/** Repeated fields as the list that they are (RFC 9110 §5.2). */
function fieldOf(request: IncomingMessage, name: string): string | undefined {
  const values = fieldValues(request, name)
  return values.length === 0 ? undefined : values.join(', ')
}
