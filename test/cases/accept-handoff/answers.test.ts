import t from 'tap'
import { endpointAnswer, toolAnswer } from '../../../cases/accept-handoff/answers.ts'
import type { PeerAnswer } from '../../../harness/peer/peer.ts'
import type { Reaction } from '../../../harness/wire/message.ts'
import type { RpcAnswer } from '../../../harness/wire/jsonrpc.ts'

const verdict = { accepted: true }
const error = { code: 'invalid_input', field: 'goal_token' }
const told = { kind: 'error', ...error }

const ofTool = (answer: RpcAnswer): PeerAnswer => ({ id: 'a', messages: [], answer, response: undefined, reaction: undefined })
const result = (members: Record<string, unknown>): PeerAnswer => ofTool({ kind: 'result', result: members })
const text = (value: unknown): object => ({ content: [{ type: 'text', text: JSON.stringify(value) }] })

const tools: readonly (readonly [what: string, answer: PeerAnswer, read: object])[] = [
  ['structured content', result({ structuredContent: verdict }), { kind: 'value', value: verdict }],
  ['JSON text', result({ ...text(verdict) }), { kind: 'value', value: verdict }],
  ['a text that is no JSON', result({ content: [{ type: 'text', text: 'accepted' }] }), { kind: 'other', what: 'a result that holds no object' }],
  ['an error in structured content', result({ isError: true, structuredContent: { error } }), told],
  ['an error in JSON text', result({ isError: true, ...text({ error }) }), told],
  ['an error without a code', result({ isError: true, content: [{ type: 'text', text: 'no' }] }), { kind: 'other', what: 'a tool error without a code' }],
  ['an error that is not marked', result({ structuredContent: { error } }), { kind: 'other', what: 'an error in a result that is not marked as one' }],
  ['an error of JSON-RPC with its data', ofTool({ kind: 'error', code: -32_602, message: 'no', data: error }), told],
  ['and one deeper', ofTool({ kind: 'error', code: -32_602, message: 'no', data: { error } }), told],
  ['without data', ofTool({ kind: 'error', code: -32_602, message: 'no' }), { kind: 'other', what: 'JSON-RPC error -32602' }],
  ['a fault of the server, whatever its data say', ofTool({ kind: 'error', code: -32_603, message: 'no', data: error }), { kind: 'other', what: 'JSON-RPC error -32603' }],
]
for (const [what, answer, read] of tools) t.same(toolAnswer(answer), read, what)

function reaction(status: number, value: unknown): Reaction {
  return { kind: 'response', response: { status, headers: [], interim: [], body: Buffer.from(JSON.stringify(value)), truncated: false, durationMs: 0 } }
}

const unnamed = { kind: 'error', code: 'invalid_input', field: undefined }

const endpoint: readonly (readonly [what: string, reaction: Reaction, read: object])[] = [
  ['a verdict', reaction(200, verdict), { kind: 'value', value: verdict }],
  ['an error with status 200', reaction(200, { error }), { kind: 'other', what: 'status 200 without a verdict' }],
  ['an error', reaction(400, { error }), told],
  ['problem details', reaction(400, { type: 'about:blank', status: 400, ...error }), told],
  ['what a framework raised', reaction(400, { detail: error }), told],
  ['the status alone', reaction(400, 'no'), unnamed],
  ['the status with an error of the transport', reaction(400, { error: 'invalid_request' }), unnamed],
  ['the status with a code of a framework', reaction(400, { code: 'ERR_BAD_JSON', error: 'Bad Request' }), unnamed],
  ['a size', reaction(413, { error: { code: 'payload_too_large', field: 'presented_body' } }), { kind: 'error', code: 'payload_too_large', field: 'presented_body' }],
  ['the code of another status', reaction(413, { error }), { kind: 'other', what: 'status 413 with a code that belongs to another status' }],
  ['another status', reaction(422, { error }), { kind: 'other', what: 'status 422' }],
]
for (const [what, given, read] of endpoint) t.same(endpointAnswer(given), read, what)
