/** A target that speaks only over stdio, made ready for cases. */
import type { Fixture, Identity } from '../fixture/driver.ts'
import { anonymous } from '../fixture/stdio-command.ts'
import type { PeerSetting } from '../peer/open-peer.ts'
import type { JsonObject, Peer } from '../peer/peer.ts'
import type { PeerPool } from '../peer/pool.ts'
import { objectAt } from '../peer/survey.ts'
import type { RootCause } from '../run/outcome.ts'
import { acceptanceOf } from './acceptance.ts'
import { valueAt } from './adapter.ts'
import { requireFit } from './adapter-fit.ts'
import { serverInfoOf } from './discover.ts'
import { discoverStdio } from './discover-stdio.ts'
import { summarise } from './list-tools.ts'
import type { Channel, TargetProfile } from './profile.ts'
import { checkStdioControl, stdioControls } from './stdio-control.ts'
import type { TargetInput } from './target-input.ts'

export interface StdioTargetParts {
  readonly profile: TargetProfile
  readonly alpha: Identity
  readonly beta: Identity | undefined
  /** Undefined where the control succeeded. */
  readonly serves: () => Promise<RootCause | undefined>
}

/** @throws HarnessError `adapter_mismatch` */
export async function openStdioTarget(fixture: Fixture, target: TargetInput, setting: PeerSetting, pool: PeerPool): Promise<({ readonly kind: 'open' } & StdioTargetParts) | { readonly kind: 'finding'; readonly finding: RootCause }> {
  const alpha = fixture.identities['alpha'] ?? anonymous
  const found = await discoverStdio({ name: target.name, setting, pool, identity: alpha, revision: target.revision })
  if (found.kind === 'finding') return found
  const [first] = found.channels
  if (first === undefined) throw new Error('a target was found without a channel')
  const peer = async (identity: Identity = alpha): Promise<Peer> => pool.shared({ channel: first.channel, identity, caseId: 'discovery' })
  const survey = await (await peer()).survey()
  const tools = survey.tools.items.flatMap(summarise)
  if (target.claims.adapter !== undefined) requireFit(target.claims.adapter, tools)
  let problem: RootCause | undefined
  for (const control of stdioControls(await peer(), tools, Object.hasOwn(survey.capabilities, 'tools'), target.claims)) {
    problem = await checkStdioControl(peer, control)
    if (problem !== undefined) continue
    const whoami = async (identity: Identity): Promise<Identity> => withAgentId(identity, target, async () => peer(identity))
    const { beta } = fixture.identities
    return {
      kind: 'open',
      profile: profileOf(fixture, target, found.channels, tools),
      alpha: await whoami(alpha),
      beta: beta === undefined ? undefined : await whoami(beta),
      serves: async () => checkStdioControl(peer, control),
    }
  }
  return { kind: 'finding', finding: problem ?? { id: 'control-refused', title: 'There is nothing to call', remedy: 'Name a tool under probes.read_only_tools of the target file.' } }
}

function profileOf(fixture: Fixture, target: TargetInput, found: readonly { readonly channel: Channel; readonly opening: JsonObject }[], tools: TargetProfile['tools']): TargetProfile {
  const channels = found.map(({ channel }) => channel)
  const [first] = found
  const acceptance = acceptanceOf(target.claims, tools)
  return {
    name: target.name,
    url: fixture.url,
    channels,
    revisions: channels.map(({ revision }) => revision),
    eras: new Set(channels.map(({ era }) => era)),
    era: first?.channel.era ?? 'legacy',
    revision: first?.channel.revision ?? '',
    auth: 'none',
    demandsCredentials: false,
    sessions: false,
    serverInfo: serverInfoOf(first?.opening ?? {}),
    capabilities: objectAt(first?.opening ?? {}, 'capabilities'),
    tools,
    claimed: { readOnlyTools: target.claims.readOnlyTools ?? [], calls: target.claims.calls ?? {} },
    adapter: target.claims.adapter?.name,
    ...(target.claims.adapter === undefined ? {} : { mapping: target.claims.adapter }),
    ...(target.claims.maxDepth === undefined ? {} : { maxDepth: target.claims.maxDepth }),
    ...(acceptance === undefined ? {} : { acceptance }),
    ...(target.claims.manifest === undefined ? {} : { manifest: target.claims.manifest }),
    ...(target.claims.registry === undefined ? {} : { registry: target.claims.registry }),
    identities: Object.keys(fixture.identities).length,
  }
}

/** Who an identity is to the target, asked where the driver does not know. */
async function withAgentId(identity: Identity, { claims: { adapter } }: TargetInput, open: () => Promise<Peer>): Promise<Identity> {
  if (adapter === undefined || identity.agentId !== undefined) return identity
  const { answer } = await (await open()).call({ method: 'tools/call', params: { name: adapter.operations.whoami.tool, arguments: {} } })
  const agentId = answer.kind === 'result' ? valueAt(answer.result['structuredContent'], adapter.operations.whoami.results['agent_id'] ?? '') : undefined
  return typeof agentId === 'string' ? { ...identity, agentId } : identity
}
