/**
 * One line of `exchanges.jsonl` an exchange: names, status codes, header fields and sizes. Bodies are never kept, for
 * they hold what agents hand to each other; of a JSON-RPC message the method, the tool and the error code are.
 */
import type { RecordedExchange } from '../target/taps.ts'
import type { HeaderField, HttpRequest, Reaction } from '../wire/message.ts'
import { mask, redactValue } from './redact.ts'
import { sanitiseText } from './sanitise.ts'
import type { SecretRegistry } from './secrets.ts'

/** Larger bodies are not looked into. In bytes. */
const maxParsedBytes = 256 * 1024

/** @returns JSON without line end. */
export function exchangeLine({ case: caseId, exchange }: RecordedExchange, secrets: SecretRegistry): string {
  const { way, request, reaction } = exchange
  const line = { case: caseId, way, request: request === undefined ? null : requestFacts(request), reaction: reactionFacts(reaction) }
  return JSON.stringify(redactValue(line, (text) => sanitiseText(text, secrets)))
}

function requestFacts(request: HttpRequest): object {
  const body = request.body ?? new Uint8Array()
  return { method: request.method, target: request.target, headers: headerFacts(request.headers), bodyBytes: body.length, rpc: rpcFacts(body) }
}

function reactionFacts(reaction: Reaction): object {
  if (reaction.kind !== 'response') return { ...reaction }
  const { status, headers, interim, body, truncated, durationMs } = reaction.response
  return { kind: 'response', status, interim, headers: headerFacts(headers), bodyBytes: body.length, truncated, rpc: rpcFacts(body), durationMs: Math.round(durationMs * 10) / 10 }
}

/** A session id lets whoever has it speak in the session, so it goes the way of the other credentials. */
function headerFacts(headers: readonly HeaderField[]): HeaderField[] {
  return headers.map(([name, value]): HeaderField => [name, name.toLowerCase() === 'mcp-session-id' ? mask : value])
}

/** Undefined where the body is no single JSON-RPC message, be it plain or the last event of a stream. */
function rpcFacts(body: Uint8Array): object | undefined {
  if (body.length === 0 || body.length > maxParsedBytes) return undefined
  const text = Buffer.from(body).toString('utf8')
  const message = parsed(text) ?? parsed(text.split('\n').findLast((line) => line.startsWith('data:'))?.slice(5) ?? '')
  if (message === undefined || message['jsonrpc'] !== '2.0') return undefined
  const params = asRecord(message['params'])
  const error = asRecord(message['error'])
  const result = asRecord(message['result'])
  return {
    method: stringOr(message['method']),
    tool: message['method'] === 'tools/call' ? stringOr(params?.['name']) : undefined,
    errorCode: typeof error?.['code'] === 'number' ? error['code'] : undefined,
    result: result === undefined ? undefined : true,
    isError: typeof result?.['isError'] === 'boolean' ? result['isError'] : undefined,
  }
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return asRecord(JSON.parse(text))
  } catch {
    return undefined
  }
}

const asRecord = (value: unknown): Record<string, unknown> | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
const stringOr = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
