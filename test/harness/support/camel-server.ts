/**
 * A small handoff server of the six-tool family on the official SDK: handoffs in camelCase, refusals as text without a
 * code, no versions, pages or end of handoffs. It keeps everything in memory and follows the contract in all that it
 * has, but for the faults that a test names.
 */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import type { CallToolResult, JsonSchemaType } from '@modelcontextprotocol/server'
import { twoTokens } from './mcp-server.ts'

export const camelFaults = ['sender-accepts', 'accepted-twice', 'replay-of-today', 'key-without-payload', 'thread-of-its-own', 'depth-off-by-one', 'event-missing', 'third-box'] as const
export type CamelFault = (typeof camelFaults)[number]

export interface CamelServer {
  readonly url: URL
  readonly close: () => Promise<void>
}

interface Handoff extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly threadId: string
  readonly depth: number
  readonly sender: string
  readonly recipient: string
  readonly sensitivity: string
  readonly status: string
  readonly createdAt: string
}
type Args = Readonly<Record<string, unknown>>

const maxDepth = 8
const ranks = ['public-safe', 'internal', 'restricted']
const agents: readonly string[] = Object.values(twoTokens)
const gone = (id: unknown): Error => new Error(`Handoff '${String(id)}' was not found or is not accessible to this identity.`)

/** The domain: what each tool does for an agent. Throws what the tool refuses. */
function createBoard(fault: CamelFault | undefined, shown: () => void) {
  const handoffs = new Map<string, Handoff>()
  const events = new Map<string, object[]>()
  const kept = new Map<string, { readonly payload: string; readonly result: Handoff }>()
  const put = (handoff: Handoff, event: { actor: string; eventType: string; fromStatus?: string; note?: unknown }): Handoff => {
    handoffs.set(handoff.id, handoff)
    const { note, ...rest } = event
    const shown = { id: randomUUID(), handoffId: handoff.id, ...rest, toStatus: handoff.status, ...(note === undefined ? {} : { note }), createdAt: handoff['updatedAt'] }
    events.set(handoff.id, [...(events.get(handoff.id) ?? []), ...(fault === 'event-missing' && event.eventType === 'blocked' ? [] : [shown])])
    return handoff
  }
  const visible = (agent: string, id: unknown): Handoff => {
    const found = handoffs.get(String(id))
    if (found === undefined || (found.sender !== agent && found.recipient !== agent)) throw gone(id)
    return found
  }
  const move = (agent: string, id: unknown, to: string, note: unknown): { handoff: Handoff } => {
    const before = visible(agent, id)
    const from: Readonly<Record<string, readonly string[]>> = { accepted: fault === 'accepted-twice' ? ['queued', 'blocked', 'accepted'] : ['queued', 'blocked'], blocked: ['queued', 'accepted'], completed: ['accepted', 'blocked'], cancelled: ['queued'] }
    const actor = to === 'cancelled' ? before.sender : before.recipient
    if ((agent !== actor && !(fault === 'sender-accepts' && to === 'accepted')) || from[to]?.includes(before.status) !== true) throw new Error(`Agent '${agent}' may not move '${before.status}' to '${to}'.`)
    return { handoff: put({ ...before, status: to, updatedAt: new Date().toISOString() }, { actor: agent, eventType: to, fromStatus: before.status, note }) }
  }
  return {
    handoff_whoami: (agent: string, _args: Args) => ({ agent_id: agent, display_name: agent, disclosure_ceiling: 'restricted', send_to: ['*'], receive_from: ['*'], policy_revision: '1' }),
    handoff_send(agent: string, { idempotency_key: given, parent_id: parentId, ...args }: Args) {
      const key = typeof given === 'string' ? `${agent} ${given}` : undefined
      const content = { context_refs: [], artifact_refs: [], tags: [], sensitivity: 'internal', priority: 'normal', ...args }
      const { recipient, sensitivity } = content as { recipient?: unknown; sensitivity: string }
      const parent = parentId === undefined ? undefined : visible(agent, parentId)
      const payload = JSON.stringify([parentId, Object.entries(content).toSorted(([one], [other]) => (one < other ? -1 : 1))])
      const before = key === undefined ? undefined : kept.get(key)
      if (before !== undefined && before.payload !== payload && fault !== 'key-without-payload') throw new Error('The idempotency key was used for another handoff.')
      if (before !== undefined) {
        const today = visible(agent, before.result.id)
        if (fault !== 'replay-of-today') return { handoff: before.result }
        if (today.status !== before.result.status) shown()
        return { handoff: today }
      }
      const inside = parent === undefined || ([parent.sender, parent.recipient].includes(String(recipient)) && ranks.indexOf(sensitivity) >= ranks.indexOf(parent.sensitivity))
      if (recipient === agent || !agents.includes(String(recipient)) || !inside) throw new Error('The handoff is not permitted.')
      const depth = parent === undefined ? 0 : parent.depth + 1
      if (depth > maxDepth + Number(fault === 'depth-off-by-one')) throw new Error('The chain of handoffs is too deep.')
      const [id, now] = [randomUUID(), new Date().toISOString()]
      const { title, summary, request, context_refs: contextRefs, artifact_refs: artifactRefs, tags, priority } = content as Args
      const result = put({
        id, threadId: fault === 'thread-of-its-own' ? id : parent?.threadId ?? id, ...(parent === undefined ? {} : { parentId: parent.id }), depth, sender: agent, recipient: String(recipient),
        title, summary, request, contextRefs, artifactRefs, tags, sensitivity, priority, status: 'queued', createdAt: now, updatedAt: now,
      }, { actor: agent, eventType: 'created' })
      if (key !== undefined) kept.set(key, { payload, result })
      return { handoff: result }
    },
    handoff_inbox: (agent: string, { statuses = ['queued', 'accepted', 'blocked'], limit = 20 }: { statuses?: readonly string[]; limit?: number }) => ({
      handoffs: [...handoffs.values()].filter(({ recipient, sender, status }) => (recipient === agent || (fault === 'third-box' && sender === agent)) && statuses.includes(status)).toReversed().toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : Number(one.createdAt === other.createdAt) - 1)).slice(0, limit),
    }),
    handoff_get: (agent: string, { handoff_id: id }: Args) => ({ handoff: visible(agent, id), events: events.get(String(id)) ?? [] }),
    handoff_acknowledge: (agent: string, { handoff_id: id, note }: Args) => move(agent, id, 'accepted', note),
    handoff_update_status: (agent: string, { handoff_id: id, status, note }: Args) => move(agent, id, String(status), note),
  } satisfies Readonly<Record<string, (agent: string, args: never) => object>>
}

const text = (max: number, min = 1): object => ({ type: 'string', minLength: min, maxLength: max })
const list = (max: number): object => ({ type: 'array', maxItems: 20, items: text(max) })
const id = { type: 'string', format: 'uuid' }
const oneOf = (...values: readonly string[]): object => ({ enum: values })
const inputs: Readonly<Record<string, readonly [required: readonly string[], properties: object]>> = {
  handoff_whoami: [[], {}],
  handoff_send: [['recipient', 'title', 'summary', 'request'], {
    recipient: text(64), title: text(160), summary: text(2_000), request: text(8_000), context_refs: list(500), artifact_refs: list(500), tags: list(50),
    sensitivity: oneOf(...ranks), priority: oneOf('low', 'normal', 'high', 'urgent'), parent_id: id, idempotency_key: text(128, 8),
  }],
  handoff_inbox: [[], { statuses: { type: 'array', minItems: 1, items: oneOf('queued', 'accepted', 'blocked', 'completed', 'cancelled') }, limit: { type: 'integer', minimum: 1, maximum: 100 } }],
  handoff_get: [['handoff_id'], { handoff_id: id }],
  handoff_acknowledge: [['handoff_id'], { handoff_id: id, note: text(500) }],
  handoff_update_status: [['handoff_id', 'status'], { handoff_id: id, status: oneOf('blocked', 'completed', 'cancelled'), note: text(500) }],
}

/** What is optional may be null. Compiled once, and not for every request. */
const inputSchemas = new Map(Object.entries(inputs).map(([name, [required, properties]]) => {
  const allowed = Object.entries(properties).map(([key, schema]) => [key, required.includes(key) ? schema : { anyOf: [schema, { type: 'null' }] }])
  return [name, fromJsonSchema<Args>({ type: 'object', required, properties: Object.fromEntries(allowed) as object, additionalProperties: false } as JsonSchemaType)]
}))

/** Strings without the white space around them. */
function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(trimmed)
  return value
}

function answered(perform: () => object): CallToolResult {
  try {
    const structuredContent = { ...perform() }
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: error instanceof Error ? error.message : 'An internal error occurred.' }] }
  }
}

export interface CamelServerOptions {
  /** What it does wrong. */
  readonly fault?: CamelFault | undefined
  /** Called when a replay is answered with what became of the handoff since. */
  readonly shown?: () => void
  /** Sees each request first; true means that it has dealt with it. */
  readonly before?: (request: http.IncomingMessage, response: http.ServerResponse) => boolean
}

export async function startCamelServer(options: CamelServerOptions = {}): Promise<CamelServer> {
  const board = createBoard(options.fault, options.shown ?? (() => undefined))
  const serve = toNodeHandler(createMcpHandler(({ authInfo }) => {
    const server = new McpServer({ name: 'camel-server', version: '1' })
    for (const [name, perform] of Object.entries(board)) {
      server.registerTool(name, { description: name, inputSchema: inputSchemas.get(name) ?? fromJsonSchema<Args>({ type: 'object' }), annotations: { readOnlyHint: /whoami|inbox|get/.test(name) } }, async (args: Args) => answered(() => {
        const given = Object.fromEntries(Object.entries(args).flatMap(([key, value]) => (value === null ? [] : [[key, trimmed(value)]])))
        if (Object.values(given).flat().includes('')) throw new Error('A text is empty.')
        return (perform as (agent: string, args: Args) => object)(authInfo?.clientId ?? '', given)
      }))
    }
    return server
  }))
  const server = http.createServer((request, response) => {
    if (options.before?.(request, response) === true) return
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const clientId = Object.hasOwn(twoTokens, token) ? twoTokens[token as keyof typeof twoTokens] : undefined
    if (clientId === undefined) {
      request.resume()
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      return
    }
    void serve(Object.assign(request, { auth: { token: 'known', clientId, scopes: [] } }) as Parameters<typeof serve>[0], response)
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => { server.close(resolve) })
    },
  }
}
