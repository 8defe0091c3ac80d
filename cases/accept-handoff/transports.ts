/** The ways to ask a target for a verdict: its tool over MCP, newest revision of each era, and its endpoint over plain HTTP. */
import { randomUUID } from 'node:crypto'
import type { GoalTokenOptions } from '../../harness/fixture/driver.ts'
import type { Peer } from '../../harness/peer/peer.ts'
import type { CaseContext } from '../../harness/run/case.ts'
import { Inconclusive } from '../../harness/run/signals.ts'
import type { AcceptanceMapping } from '../../harness/target/acceptance.ts'
import { channelName } from '../../harness/target/profile.ts'
import { answerInWords } from '../../harness/vectors/compare.ts'
import type { AcceptAnswer } from '../../harness/vectors/compare.ts'
import type { JsonObject } from '../../harness/wire/json.ts'
import { rpcAnswer } from '../../harness/wire/jsonrpc.ts'
import type { HttpRequest, Reaction } from '../../harness/wire/message.ts'
import { newestOfEach } from '../support/channels.ts'
import { endpointAnswer, toolAnswer } from './answers.ts'
import type { Connections } from '../../harness/peer/connections.ts'
import { plainInput, plainRequest } from './plain-http.ts'

export interface Transport {
  /** For reports: `2026-07-28 over HTTP`, `plain HTTP`. */
  readonly name: string
  readonly kind: 'http' | 'stdio' | 'plain'
  /** The conversation; of plain HTTP the one that tokens are issued over. */
  readonly peer: Peer
  /** Calls a tool over MCP, also beside plain HTTP. @throws Inconclusive where nothing can be told. */
  call(tool: string, input: JsonObject): Promise<AcceptAnswer>
  /** Why an input cannot be said over it; undefined where it can. @param refused Whether it is expected to be refused. */
  unsayable(input: JsonObject, refused: boolean): string | undefined
  /** @param refused As for `unsayable`. @throws Inconclusive where nothing can be told. */
  accept(input: JsonObject, refused?: boolean): Promise<AcceptAnswer>
}

export function mappingOf({ target }: CaseContext): AcceptanceMapping {
  if (target.acceptance === undefined) throw new Error('a case about accept_handoff runs on a target without it')
  return target.acceptance
}

/** Does a part of the case over each transport of the target; what cannot be told over one ends no other. */
export async function eachTransport(context: CaseContext, work: (transport: Transport) => Promise<void>, options: TransportOptions = {}): Promise<void> {
  for (const { name, open } of transportsOf(context, options)) await context.attempt(name, async () => work(await open()))
}

/** Every transport that opens. @throws Inconclusive where one does not. */
export async function allTransports(context: CaseContext): Promise<readonly Transport[]> {
  return Promise.all(transportsOf(context).map(async ({ open }) => open()))
}

export interface TransportOptions {
  /** Whether the conversation is one that no other case uses (default false). */
  readonly own?: boolean
  /** Over HTTP: connections to be used again (default: a fresh one for each call). */
  readonly connections?: Connections
}

export function transportsOf(context: CaseContext, { own = false, connections }: TransportOptions = {}): readonly { readonly name: string; readonly kind: Transport['kind']; readonly open: () => Promise<Transport> }[] {
  const channels = newestOfEach(context.channels)
  const { path } = mappingOf(context)
  const overHttp = channels.find(({ transport }) => transport === 'http')
  return [
    ...channels.map((channel) => ({ name: channelName(channel), kind: channel.transport, open: async () => mcpTransport(context, await knowing(context.peer(channel, { own })), connections) })),
    ...(path === undefined || overHttp === undefined ? [] : [{ name: 'plain HTTP', kind: 'plain' as const, open: async () => plainTransport(context, path, await knowing(context.peer(overHttp)), connections) }]),
  ]
}

/** A peer mirrors arguments into fields where the target's schema asks for it, once it knows the schema. */
async function knowing(opening: Promise<Peer>): Promise<Peer> {
  const peer = await opening
  await peer.survey()
  return peer
}

function mcpTransport(context: CaseContext, peer: Peer, connections: Connections | undefined): Transport {
  const { tool } = mappingOf(context)
  const call = calling(peer, connections)
  return {
    name: channelName(peer.channel),
    kind: peer.channel.transport,
    peer,
    call,
    unsayable: () => undefined,
    accept: async (input) => call(tool, input),
  }
}

function plainTransport(context: CaseContext, path: string, peer: Peer, connections: Connections | undefined): Transport {
  const send = async (request: HttpRequest): Promise<Reaction> => (connections === undefined ? context.wire.send(request) : connections.send(request))
  return {
    name: 'plain HTTP',
    kind: 'plain',
    peer,
    call: calling(peer, connections),
    unsayable(input, refused) {
      const plain = plainInput(input, refused)
      return plain.kind === 'unsayable' ? plain.reason : undefined
    },
    async accept(input, refused = false) {
      const plain = plainInput(input, refused)
      if (plain.kind === 'unsayable') throw new Inconclusive(plain.reason)
      return endpointAnswer(await send(plainRequest(path, context.alpha, plain.projectId, JSON.stringify(plain.body))))
    },
  }
}

function calling(peer: Peer, connections: Connections | undefined): Transport['call'] {
  return async (tool, input) => {
    const call = { method: 'tools/call', params: { name: tool, arguments: input }, id: `call-${randomUUID()}` }
    if (connections === undefined || peer.channel.transport === 'stdio') return toolAnswer(await peer.call(call))
    const reaction = await connections.send(peer.request(call))
    return toolAnswer({ id: call.id, messages: [], response: undefined, reaction, answer: rpcAnswer(reaction, call.id, { unreadId: true }) })
  }
}

/** Why nobody can issue a token; undefined where somebody can. */
export function cannotIssue(context: CaseContext): string | undefined {
  if (mappingOf(context).issueTool !== undefined || context.fixture.abilities.has('issueGoalToken')) return undefined
  return 'the target names no tool that issues goal tokens, and the driver cannot issue_goal_token'
}

/** For cases that are nothing without tokens. @throws NotApplicable where nobody can issue one. */
export function needTokens(context: CaseContext): void {
  const missing = cannotIssue(context)
  if (missing !== undefined) context.notApplicable(missing)
}

/**
 * A token from the target's own tool, or else from the driver.
 * @throws Inconclusive where there is none.
 */
export async function issueToken(context: CaseContext, { call }: Pick<Transport, 'call'>, { projectId, body, ttlS }: GoalTokenOptions): Promise<string> {
  const { issueTool } = mappingOf(context)
  if (issueTool === undefined) {
    const missing = cannotIssue(context)
    if (missing !== undefined) throw new Inconclusive(missing)
    return context.fixture.issueGoalToken({ projectId, ttlS, ...(body === undefined ? {} : { body }) })
  }
  const answer = await call(issueTool, { project_id: projectId, ...(body === undefined ? {} : { body }), ttl_s: ttlS })
  const token = answer.kind === 'value' ? answer.value['goal_token'] : undefined
  if (typeof token !== 'string' || token === '') throw new Inconclusive(`no goal token was issued: ${answerInWords(answer)}`)
  context.secret(token)
  return token
}
