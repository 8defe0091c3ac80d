/** The operations on handoffs, as the tools call them. Authorises every one by the caller's own policy snapshot. */
import { isActive } from '../registry/active.ts'
import type { Domain } from './domain.ts'
import type {
  AcknowledgeInput, ChangeResult, GetInput, GetResult, InboxInput, InboxResult, SendInput, UpdateStatusInput, Whoami,
} from './inputs.ts'
import { get, inbox } from './reads.ts'
import { notPermitted } from './refusals.ts'
import { send } from './send.ts'
import { transition } from './transition.ts'
import type { Caller } from './types.ts'

/** Every operation throws `HandoffError`, and `StoreError` where the database itself fails. */
export interface HandoffService {
  whoami(caller: Caller): Promise<Whoami>
  send(caller: Caller, input: SendInput): Promise<ChangeResult>
  inbox(caller: Caller, input: InboxInput): Promise<InboxResult>
  get(caller: Caller, input: GetInput): Promise<GetResult>
  acknowledge(caller: Caller, input: AcknowledgeInput): Promise<ChangeResult>
  updateStatus(caller: Caller, input: UpdateStatusInput): Promise<ChangeResult>
}

export function createHandoffService(domain: Domain): HandoffService {
  return {
    whoami: async (caller) => whoami(caller, domain.clock()),
    send: (caller, input) => send(domain, caller, input),
    inbox: (caller, input) => inbox(domain, caller, input),
    get: (caller, input) => get(domain, caller, input),
    acknowledge: (caller, input) => transition(domain, caller, 'handoff_acknowledge', input, 'accepted'),
    updateStatus: (caller, input) => transition(domain, caller, 'handoff_update_status', input, input.status),
  }
}

function whoami(caller: Caller, now: number): Whoami {
  const agent = caller.policy.agents.get(caller.agentId)
  if (agent === undefined || !isActive(agent, now)) throw notPermitted()
  return {
    agent_id: agent.id,
    display_name: agent.displayName,
    disclosure_ceiling: agent.disclosureCeiling,
    send_to: [...agent.sendTo],
    receive_from: [...agent.receiveFrom],
    policy_revision: caller.policy.revision,
  }
}
