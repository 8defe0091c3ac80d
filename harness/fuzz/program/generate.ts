/**
 * Makes programs up, with the model beside: so that most steps touch the same few handoffs, keys and versions, and
 * every rule is met from both sides. The same draws give the same program.
 */
import { requestableStatuses, statuses } from '../../handoff/contract.ts'
import type { Status } from '../../handoff/contract.ts'
import type { ModelStep, TransitionStep } from '../model/step.ts'
import { mayMove } from '../model/transition.ts'
import type { ModelHandoff, World } from '../model/world.ts'
import { advance, startState } from './advance.ts'
import type { State } from './advance.ts'
import { chance, oneOf, weighted } from './choose.ts'
import type { Draw } from './choose.ts'
import { generateEdit } from './generate-edit.ts'
import { contents, generateSend } from './generate-send.ts'
import { afterEdit, habitsFor } from './habits.ts'
import type { Habits } from './habits.ts'
import { agentNames } from './program.ts'
import type { AgentName, AgentStep, Program, ProgramStep } from './program.ts'
import type { Settings } from './settings.ts'

/** Any time will do: nothing in a program depends on when it begins. */
const someTime = 1_000_000_000_000

export function generateProgram(draw: Draw, settings: Settings): Program {
  const { least, most } = settings.steps
  const count = least + draw(most - least + 1)
  const steps: ProgramStep[] = []
  const habits = habitsFor(draw, settings)
  const tried = new Set<string>()
  const done: AgentStep[] = []
  let state = startState(settings.agents, someTime, settings.maxDepth)
  while (steps.length < count) {
    const step = generateStep({ draw, settings, habits, tried, done }, state, steps)
    // Handoffs are numbered as they are created, and so are labels: in a program that was just made up they are the same.
    const { state: next, expected } = advance(state, labelled(step, state))
    const creates = step.kind === 'agent' && step.step.kind === 'send' && expected?.kind === 'change' && !expected.replayed
    steps.push(creates ? labelled(step, state) : step)
    if (step.kind === 'agent' && keyIn(step.step) !== undefined && expected?.kind === 'change' && !expected.replayed) done.push(step)
    state = next
  }
  return { agents: settings.agents, steps, pages: habits.pages }
}

function labelled(step: ProgramStep, { world }: State): ProgramStep {
  return step.kind === 'agent' && step.step.kind === 'send' ? { ...step, label: world.handoffs.length + 1 } : step
}

interface Making {
  readonly draw: Draw
  readonly settings: Settings
  readonly habits: Habits
  /** Moves that the program has tried: from where, by whom, to where. */
  readonly tried: Set<string>
  /** Steps with a key that were done, and not only tried. */
  readonly done: readonly AgentStep[]
}

function generateStep(making: Making, { world }: State, before: readonly ProgramStep[]): ProgramStep {
  const { draw, settings, habits, done } = making
  const acts = before.filter((step) => step.kind === 'agent')
  const keyed = acts.filter(({ step }) => keyIn(step) !== undefined)
  const last = before.at(-1)
  const weights = last?.kind === 'policy' ? afterEdit(habits.weights) : habits.weights
  const none = world.handoffs.length === 0
  const kind = none
    ? weighted(draw, [[86, 'send'], [2, 'move'], [3, 'get'], [3, 'inbox'], [weights.whoami, 'whoami'], [Math.min(weights.edit, 8), 'edit']] as const)
    : weighted(draw, [
        [world.handoffs.length < habits.handoffs ? weights.send : Math.ceil(weights.send / 8), 'send'], [weights.move, 'move'], [keyed.length === 0 ? 0 : weights.again, 'again'],
        [weights.get, 'get'], [weights.inbox, 'inbox'], [weights.whoami, 'whoami'], [weights.edit, 'edit'], [weights.clock, 'clock'], [weights.restart, 'restart'],
      ] as const)
  const key = (): string | undefined => keyFor(draw, habits, keyed)
  switch (kind) {
    case 'send': return generateSend({ draw, settings, habits, world, key })
    case 'move': return generateMove(making, world, key)
    case 'again': return again(draw, settings, oneOf(draw, done.length > 0 && chance(draw, 85) ? done : keyed))
    case 'get': return generateGet(draw, settings, world)
    case 'inbox': return generateInbox(draw, settings, acts)
    case 'whoami': return { kind: 'agent', by: last?.kind === 'policy' ? last.agent : anyone(draw, settings), step: { kind: 'whoami' } }
    case 'edit': return generateEdit(draw, world, settings.agents)
    case 'clock': return { kind: 'clock', ms: stepOfClock(draw, world) }
    case 'restart': return { kind: 'restart' }
  }
}

function anyone(draw: Draw, { agents }: Settings): AgentName {
  return oneOf(draw, agentNames.slice(0, agents))
}

function keyIn(step: ModelStep): string | undefined {
  return 'key' in step ? step.key : undefined
}

/** Mostly none, else a new one, now and then one that somebody has used. */
function keyFor(draw: Draw, habits: Habits, keyed: readonly AgentStep[]): string | undefined {
  if (!chance(draw, habits.keys)) return undefined
  const used = keyed.map(({ step }) => keyIn(step))
  return used.length > 0 && chance(draw, 25) ? oneOf(draw, used) : `k${new Set(used).size + 1}`
}

function someHandoff(draw: Draw, { handoffs }: World): ModelHandoff | undefined {
  if (handoffs.length === 0 || chance(draw, 3)) return undefined
  return chance(draw, 55) ? handoffs.at(-1) : oneOf(draw, handoffs)
}

interface Move {
  readonly by: AgentName
  readonly to: Status
}

/** Away from what ends a handoff, so that there is something left to do with it. */
const ways: Readonly<Record<Status, number>> = { blocked: 36, accepted: 28, completed: 20, cancelled: 16, queued: 0, expired: 0 }

/** Those that the contract has, or any: what was not tried yet goes before the rest. */
function someMove({ draw, settings, habits, tried }: Making, handoff: ModelHandoff): Move {
  const parties = [handoff.sender, handoff.recipient] as AgentName[]
  const all = parties.flatMap((by) => (['accepted', ...requestableStatuses] as const).map((to) => ({ by, to })))
  const legal = all.filter(({ by, to }) => mayMove(handoff, by, to))
  if (legal.length > 0 && chance(draw, habits.legal)) return weighted(draw, legal.map((move) => [ways[move.to], move]))
  const nameOf = ({ by, to }: Move): string => `${handoff.status} ${by === handoff.sender ? 'sender' : 'recipient'} ${to}`
  const fresh = all.filter((move) => !legal.includes(move) && !tried.has(nameOf(move)))
  const any = oneOf(draw, fresh.length > 0 ? fresh : all)
  tried.add(nameOf(any))
  return chance(draw, habits.outsiders) ? { ...any, by: anyone(draw, settings) } : any
}

function generateMove(making: Making, world: World, key: () => string | undefined): ProgramStep {
  const { draw, settings, habits } = making
  const handoff = someHandoff(draw, world)
  const { by, to }: Move = handoff === undefined ? { by: anyone(draw, settings), to: oneOf(draw, ['accepted', 'completed'] as const) } : someMove(making, handoff)
  const version = handoff?.version ?? 1
  const expectedVersion = settings.abilities.has('versions') && chance(draw, habits.versions) ? weighted(draw, [[50, version], [25, version + 1], [25, Math.max(1, version - 1)]]) : undefined
  const used = settings.abilities.has('transition-keys') ? key() : undefined
  const details = {
    handoff: handoff?.number ?? ('unknown' as const),
    ...(chance(draw, 20) ? { note: `Note ${draw(2)}` } : {}),
    ...(expectedVersion === undefined ? {} : { expectedVersion }),
    ...(used === undefined ? {} : { key: used }),
  }
  const step: TransitionStep = to === 'blocked' || to === 'completed' || to === 'cancelled' ? { kind: 'update_status', status: to, ...details } : { kind: 'acknowledge', ...details }
  return { kind: 'agent', by, step }
}

/** The same with the same key, or something of it is another: who, what, by which tool. */
function again(draw: Draw, settings: Settings, { by, step }: AgentStep): ProgramStep {
  const way = weighted(draw, [[66, 'same'], [13, 'who'], [21, 'what']] as const)
  if (way === 'who') return { kind: 'agent', by: anyone(draw, settings), step }
  return { kind: 'agent', by, step: way === 'same' ? step : altered(draw, step) }
}

function altered(draw: Draw, step: ModelStep): ModelStep {
  switch (step.kind) {
    case 'send': return { ...step, content: oneOf(draw, contents.filter(({ title }) => title !== step.content.title)) }
    case 'acknowledge': return { ...step, kind: 'update_status', status: oneOf(draw, requestableStatuses) }
    case 'update_status': {
      const { status: _, ...rest } = step
      return chance(draw, 50) ? { ...rest, kind: 'acknowledge' } : { ...step, note: `${step.note ?? 'Note'} more` }
    }
    case 'whoami':
    case 'inbox':
    case 'get': return step
  }
}

function generateGet(draw: Draw, settings: Settings, world: World): ProgramStep {
  const handoff = someHandoff(draw, world)
  const by = handoff !== undefined && chance(draw, 55) ? oneOf(draw, [handoff.sender, handoff.recipient]) as AgentName : anyone(draw, settings)
  return { kind: 'agent', by, step: { kind: 'get', handoff: handoff?.number ?? 'unknown' } }
}

function generateInbox(draw: Draw, settings: Settings, acts: readonly AgentStep[]): ProgramStep {
  const paging = settings.abilities.has('paging')
  const paged = acts.filter(({ step, page }) => step.kind === 'inbox' && page?.limit !== undefined)
  if (paging && paged.length > 0 && chance(draw, 40)) {
    const { by } = oneOf(draw, paged)
    return { kind: 'agent', by, step: { kind: 'inbox' }, page: { next: true } }
  }
  const box = settings.abilities.has('sent-box') && chance(draw, 45) ? 'sent' : undefined
  const some = statuses.filter((status) => chance(draw, 50) && (status !== 'expired' || settings.abilities.has('expiry')))
  return {
    kind: 'agent',
    by: anyone(draw, settings),
    step: { kind: 'inbox', ...(box === undefined ? {} : { box }), ...(some.length > 0 && chance(draw, 40) ? { statuses: some } : {}) },
    ...(chance(draw, 55) ? { page: { limit: 1 + draw(3) } } : {}),
  }
}

/** Just before and just after something expires: at the very moment the contract can be read in two ways. */
function stepOfClock(draw: Draw, { handoffs, now }: World): number {
  const left = handoffs.flatMap(({ expiresAt }) => (expiresAt === undefined || expiresAt <= now + 1 ? [] : [expiresAt - now]))
  if (left.length === 0) return 1_000
  const until = oneOf(draw, left)
  return weighted(draw, [[60, until + 1], [20, until - 1], [20, 1_000]])
}
