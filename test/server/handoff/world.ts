/** A small world for the domain's tests: agents under a policy that a test can change, a clock that it can turn. */
import { createHash } from 'node:crypto'
import { createAcceptanceService } from '../../../server/goal-tokens/service.ts'
import type { AcceptanceService } from '../../../server/goal-tokens/service.ts'
import { createHandoffService } from '../../../server/handoff/service.ts'
import type { HandoffService } from '../../../server/handoff/service.ts'
import type { SendInput } from '../../../server/handoff/inputs.ts'
import type { Caller, Handoff } from '../../../server/handoff/types.ts'
import type { Agent, PolicySnapshot, Project } from '../../../server/registry/policy.ts'
import type { Store } from '../../../server/store/store.ts'
import { temporaryStore } from '../store/temporary.ts'
import type { Teardown } from '../store/temporary.ts'

export type AgentPatch = Partial<Omit<Agent, 'id' | 'sendTo' | 'receiveFrom'>> & {
  readonly sendTo?: readonly string[]
  readonly receiveFrom?: readonly string[]
}

/** Agents that may all write to each other under `internal`, unless a patch says otherwise. */
export function policyOf(patches: Readonly<Record<string, AgentPatch>>, projects: readonly Project[] = []): PolicySnapshot {
  const agents = new Map<string, Agent>()
  for (const [id, patch] of Object.entries(patches)) {
    agents.set(id, {
      displayName: id.toUpperCase(),
      enabled: true,
      disclosureCeiling: 'internal',
      tokenSha256: undefined,
      expiresAt: undefined,
      ...patch,
      id,
      sendTo: new Set(patch.sendTo ?? ['*']),
      receiveFrom: new Set(patch.receiveFrom ?? ['*']),
    })
  }
  const revision = createHash('sha256').update(JSON.stringify([patches, projects])).digest('hex')
  return { revision, agents, byToken: new Map(), projects }
}

export interface World {
  readonly store: Store
  readonly service: HandoffService
  readonly acceptance: AcceptanceService
  /** Audit lines, in their order. */
  readonly audit: readonly string[]
  /** ms since the epoch; a test moves it. */
  now: number
  policy: PolicySnapshot
  as(agentId: string): Caller
  send(from: string, to: string, more?: Partial<SendInput>): Promise<Handoff>
}

export const threeAgents = { alpha: {}, beta: {}, gamma: {} }

export async function newWorld(t: Teardown, options: { policy?: PolicySnapshot; maxDepth?: number } = {}): Promise<World> {
  const store = await temporaryStore(t)
  const audit: string[] = []
  const clock = (): number => world.now
  const world: World = {
    store,
    now: Date.parse('2026-03-01T12:00:00.000Z'),
    policy: options.policy ?? policyOf(threeAgents),
    service: createHandoffService({ store, clock, maxDepth: options.maxDepth ?? 8 }),
    acceptance: createAcceptanceService({ store, clock, log: (line) => audit.push(line) }),
    audit,
    as: (agentId) => ({ agentId, policy: world.policy }),
    send: async (from, to, more = {}) => {
      const input = { recipient: to, title: 'Title', summary: 'Summary', request: 'Request', ...more }
      return (await world.service.send(world.as(from), input)).handoff
    },
  }
  return world
}

/** The code that a call is refused with, or `ok`. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'ok'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}
