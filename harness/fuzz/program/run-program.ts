/**
 * Runs one program against a target and the model side by side, and compares every answer. After each change and each
 * refusal somebody who may gets the handoff, and at the end everybody lists both boxes: what was refused has changed
 * nothing, and what was done is there.
 */
import type { AgentPolicy } from '../../fixture/driver.ts'
import type { HandoffClient } from '../../handoff/client.ts'
import { answerInWords, isPassing, statuses } from '../../handoff/contract.ts'
import type { Answer, Operation } from '../../handoff/contract.ts'
import type { Adapter } from '../../target/adapter.ts'
import { apply } from '../model/apply.ts'
import type { Expected, InboxStep, ModelStep } from '../model/step.ts'
import { advance, openPolicy, policyOf, startState } from './advance.ts'
import type { State } from './advance.ts'
import { createBook } from './book.ts'
import type { Book } from './book.ts'
import { answerDifference } from './compare.ts'
import type { Comparing } from './compare-handoff.ts'
import { defaultLimit, pageEnd } from './compare-page.ts'
import type { PageEnd } from './compare-page.ts'
import { difference } from './difference.ts'
import type { Difference } from './difference.ts'
import { operationOf } from './operation.ts'
import { agentNames } from './program.ts'
import type { AgentName, AgentStep, Program, ProgramStep } from './program.ts'
import type { Settings } from './settings.ts'

export interface Agent {
  readonly client: HandoffClient
  /** By which the target knows it. */
  readonly id: string
}

/** What happens around the agents. */
export interface Surroundings {
  /** ms since the epoch, of the target's clock; where it is set, a program begins later than every one before it. */
  readonly begin: () => Promise<number>
  readonly setClock: (now: number) => Promise<void>
  readonly setPolicy: (agent: AgentName, policy: Partial<AgentPolicy>) => Promise<void>
  readonly restart: () => Promise<void>
}

export interface Running {
  readonly agents: ReadonlyMap<AgentName, Agent>
  readonly around: Surroundings
  readonly settings: Settings
  readonly adapter: Adapter
  /** Whether the boxes may hold what other programs have left there. */
  readonly leftovers: boolean
  readonly withoutCredentials: boolean
  /** False: the boxes are not listed at the end. */
  readonly lists: boolean
  /** Told of every operation and its answer. */
  readonly performed?: ((by: AgentName, operation: Operation, answer: Answer) => void) | undefined
}

export type Outcome =
  | { readonly kind: 'agrees' }
  /** `at`: the step; the number of steps where it was seen after the last one. */
  | { readonly kind: 'differs'; readonly at: number; readonly difference: Difference }
  /** The target gave no answer, or one that only says that it has no time. */
  | { readonly kind: 'stopped'; readonly why: string }

/** What an agent's last page was of, and where it ended. */
interface Listing {
  readonly step: InboxStep
  readonly limit: number | undefined
  readonly end: PageEnd | undefined
  readonly cursor: string | undefined
}

/** The target does not do what it should not be judged by. */
class Stopped extends Error {}

export async function runProgram(program: Program, running: Running): Promise<Outcome> {
  try {
    return await new Run(program, running, await running.around.begin()).run()
  } catch (error) {
    if (error instanceof Stopped) return { kind: 'stopped', why: error.message }
    throw error
  }
}

class Run {
  readonly #program: Program
  readonly #running: Running
  readonly #book: Book
  readonly #comparing: Comparing
  readonly #listings = new Map<AgentName, Listing>()
  #state: State

  constructor(program: Program, running: Running, now: number) {
    const { settings, adapter, agents, withoutCredentials } = running
    this.#program = program
    this.#running = running
    this.#book = createBook(new Map([...agents].map(([name, { id }]) => [name, id])))
    this.#comparing = { book: this.#book, adapter, exactTimes: settings.clock, withoutCredentials }
    this.#state = startState(program.agents, now, settings.maxDepth)
  }

  async run(): Promise<Outcome> {
    const { steps } = this.#program
    for (const [at, step] of steps.entries()) {
      const found = await this.#step(step, at)
      if (found !== undefined) return { kind: 'differs', at, difference: found }
    }
    const found = this.#running.lists ? await this.#listAll() : undefined
    return found === undefined ? { kind: 'agrees' } : { kind: 'differs', at: steps.length, difference: found }
  }

  async #step(given: ProgramStep, at: number): Promise<Difference | undefined> {
    const { around } = this.#running
    const { state, step, expected } = advance(this.#state, given)
    const before = this.#state
    this.#state = state
    switch (given.kind) {
      case 'restart':
        await around.restart()
        return undefined
      case 'clock':
        await around.setClock(state.world.now)
        return undefined
      case 'policy':
        await around.setPolicy(given.agent, this.#toTarget(policyOf(given.change, before.world.now)))
        return undefined
      case 'agent': {
        if (step === undefined || expected === undefined) return undefined
        if (step.kind === 'inbox') return this.#list(given, expected, step)
        const found = await this.#ask(given.by, step, expected)
        return found ?? (step.kind === 'get' ? undefined : this.#lookAgain(step, expected, at))
      }
    }
  }

  /** Somebody who may gets what the step was about: by turns its sender and its recipient. */
  async #lookAgain(step: ModelStep, expected: Expected, at: number): Promise<Difference | undefined> {
    const { world } = this.#state
    const number = expected.kind === 'change' ? expected.handoff.number : 'handoff' in step && step.handoff !== 'unknown' ? step.handoff : undefined
    const handoff = number === undefined ? undefined : world.handoffs[number - 1]
    if (handoff === undefined) return undefined
    const get: ModelStep = { kind: 'get', handoff: handoff.number }
    const parties = [handoff.sender, handoff.recipient] as AgentName[]
    const reader = (at % 2 === 0 ? parties : parties.toReversed()).find((party) => apply(world, party, get).expected.kind === 'get')
    return reader === undefined ? undefined : this.#ask(reader, get, apply(world, reader, get).expected)
  }

  async #ask(by: AgentName, step: ModelStep, expected: Expected): Promise<Difference | undefined> {
    return this.#compare(expected, await this.#perform(by, operationOf(step, this.#book)), defaultLimit)
  }

  #compare(expected: Expected, answer: Answer, limit: number, after?: PageEnd): Difference | undefined {
    return answerDifference(expected, answer, this.#comparing, { limit, after, leftovers: this.#running.leftovers })
  }

  /** Another page is asked for only where there was a cursor to it. */
  async #list({ by, page }: AgentStep, expected: Expected, step: InboxStep): Promise<Difference | undefined> {
    if (page?.next !== true) return this.#page(by, { step, limit: page?.limit, end: undefined, cursor: undefined }, expected)
    const listing = this.#listings.get(by)
    if (listing?.cursor === undefined) return undefined
    return this.#page(by, listing, apply(this.#state.world, by, listing.step).expected)
  }

  async #page(by: AgentName, { step, limit, end, cursor }: Listing, expected: Expected): Promise<Difference | undefined> {
    const asked = { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) }
    const answer = await this.#perform(by, operationOf(step, this.#book, asked))
    const found = this.#compare(expected, answer, limit ?? defaultLimit, end)
    if (answer.kind === 'ok' && answer.result.kind === 'inbox') {
      const { handoffs, next_cursor: next } = answer.result
      const last = handoffs.at(-1)
      this.#listings.set(by, { step, limit, end: last === undefined ? end : pageEnd(last), cursor: next })
    }
    return found
  }

  /** Both boxes of everybody, through all their pages. */
  async #listAll(): Promise<Difference | undefined> {
    const { adapter } = this.#running
    const boxes = adapter.operations.inbox.arguments['box'] === undefined ? (['received'] as const) : (['received', 'sent'] as const)
    const parties = new Set(this.#state.world.handoffs.flatMap(({ sender, recipient }) => [sender, recipient]))
    for (const by of agentNames.slice(0, this.#program.agents)) {
      // Whoever was handed nothing and handed nothing over has two empty boxes; one of them is enough to see that.
      for (const box of parties.has(by) ? boxes : boxes.slice(0, 1)) {
        const step: InboxStep = box === 'sent' ? { kind: 'inbox', box, ...(this.#program.pages > 2 ? {} : { statuses }) } : { kind: 'inbox', statuses }
        const found = await this.#listBox(by, step, this.#program.pages)
        if (found !== undefined) return found
      }
    }
    return undefined
  }

  async #listBox(by: AgentName, step: InboxStep, limit: number): Promise<Difference | undefined> {
    const { expected } = apply(this.#state.world, by, step)
    let listing: Listing = { step, limit, end: undefined, cursor: undefined }
    // A box that never ends would otherwise be listed for ever. Where nothing else is in it, no page but the last is empty.
    const most = this.#running.leftovers ? 1_000 : this.#state.world.handoffs.length + 2
    for (let pages = 0; pages < most; pages += 1) {
      const found = await this.#page(by, listing, expected)
      if (found !== undefined) return found
      const next = this.#listings.get(by)
      if (expected.kind === 'refused' || next?.cursor === undefined) return undefined
      if (next.cursor === listing.cursor) return difference('boxes', 'a last page', 'the cursor of that page again')
      listing = next
    }
    return difference('boxes', 'a last page', `none in ${most} pages`)
  }

  async #perform(by: AgentName, operation: Operation): Promise<Answer> {
    const agent = this.#running.agents.get(by)
    if (agent === undefined) throw new Stopped(`nobody plays ${by}`)
    const answer = await agent.client.perform(operation)
    this.#running.performed?.(by, operation, answer)
    if (answer.kind === 'unknown') throw new Stopped(answer.what)
    if (isPassing(answer)) throw new Stopped(`the target answers ${answerInWords(answer)}`)
    return answer
  }

  #toTarget({ sendTo, receiveFrom, expiresAt, ...rest }: Partial<AgentPolicy>): Partial<AgentPolicy> {
    const ids = (names: readonly string[]): readonly string[] => names.map((name) => this.#book.idOfAgent(name))
    return {
      ...rest,
      ...(sendTo === undefined ? {} : { sendTo: ids(sendTo) }),
      ...(receiveFrom === undefined ? {} : { receiveFrom: ids(receiveFrom) }),
      ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === openPolicy.expiresAt ? farAway : expiresAt }),
    }
  }
}

/** A time that no target's clock will see, ms since the epoch. */
const farAway = Date.UTC(2100, 0, 1)
