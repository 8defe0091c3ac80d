/** Single requests of 2026-07-28 to the fixture server, as an agent of its registry, with capabilities of their own. */
import { exchange } from '../../server/support/event-stream.ts'
import type { Exchange, Message } from '../../server/support/event-stream.ts'
import type { TestFixture } from '../../server/support/fixture.ts'
import { modernFields, modernMeta } from '../../server/support/messages.ts'

export interface Sent {
  readonly status: number
  readonly message: Message & { readonly error?: { readonly data?: Record<string, unknown> } }
}

export interface Ask {
  readonly agent?: string
  readonly capabilities?: Record<string, unknown>
  /** The `Mcp-Name` field; null: none (default: what the parameters say). */
  readonly name?: string | null
}

export const withTasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

let count = 0

/** Opens the exchange; for streams. */
export async function open(fixture: TestFixture, method: string, params: Record<string, unknown>, ask: Ask = {}): Promise<Exchange> {
  count += 1
  const named = [params['name'], params['uri'], params['taskId']].find((value) => typeof value === 'string')
  const name = ask.name === undefined ? named : (ask.name ?? undefined)
  const meta = { ...modernMeta(), 'io.modelcontextprotocol/clientCapabilities': ask.capabilities ?? {} }
  return exchange(fixture.url, {
    token: fixture.registry.token(ask.agent ?? 'alice'),
    fields: modernFields(method, name),
    body: { jsonrpc: '2.0', id: `request-${count}`, method, params: { ...params, _meta: meta } },
  })
}

/** Sends and waits for the answer, which no event may come before. */
export async function send(fixture: TestFixture, method: string, params: Record<string, unknown>, ask: Ask = {}): Promise<Sent> {
  const opened = await open(fixture, method, params, ask)
  return { status: opened.status, message: JSON.parse(await opened.text()) as Sent['message'] }
}
