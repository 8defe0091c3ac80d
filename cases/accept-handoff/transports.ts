/** The ways to ask a target for a verdict: its tool over MCP, newest revision of each era, and its endpoint over plain HTTP. */
import type { GoalTokenOptions, Identity } from '../../harness/fixture/driver.ts'
import type { Peer } from '../../harness/peer/peer.ts'
import type { CaseContext } from '../../harness/run/case.ts'
import { Inconclusive } from '../../harness/run/signals.ts'
import type { AcceptanceMapping } from '../../harness/target/acceptance.ts'
import { channelName } from '../../harness/target/profile.ts'
import { answerInWords } from '../../harness/vectors/compare.ts'
import type { AcceptAnswer } from '../../harness/vectors/compare.ts'
import type { JsonObject } from '../../harness/wire/json.ts'
import { newestOfEach } from '../support/channels.ts'
import { endpointAnswer, toolAnswer } from './answers.ts'
import { plainInput, plainRequest } from './plain-http.ts'

export interface Transport {
  /** For reports: `2026-07-28 over HTTP`, `plain HTTP`. */
  readonly name: string
  readonly kind: 'http' | 'stdio' | 'plain'
  /** The conversation; of plain HTTP the one that tokens are issued over. */
  readonly peer: Peer
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
export async function eachTransport(context: CaseContext, work: (transport: Transport) => Promise<void>): Promise<void> {
  for (const { name, open } of transportsOf(context)) await context.attempt(name, async () => work(await open()))
}

/** Every transport that opens. @throws Inconclusive where one does not. */
export async function allTransports(context: CaseContext): Promise<readonly Transport[]> {
  return Promise.all(transportsOf(context).map(async ({ open }) => open()))
}

/** @param own Whether the conversation is one that no other case uses (default false). */
export function transportsOf(context: CaseContext, { identity = context.alpha, own = false }: { identity?: Identity; own?: boolean } = {}): readonly { readonly name: string; readonly kind: Transport['kind']; readonly open: () => Promise<Transport> }[] {
  const channels = newestOfEach(context.channels)
  const { path } = mappingOf(context)
  const overHttp = channels.find(({ transport }) => transport === 'http')
  return [
    ...channels.map((channel) => ({ name: channelName(channel), kind: channel.transport, open: async () => mcpTransport(context, await knowing(context.peer(channel, { identity, own }))) })),
    ...(path === undefined || overHttp === undefined ? [] : [{ name: 'plain HTTP', kind: 'plain' as const, open: async () => plainTransport(context, path, identity, await knowing(context.peer(overHttp, { identity }))) }]),
  ]
}

/** A peer mirrors arguments into fields where the target's schema asks for it, once it knows the schema. */
async function knowing(opening: Promise<Peer>): Promise<Peer> {
  const peer = await opening
  await peer.survey()
  return peer
}

function mcpTransport(context: CaseContext, peer: Peer): Transport {
  const { tool } = mappingOf(context)
  return {
    name: channelName(peer.channel),
    kind: peer.channel.transport,
    peer,
    unsayable: () => undefined,
    accept: async (input) => callTool(peer, tool, input),
  }
}

function plainTransport(context: CaseContext, path: string, identity: Identity, peer: Peer): Transport {
  return {
    name: 'plain HTTP',
    kind: 'plain',
    peer,
    unsayable(input, refused) {
      const plain = plainInput(input, refused)
      return plain.kind === 'unsayable' ? plain.reason : undefined
    },
    async accept(input, refused = false) {
      const plain = plainInput(input, refused)
      if (plain.kind === 'unsayable') throw new Inconclusive(plain.reason)
      return endpointAnswer(await context.wire.send(plainRequest(path, identity, plain.projectId, JSON.stringify(plain.body))))
    },
  }
}

export async function callTool(peer: Peer, tool: string, input: JsonObject): Promise<AcceptAnswer> {
  return toolAnswer(await peer.call({ method: 'tools/call', params: { name: tool, arguments: input } }))
}

/** Why nobody can issue a token; undefined where somebody can. */
export function cannotIssue(context: CaseContext): string | undefined {
  if (mappingOf(context).issueTool !== undefined || context.fixture.abilities.has('issueGoalToken')) return undefined
  return 'the target names no tool that issues goal tokens, and the driver cannot issueGoalToken'
}

/**
 * A token from the target's own tool, or else from the driver.
 * @throws Inconclusive where there is none.
 */
export async function issueToken(context: CaseContext, peer: Peer, { projectId, body, ttlS }: GoalTokenOptions): Promise<string> {
  const { issueTool } = mappingOf(context)
  if (issueTool === undefined) {
    const missing = cannotIssue(context)
    if (missing !== undefined) throw new Inconclusive(missing)
    return context.fixture.issueGoalToken({ projectId, ttlS, ...(body === undefined ? {} : { body }) })
  }
  const answer = await callTool(peer, issueTool, { project_id: projectId, ...(body === undefined ? {} : { body }), ttl_s: ttlS })
  const token = answer.kind === 'value' ? answer.value['goal_token'] : undefined
  if (typeof token !== 'string' || token === '') throw new Inconclusive(`no goal token was issued: ${answerInWords(answer)}`)
  context.secret(token)
  return token
}
