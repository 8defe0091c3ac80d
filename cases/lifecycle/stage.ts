/** Who acts in a case about handoffs: alpha, beta and whoever joins them, each with an id and a client. */
import type { AgentPolicy, Identity } from '../../harness/fixture/driver.ts'
import { agentIdOf } from '../../harness/handoff/agent-id.ts'
import type { HandoffClient } from '../../harness/handoff/client.ts'
import { handoffClients } from '../../harness/handoff/open-clients.ts'
import type { CaseContext } from '../../harness/run/case.ts'
import { abilitiesOf } from '../../harness/target/adapter.ts'
import type { Adapter, HandoffAbility } from '../../harness/target/adapter.ts'

export interface Actor {
  /** By which the target knows it. */
  readonly id: string
  readonly identity: Identity
  readonly client: HandoffClient
}

/** Of one handoff. */
export interface Pair {
  readonly sender: Actor
  readonly recipient: Actor
}

export interface Stage {
  readonly context: CaseContext
  readonly adapter: Adapter
  readonly alpha: Actor
  readonly beta: Actor
  has(ability: HandoffAbility): boolean
  /** @throws Inconclusive where the target does not tell who it is. */
  actor(identity: Identity): Promise<Actor>
  /** Somebody new; without a policy one who may exchange handoffs with everybody. @throws NotApplicable where the driver issues no tokens. */
  joined(policy?: Partial<AgentPolicy>, expiresInMs?: number): Promise<Actor>
  /** An identity that only others speak of: its client is never opened. */
  mentioned(policy?: Partial<AgentPolicy>, expiresInMs?: number): Promise<Identity>
  close(): void
}

/** Longer than any run, in ms. */
const lifetimeMs = 24 * 60 * 60 * 1000

/** @throws NotApplicable where the target knows only one identity, Inconclusive where it does not answer. */
export async function openStage(context: CaseContext): Promise<Stage> {
  const { alpha, beta, fixture } = context
  if (beta === undefined) return context.notApplicable('there is only one identity, and a handoff is between two')
  const clients = handoffClients(context)
  const abilities = abilitiesOf(clients.adapter)
  const actor: Stage['actor'] = async (identity) => {
    const client = await clients.as(identity)
    return { id: await agentIdOf(client) ?? nameless(context), identity, client }
  }
  const mentioned: Stage['mentioned'] = async (policy = {}, expiresInMs = lifetimeMs) => {
    if (!fixture.abilities.has('issueToken')) return context.notApplicable('nobody new can be provisioned on this target (issue_token)')
    return fixture.issueToken({ expiresInMs, policy })
  }
  try {
    return {
      context,
      adapter: clients.adapter,
      alpha: await actor(alpha),
      beta: await actor(beta),
      has: (ability) => abilities.has(ability),
      actor,
      joined: async (policy, expiresInMs) => actor(await mentioned(policy, expiresInMs)),
      mentioned,
      close() { clients.close() },
    }
  } catch (error) {
    clients.close()
    throw error
  }
}

/** @throws Inconclusive */
export function nameless(context: CaseContext): never {
  return context.inconclusive('the target does not tell the caller its own id')
}
