/** Builds reactions for tests of what judges them. */
import type { HeaderField, Reaction } from '../../../harness/wire/message.ts'

export function reactionOf(status: number, headers: Readonly<Record<string, string | readonly string[]>> = {}, body = ''): Reaction {
  const fields = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((each): HeaderField => [name, each]))
  return { kind: 'response', response: { status, headers: fields, interim: [], body: Buffer.from(body), truncated: false, durationMs: 1 } }
}

/** A refusal with this challenge. */
export function refusal(status: number, challenge?: string | readonly string[]): Reaction {
  return reactionOf(status, challenge === undefined ? {} : { 'WWW-Authenticate': challenge }, '{}')
}

/** A JSON-RPC result. */
export function served(): Reaction {
  return reactionOf(200, { 'Content-Type': 'application/json' }, '{"jsonrpc":"2.0","id":1,"result":{}}')
}

export const closed: Reaction = { kind: 'closed', received: 0, detail: 'reset' }
export const timeout: Reaction = { kind: 'timeout', received: 0, afterMs: 1 }
