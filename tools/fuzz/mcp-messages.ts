/** Tool calls of both eras as messages, and what their answers come to. */
import { canonicalJson } from '../../protocol/canonical-json.ts'
import type { Json } from '../../protocol/canonical-json.ts'
import { errorAnswer, isObject, withoutWording } from './question.ts'
import type { Answer } from './question.ts'

export const modernVersion = '2026-07-28'
export const legacyVersion = '2025-11-25'
const clientInfo = { name: 'fuzz', version: '1' }

export interface ToolCall {
  readonly tool: 'accept_handoff' | 'verify_handoff_token' | 'issue_handoff_token'
  readonly input: unknown
}

export function legacyCall(id: number, { tool, input }: ToolCall): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: input } }
}

export function modernCall(id: number, { tool, input }: ToolCall): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modernVersion, 'io.modelcontextprotocol/clientInfo': clientInfo, 'io.modelcontextprotocol/clientCapabilities': {},
  }
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: input, _meta } }
}

/** `{ rpcError }` for an answer that is none of the tool. */
export function toolAnswer(message: unknown): Answer {
  const { result, error } = isObject(message) ? message : {}
  if (!isObject(result)) return { rpcError: isObject(error) ? error['code'] : 'no answer' }
  const { structuredContent: value, content, isError } = result
  if (!isObject(value)) return { other: 'a result without structured content' }
  const [first] = Array.isArray(content) ? (content as readonly unknown[]) : []
  const twin = isObject(first) && typeof first['text'] === 'string' ? (JSON.parse(first['text']) as Json) : null
  if (canonicalJson(twin) !== canonicalJson(value as Json)) return { other: 'a text that differs from the structured content' }
  return dataAnswer(value, isError === true)
}

/** What a tool, or the endpoint over plain HTTP, answered as data. */
export function dataAnswer(value: Readonly<Record<string, unknown>>, refused: boolean): Answer {
  const { error } = value
  if (refused !== isObject(error)) return { other: refused ? 'a refusal without an error' : 'an error that is not marked as one' }
  if (!isObject(error)) return withoutWording(value)
  return errorAnswer(String(error['code']), typeof error['field'] === 'string' ? error['field'] : undefined)
}
