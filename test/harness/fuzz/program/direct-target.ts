/**
 * The reference server's operations on handoffs without HTTP around them, for tests of programs: the same store and the
 * same policy, called directly, with somebody new for every program and a clock that is set.
 */
import { join } from 'node:path'
import type { AgentPolicy } from '../../../../harness/fixture/driver.ts'
import { openPolicy } from '../../../../harness/fuzz/program/advance.ts'
import { agentNames } from '../../../../harness/fuzz/program/program.ts'
import type { AgentName, Program } from '../../../../harness/fuzz/program/program.ts'
import { runProgram } from '../../../../harness/fuzz/program/run-program.ts'
import type { Agent, Outcome } from '../../../../harness/fuzz/program/run-program.ts'
import type { Settings } from '../../../../harness/fuzz/program/settings.ts'
import type { HandoffClient } from '../../../../harness/handoff/client.ts'
import type { Answer, Operation, Result } from '../../../../harness/handoff/contract.ts'
import { abilitiesOf, referenceAdapter } from '../../../../harness/target/adapter.ts'
import type { HandoffService } from '../../../../server/handoff/service.ts'
import type { Domain } from '../../../../server/handoff/domain.ts'
import { HandoffError } from '../../../../server/handoff/errors.ts'
import { createHandoffService } from '../../../../server/handoff/service.ts'
import { isActive } from '../../../../server/registry/active.ts'
import type { Agent as PolicyAgent, PolicySnapshot } from '../../../../server/registry/policy.ts'
import { openStore } from '../../../../server/store/open.ts'

/** Everything that programs can be made of. */
export const settings: Settings = { agents: 3, steps: { least: 5, most: 18 }, abilities: abilitiesOf(referenceAdapter), policy: false, clock: true, restart: false, maxDepth: 2 }

export interface DirectTarget {
  run(program: Program, lists?: boolean): Promise<Outcome>
  close(): Promise<void>
}

export interface DirectOptions {
  /** Where the database is made. */
  readonly folder: string
  readonly settings?: Settings
  /** Default: that of the clean server. */
  readonly create?: (domain: Domain) => HandoffService
  /** Changes what an agent is answered. */
  readonly answered?: (operation: Operation, answer: Answer) => Answer
}

export async function openDirectTarget(options: DirectOptions): Promise<DirectTarget> {
  const { create = createHandoffService, answered = (_, answer) => answer } = options
  const used = options.settings ?? settings
  let now = Date.UTC(2030, 0, 1)
  const store = await openStore({ path: join(options.folder, 'handoffs.sqlite'), clock: () => now })
  const service = create({ store, clock: () => now, maxDepth: used.maxDepth })
  const policy = new Map<string, PolicyAgent>()
  let programs = 0

  const snapshot = (): PolicySnapshot => ({ revision: String(policy.size), agents: policy, byToken: new Map(), projects: [] })
  const edit = (id: string, change: Partial<AgentPolicy>): void => {
    const before = policy.get(id)
    const { enabled = before?.enabled ?? true, sendTo = [...before?.sendTo ?? []], receiveFrom = [...before?.receiveFrom ?? []], ceiling = before?.disclosureCeiling ?? 'restricted', expiresAt = before?.expiresAt } = change
    policy.set(id, { id, displayName: id, enabled, sendTo: new Set(sendTo), receiveFrom: new Set(receiveFrom), disclosureCeiling: ceiling, tokenSha256: undefined, expiresAt })
  }
  const perform = async (id: string, operation: Operation): Promise<Answer> => {
    const agent = policy.get(id)
    if (agent === undefined || !isActive(agent, now)) return { kind: 'refused', code: 'unauthenticated', words: '' }
    try {
      return { kind: 'ok', result: await call(service, { agentId: id, policy: snapshot() }, operation) }
    } catch (error) {
      const code = error instanceof HandoffError || (error instanceof Error && error.name === 'HandoffError') ? (error as HandoffError).code : 'internal'
      return { kind: 'refused', code, words: '' }
    }
  }
  return {
    async run(program, lists = true) {
      programs += 1
      const agents = new Map<AgentName, Agent>()
      for (const name of agentNames.slice(0, program.agents)) {
        const id = `${name}-${programs}`
        edit(id, openPolicy)
        const client: Pick<HandoffClient, 'perform'> = { perform: async (operation) => answered(operation, await perform(id, operation)) }
        agents.set(name, { client: client as HandoffClient, id })
      }
      const outcome = await runProgram(program, {
        agents, settings: used, adapter: referenceAdapter, leftovers: false, withoutCredentials: false, lists,
        around: {
          async begin() {
            now += 60_000
            return Promise.resolve(now)
          },
          async setClock(time) {
            now = time
            await Promise.resolve()
          },
          async setPolicy(name, change) {
            edit(`${name}-${programs}`, change)
            await Promise.resolve()
          },
          restart: async () => { await Promise.resolve() },
        },
      })
      policy.clear()
      return outcome
    },
    close: async () => store.close(),
  }
}

async function call(service: HandoffService, caller: Parameters<HandoffService['whoami']>[0], operation: Operation): Promise<Result> {
  switch (operation.kind) {
    case 'whoami': return { kind: 'whoami', whoami: await service.whoami(caller) }
    case 'get': return { kind: 'get', ...await service.get(caller, operation.input) }
    case 'inbox': {
      const { handoffs, next_cursor: next } = await service.inbox(caller, operation.input)
      return { kind: 'inbox', handoffs, next_cursor: next }
    }
    case 'send': {
      const { title } = operation.input
      // The tools check the shape before the service is asked.
      if (title.trim() === '') throw new HandoffError('invalid_input', 'A title is needed.')
      return { kind: 'change', ...await service.send(caller, operation.input) }
    }
    case 'acknowledge': return { kind: 'change', ...await service.acknowledge(caller, operation.input) }
    case 'update_status': return { kind: 'change', ...await service.updateStatus(caller, operation.input) }
  }
}
