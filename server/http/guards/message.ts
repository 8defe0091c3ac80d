/** What is refused in a parsed body before the protocol sees it: ids that cannot be given back, and batches. */
import { hasAnswerableId, isRecord, unanswerableId } from '../../mcp/message-id.ts'
import type { RpcFault } from '../rpc-error.ts'

/** Revisions without a version header are taken as this one (2025-11-25 basic/transports, Protocol Version Header). */
const assumedVersion = '2025-03-26'
/** The only revision that has batches (2025-03-26 basic, Batching; removed by 2025-06-18). */
const batchVersion = '2025-03-26'
export const maxBatch = 100

const invalidRequest = (message: string): RpcFault => ({ status: 400, code: -32_600, message })

/** @param version The negotiated version of the session, else the `MCP-Protocol-Version` field, else undefined. */
export function checkMessage(body: unknown, version: string | undefined): RpcFault | undefined {
  if (!Array.isArray(body)) return checkId(body)
  if ((version ?? assumedVersion) !== batchVersion) return invalidRequest('This protocol version has no batches.')
  if (body.length === 0) return invalidRequest('The batch is empty.')
  if (body.length > maxBatch) return invalidRequest(`A batch may have ${maxBatch} messages.`)
  if (body.some((message) => isRecord(message) && message['method'] === 'initialize')) {
    return invalidRequest('Send initialize by itself.')
  }
  for (const message of body) {
    const fault = checkId(message)
    if (fault !== undefined) return fault
  }
  return undefined
}

function checkId(message: unknown): RpcFault | undefined {
  return hasAnswerableId(message) ? undefined : invalidRequest(unanswerableId)
}

/** A credential as a member of the message is no credential, and beside the header it is one too many (RFC 6750 §2). */
export function hasAccessToken(body: unknown): boolean {
  return isRecord(body) && Object.hasOwn(body, 'access_token')
}
