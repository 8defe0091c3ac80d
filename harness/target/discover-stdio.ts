/**
 * Asks a target over stdio what it is: `server/discover` and `initialize`, each revision in a process of its own that
 * has heard nothing else (2026-07-28, basic/transports/stdio "Backward Compatibility"). What answers is kept to be spoken to.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Identity } from '../fixture/driver.ts'
import { describeAnswer } from '../peer/describe.ts'
import { beginStdio, refusedBy } from '../peer/open-peer.ts'
import type { PeerSetting } from '../peer/open-peer.ts'
import type { JsonObject, Peer, PeerAnswer } from '../peer/peer.ts'
import type { PeerPool } from '../peer/pool.ts'
import type { RootCause } from '../run/outcome.ts'
import type { StdioProcess } from '../wire/stdio.ts'
import { legacyRevisions, modernRevisions, newestLegacyRevision } from './discover.ts'
import { findings } from './findings.ts'
import type { Channel } from './profile.ts'

export interface StdioDiscoverOptions {
  readonly name: string
  readonly setting: PeerSetting
  readonly pool: PeerPool
  readonly identity: Identity
  /** Only this revision is looked for. */
  readonly revision: string | undefined
}

export type StdioDiscovery =
  /** Newest revision first, each with what it was opened with. */
  | { readonly kind: 'found'; readonly channels: readonly { readonly channel: Channel; readonly opening: JsonObject }[] }
  | { readonly kind: 'finding'; readonly finding: RootCause }

/** How much longer than `initialize` a request may take that a server of an earlier era need not answer. In ms. */
const silenceMs = 3_000

interface Tried {
  readonly channel: Channel
  readonly process: StdioProcess
  readonly answer: PeerAnswer
  /** Undefined where the revision is not spoken. */
  readonly opening: JsonObject | undefined
}

export async function discoverStdio(options: StdioDiscoverOptions): Promise<StdioDiscovery> {
  const [newest = ''] = modernRevisions
  const legacy = tryLegacy(options, newestLegacyRevision)
  const modern = tryModern(options, newest, legacy)
  const first = await Promise.all([modern, legacy])
  const mayBeOlder = first[1].answer.answer.kind !== 'none'
  const older = mayBeOlder ? await Promise.all(legacyRevisions.filter((each) => each !== newestLegacyRevision).map(async (each) => tryLegacy(options, each))) : []
  const spoken = [...first, ...older].flatMap(({ channel, opening }) => (opening === undefined ? [] : [{ channel, opening }]))
  if (spoken.length === 0) return { kind: 'finding', finding: await mute(options.name, first) }
  const wanted = spoken.filter(({ channel }) => channel.revision === (options.revision ?? channel.revision))
  if (wanted.length === 0) return { kind: 'finding', finding: findings.revisionNotSpoken(`${options.name} over stdio`, options.revision ?? '', spoken.map(({ channel }) => channel.revision)) }
  return { kind: 'found', channels: wanted }
}

async function tryModern(options: StdioDiscoverOptions, revision: string, legacy: Promise<Tried>): Promise<Tried> {
  const channel: Channel = { transport: 'stdio', revision, era: 'modern' }
  const { process, peer } = await beginStdio({ channel, identity: options.identity, caseId: 'discovery' }, options.setting)
  const asked = peer.call({ method: 'server/discover' })
  const patience = new AbortController()
  const giveUp = (async (): Promise<PeerAnswer> => {
    const started = performance.now()
    const { answer } = await legacy
    // Where nothing answers, there is nothing to compare with.
    if (answer.answer.kind === 'none') return asked
    await pause(silenceMs + performance.now() - started, undefined, { signal: patience.signal }).catch(() => undefined)
    return { id: undefined, messages: [], answer: { kind: 'none', why: 'no response, though initialize is answered' }, response: undefined, reaction: undefined }
  })()
  const answer = await Promise.race([asked, giveUp])
  patience.abort()
  const versions = answer.answer.kind === 'result' ? answer.answer.result['supportedVersions'] : undefined
  const opening = answer.answer.kind === 'result' && Array.isArray(versions) && versions.includes(revision) ? answer.answer.result : undefined
  return kept(options, { channel, process, answer, opening }, peer)
}

async function tryLegacy(options: StdioDiscoverOptions, revision: string): Promise<Tried> {
  const channel: Channel = { transport: 'stdio', revision, era: 'legacy' }
  const { process, peer, opened } = await beginStdio({ channel, identity: options.identity, caseId: 'discovery' }, options.setting)
  const answer = opened ?? await peer.call({ method: 'ping' })
  const opening = refusedBy(answer, channel) === undefined && answer.answer.kind === 'result' ? answer.answer.result : undefined
  return kept(options, { channel, process, answer, opening }, peer)
}

/** What is spoken is the shared peer of its channel from now on; anything else has no use. */
function kept({ pool, identity }: StdioDiscoverOptions, tried: Tried, peer: Peer): Tried {
  const { process, channel, opening } = tried
  if (opening === undefined) void process.close()
  else pool.adopt({ channel, identity, caseId: 'discovery' }, { peer, alive: () => process.running, close: async () => process.close() })
  return tried
}

/** Why nothing was spoken, by what the processes did. */
async function mute(name: string, tried: readonly Tried[]): Promise<RootCause> {
  // A response twice is no answer, and no silence either.
  const silent = tried.every(({ answer }) => answer.answer.kind === 'none' && answer.messages.length === 0)
  if (silent) {
    // Those that the harness ends are told from those that ended by themselves.
    const ends = await Promise.all(tried.map(async ({ process }) => process.ended))
    const early = ends.find(({ forced }) => !forced)
    const [noise] = tried.flatMap(({ process }) => [...process.faults.keys()])
    const ended = tried.every(({ answer }) => answer.answer.kind === 'none' && answer.answer.why.startsWith('the process ended'))
    if (ended && early !== undefined) return findings.stdioEnded(name, early.how, tried.some(({ process }) => process.stderr() !== ''))
    if (noise !== undefined) return findings.stdioNoise(name, noise)
    return findings.stdioSilent(name)
  }
  const said = tried.map(({ channel, answer }) => `${channel.era === 'modern' ? 'server/discover' : 'initialize'}: ${spokenOther(answer) ?? describeAnswer(answer)}`).join('; ')
  return findings.stdioNotMcp(name, said)
}

function spokenOther({ answer }: PeerAnswer): string | undefined {
  const agreed = answer.kind === 'result' ? answer.result['protocolVersion'] : undefined
  return typeof agreed === 'string' && /^\d{4}-\d\d-\d\d$/.test(agreed) ? `agrees to ${agreed}, which this harness does not speak` : undefined
}
