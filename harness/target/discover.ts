/**
 * Asks a target what it is: which eras and revisions it speaks, whether it demands credentials, whether it keeps
 * sessions, and which tools it has (2026-07-28 server/discover and basic/versioning; 2025-11-25 basic/lifecycle).
 */
import type { Identity } from '../fixture/driver.ts'
import { describeReaction } from '../run/describe.ts'
import type { RootCause } from '../run/outcome.ts'
import { fieldValues } from '../wire/message.ts'
import type { Reaction } from '../wire/message.ts'
import { initializeParams, rpcAnswer, rpcRequest } from '../wire/mcp.ts'
import type { Wire } from '../wire/wire.ts'
import { valueAt } from './adapter.ts'
import { createCaller } from './caller.ts'
import { findings } from './findings.ts'
import { listTools } from './list-tools.ts'
import type { AuthKind, Era, TargetProfile } from './profile.ts'
import { createSessions, endSession } from './sessions.ts'
import type { Speech } from './sessions.ts'
import type { TargetInput } from './target-input.ts'

/** The revisions that the harness itself can speak in the era of stateless envelopes, newest first. */
export const modernRevisions: readonly string[] = ['2026-07-28']
/** The newest revision that begins with `initialize`. */
export const newestLegacyRevision = '2025-11-25'
/** Every revision that begins with `initialize` and that the harness speaks, newest first. */
export const legacyRevisions: readonly string[] = [newestLegacyRevision, '2025-06-18', '2025-03-26']

export type Discovery =
  | { readonly kind: 'found'; readonly profile: TargetProfile }
  /** It cannot be tested, for one cause that every case shares. */
  | { readonly kind: 'finding'; readonly finding: RootCause }

export interface DiscoverOptions {
  readonly wire: Wire
  readonly endpoint: URL
  readonly target: TargetInput
  /** Whose good credentials to use; undefined where there are none. */
  readonly identity: Identity | undefined
  /** How many identities with tokens there are. */
  readonly identities: number
}

/** What one opening of the conversation came to. */
interface Opening {
  readonly reaction: Reaction
  /** Newest first; empty where that era is not spoken. */
  readonly revisions: readonly string[]
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly serverInfo: TargetProfile['serverInfo']
  /** What `initialize` was answered with; undefined where the target keeps no sessions. */
  readonly sessionId: string | undefined
}

/** Whatever it finds, no session that it opened stays with the target. */
export async function discoverTarget(options: DiscoverOptions): Promise<Discovery> {
  const { wire, endpoint, identity } = options
  const opened: OpenedSession[] = []
  try {
    return await discover(options, opened)
  } finally {
    for (const { revision, sessionId } of opened) await endSession(wire, { endpoint, era: 'legacy', revision, token: identity?.token ?? '' }, sessionId)
  }
}

interface OpenedSession {
  readonly revision: string
  readonly sessionId: string
}

/** @param opened Receives every session that `initialize` was answered with. */
async function discover(options: DiscoverOptions, opened: OpenedSession[]): Promise<Discovery> {
  const { endpoint, target, identity } = options
  const modern = await openModern(options)
  if (modern.reaction.kind === 'unreachable') return { kind: 'finding', finding: findings.unreachable(endpoint, modern.reaction.detail) }
  const legacy = await openLegacy(options, opened)
  const older = legacy.revisions.length === 0 ? [] : await olderRevisions(options, opened, legacy.revisions)
  const spoken = [...modern.revisions, ...[...legacy.revisions, ...older].sort().toReversed()]
  if (spoken.length === 0) return { kind: 'finding', finding: mute(options, modern.reaction, legacy.reaction) }

  const revisions = target.claims.revisions === undefined ? spoken : [...target.claims.revisions].sort().toReversed()
  const revision = target.revision ?? revisions.find((each) => spoken.includes(each)) ?? revisions[0] ?? newestLegacyRevision
  if (!spoken.includes(revision)) return { kind: 'finding', finding: findings.revisionNotSpoken(endpoint.href, revision, spoken) }
  const era: Era = modern.revisions.includes(revision) ? 'modern' : 'legacy'
  const opening = era === 'modern' ? modern : legacy

  const demanded = await demandsCredentials(options, { endpoint, era, revision, ...(opening.sessionId === undefined ? {} : { sessionId: opening.sessionId }) })
  if (demanded && identity === undefined) return { kind: 'finding', finding: findings.tokenNeeded(endpoint) }
  const sessions = createSessions({ wire: options.wire, speech: { endpoint, era, revision }, enabled: era === 'legacy' && legacy.sessionId !== undefined })
  const caller = createCaller({ wire: options.wire, speech: { endpoint, era, revision }, sessions })
  const tools = await listTools(caller, identity)
  await sessions.close()
  return {
    kind: 'found',
    profile: {
      name: target.name,
      url: endpoint,
      revisions,
      channels: spoken
        .filter((each) => each === (target.revision ?? each))
        .map((each) => ({ transport: 'http', revision: each, era: modern.revisions.includes(each) ? 'modern' : 'legacy' })),
      eras: new Set<Era>([...(modern.revisions.length > 0 ? ['modern' as const] : []), ...(legacy.revisions.length > 0 ? ['legacy' as const] : [])]),
      era,
      revision,
      auth: authKind(target.claims.auth, demanded, identity),
      demandsCredentials: demanded,
      sessions: legacy.sessionId !== undefined,
      serverInfo: opening.serverInfo,
      capabilities: opening.capabilities,
      tools,
      claimed: { readOnlyTools: target.claims.readOnlyTools ?? [], calls: target.claims.calls ?? {} },
      adapter: target.claims.adapter?.name,
      ...(target.claims.adapter === undefined ? {} : { mapping: target.claims.adapter }),
      ...(target.claims.maxDepth === undefined ? {} : { maxDepth: target.claims.maxDepth }),
      ...(target.claims.manifest === undefined ? {} : { manifest: target.claims.manifest }),
      ...(target.claims.registry === undefined ? {} : { registry: target.claims.registry }),
      identities: options.identities,
    },
  }
}

/** Who gives a token says that it is needed: a target that serves without it is then wrong, not open. */
function authKind(claimed: AuthKind | undefined, demanded: boolean, identity: Identity | undefined): AuthKind {
  if (claimed !== undefined) return claimed
  return demanded || (identity !== undefined && identity.token !== '') ? 'static-bearer' : 'none'
}

async function openModern({ wire, endpoint, identity }: DiscoverOptions): Promise<Opening> {
  const [newest = ''] = modernRevisions
  const reaction = await wire.send(rpcRequest({ endpoint, era: 'modern', revision: newest, ...credentials(identity), method: 'server/discover', params: {}, id: 'discover' }))
  const answer = rpcAnswer(reaction, 'discover')
  if (answer.kind !== 'result') return closed(reaction)
  const said = answer.result['supportedVersions']
  if (!Array.isArray(said)) return closed(reaction)
  return {
    reaction,
    revisions: modernRevisions.filter((revision) => said.includes(revision)),
    capabilities: record(answer.result['capabilities']),
    serverInfo: serverInfoOf(answer.result),
    sessionId: undefined,
  }
}

async function openLegacy({ wire, endpoint, identity }: DiscoverOptions, opened: OpenedSession[], revision: string = newestLegacyRevision): Promise<Opening> {
  const reaction = await wire.send(rpcRequest({
    endpoint, era: 'legacy', revision, ...credentials(identity), method: 'initialize', params: initializeParams(revision), id: 'initialize',
  }))
  const answer = rpcAnswer(reaction, 'initialize')
  const sessionId = reaction.kind === 'response' ? fieldValues(reaction.response, 'mcp-session-id')[0] : undefined
  const said = answer.kind === 'result' ? answer.result['protocolVersion'] : undefined
  const agreed = typeof said === 'string' && /^\d{4}-\d\d-\d\d$/.test(said) ? said : undefined
  if (sessionId !== undefined) opened.push({ revision: agreed ?? revision, sessionId })
  if (answer.kind !== 'result' || agreed === undefined || agreed > newestLegacyRevision) return closed(reaction)
  return {
    reaction,
    revisions: [agreed],
    capabilities: record(answer.result['capabilities']),
    serverInfo: serverInfoOf(answer.result),
    sessionId,
  }
}

/** Those that `initialize` agrees to when they are asked for, beside the one that is known already. */
async function olderRevisions(options: DiscoverOptions, opened: OpenedSession[], known: readonly string[]): Promise<string[]> {
  const agreed: string[] = []
  for (const revision of legacyRevisions.filter((each) => !known.includes(each))) {
    const opening = await openLegacy(options, opened, revision)
    if (opening.revisions.includes(revision)) agreed.push(revision)
  }
  return agreed
}

/**
 * Without credentials, but in the session where there is one: a refusal for their lack says that they are demanded,
 * also one with another status than the 401 that is due, such as 403 or the way to a page for people.
 */
async function demandsCredentials({ wire }: DiscoverOptions, speech: Speech & { readonly sessionId?: string }): Promise<boolean> {
  const reaction = await wire.send(rpcRequest({ ...speech, method: 'tools/list', params: {}, id: 'anonymous' }))
  const status = reaction.kind === 'response' ? reaction.response.status : 0
  return status === 401 || status === 403 || (status >= 300 && status < 400)
}

/** Why neither era was spoken. */
function mute({ endpoint, identity }: DiscoverOptions, modern: Reaction, legacy: Reaction): RootCause {
  const statuses = [modern, legacy].map((reaction) => (reaction.kind === 'response' ? reaction.response.status : undefined))
  if (statuses.every((status) => status === undefined)) {
    return legacy.kind === 'unreachable' ? findings.unreachable(endpoint, legacy.detail) : findings.silent(endpoint, describeReaction(legacy))
  }
  if (statuses.includes(429)) return findings.rateLimited(endpoint)
  if (statuses.some((status) => status === 401 || status === 403)) {
    return identity === undefined || identity.token === '' ? findings.tokenNeeded(endpoint) : findings.credentialsRefused(endpoint, describeReaction(legacy))
  }
  return findings.notMcp(endpoint, [answered('server/discover', modern, 'discover'), answered('initialize', legacy, 'initialize')].join('; '))
}

function answered(method: string, reaction: Reaction, id: string): string {
  const answer = rpcAnswer(reaction, id, { unreadId: true })
  const detail = answer.kind === 'error' ? `, JSON-RPC error ${answer.code}` : ''
  return `${method}: ${describeReaction(reaction)}${detail}`
}

function closed(reaction: Reaction): Opening {
  return { reaction, revisions: [], capabilities: {}, serverInfo: undefined, sessionId: undefined }
}

function credentials(identity: Identity | undefined): { token?: string } {
  return identity === undefined || identity.token === '' ? {} : { token: identity.token }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** One member whose name may hold dots. */
function valueAtKey(value: unknown, key: string): unknown {
  return Object.hasOwn(record(value), key) ? record(value)[key] : undefined
}

/** Who a target says that it is: in the `_meta` of `server/discover`, in the result of `initialize`. */
export function serverInfoOf(opening: Readonly<Record<string, unknown>>): TargetProfile['serverInfo'] {
  const value = valueAtKey(opening['_meta'], 'io.modelcontextprotocol/serverInfo') ?? opening['serverInfo']
  const name = valueAt(value, 'name')
  const version = valueAt(value, 'version')
  return typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined
}
