/** One step of a program in the model: labels become numbers, and the step gives the next state and what is expected. */
import type { AgentPolicy } from '../../fixture/driver.ts'
import { apply, editPolicy } from '../model/apply.ts'
import { atTime } from '../model/expiry.ts'
import type { Expected, HandoffRef, ModelStep } from '../model/step.ts'
import { emptyWorld } from '../model/world.ts'
import type { World } from '../model/world.ts'
import { agentNames } from './program.ts'
import type { PolicyEdit, ProgramStep } from './program.ts'

export interface State {
  readonly world: World
  /** By label, the number of the handoff that was created under it. */
  readonly labels: ReadonlyMap<number, number>
}

export interface Advanced {
  readonly state: State
  /** What an agent does, with numbers; undefined where the step is no agent's. */
  readonly step: ModelStep | undefined
  readonly expected: Expected | undefined
}

/** Who may do everything with everybody. */
export const openPolicy: AgentPolicy = { enabled: true, sendTo: ['*'], receiveFrom: ['*'], ceiling: 'restricted', expiresAt: Number.MAX_SAFE_INTEGER }

export function startState(agents: number, now: number, maxDepth: number): State {
  return { world: emptyWorld({ policy: new Map(agentNames.slice(0, agents).map((name) => [name, openPolicy])), now, maxDepth }), labels: new Map() }
}

export function advance(state: State, given: ProgramStep): Advanced {
  const nothing = { step: undefined, expected: undefined }
  switch (given.kind) {
    case 'restart': return { state, ...nothing }
    case 'clock': return { state: { ...state, world: atTime(state.world, state.world.now + given.ms) }, ...nothing }
    case 'policy': return { state: { ...state, world: editPolicy(state.world, given.agent, policyOf(given.change, state.world.now)) }, ...nothing }
    case 'agent': {
      const step = resolved(given.step, state.labels)
      const { world, expected } = apply(state.world, given.by, step)
      const created = step.kind === 'send' && expected.kind === 'change' ? expected.handoff.number : undefined
      const labels = given.label === undefined || created === undefined ? state.labels : new Map([...state.labels, [given.label, created]])
      return { state: { world, labels }, step, expected }
    }
  }
}

/** What an edit comes to at a time, ms since the epoch. */
export function policyOf({ expired, ...change }: PolicyEdit, now: number): Partial<AgentPolicy> {
  return { ...change, ...(expired === undefined ? {} : { expiresAt: expired ? now - 1_000 : openPolicy.expiresAt }) }
}

/** A label whose send is gone or was refused stands for an id that nothing has. */
function resolved(step: ModelStep, labels: State['labels']): ModelStep {
  const number = (ref: HandoffRef): HandoffRef => (ref === 'unknown' ? ref : (labels.get(ref) ?? 'unknown'))
  if (step.kind === 'send') return step.parent === undefined ? step : { ...step, parent: number(step.parent) }
  return 'handoff' in step ? { ...step, handoff: number(step.handoff) } : step
}
