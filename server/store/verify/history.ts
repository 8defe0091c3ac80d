/** Judges the events of one handoff, one after the other, and its row by them. Knows of no database. */
import { mayMove, roleOf } from '../../handoff/lifecycle.ts'
import { statuses, type Status } from '../../handoff/types.ts'
import { serverActor } from '../../handoff/changes.ts'
import { eventText, genesisHash, linkHash, type UnhashedEvent } from '../hash-chain.ts'
import { gap, type LogProblems } from './problems.ts'

/** What the row of a handoff says of itself. */
export interface HandoffState {
  readonly sender: string
  readonly recipient: string
  readonly status: string
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
  readonly expires_at: string | null
}

export interface LoggedEvent {
  readonly position: number
  readonly event: UnhashedEvent
  readonly prev_hash: string
  readonly hash: string
  readonly store_prev_hash: string
  readonly store_hash: string
}

export class History {
  readonly #id: string
  readonly #state: HandoffState | undefined
  readonly #problems: LogProblems
  #events = 0
  #seq = 0
  #hash = genesisHash
  #status: string | undefined
  #createdAt: string | undefined
  #updatedAt = ''

  /** @param state Undefined where the handoff does not exist. */
  constructor(id: string, state: HandoffState | undefined, problems: LogProblems) {
    this.#id = id
    this.#state = state
    this.#problems = problems
  }

  add({ position, event, ...hashes }: LoggedEvent): void {
    const where = { position, handoff_id: this.#id }
    const { seq, created_at: at } = event
    if (this.#events === 0 && this.#state === undefined) this.#problems.add('orphan', where, 'the handoff of this event does not exist')
    if (seq !== this.#seq + 1) this.#problems.add('seq', where, gap('sequence number', this.#seq + 1, seq))
    if (hashes.prev_hash !== this.#hash) this.#problems.add('handoff_chain', where, 'the previous hash is not the hash of the event before it in its handoff')
    const text = eventText(event)
    if (hashes.hash !== linkHash(hashes.prev_hash, text)) this.#problems.add('handoff_hash', where, 'the hash is not that of the content')
    if (hashes.store_hash !== linkHash(hashes.store_prev_hash, text)) this.#problems.add('store_hash', where, 'the store hash is not that of the content')
    const wrong = this.#events === 0 ? this.#wrongFirst(event) : this.#wrongMove(event)
    if (wrong !== undefined) this.#problems.add(this.#events === 0 ? 'first_event' : 'transition', where, wrong)
    this.#events += 1
    this.#seq = seq
    this.#hash = hashes.hash
    this.#status = event.to_status
    this.#createdAt ??= at
    if (at > this.#updatedAt) this.#updatedAt = at
  }

  /** After the last event: what the row says against them. */
  end(): void {
    const state = this.#state
    if (state === undefined) return
    const where = { handoff_id: this.#id }
    if (this.#events === 0) return this.#problems.add('no_events', where, 'the handoff has no events')
    if (state.status !== this.#status) this.#problems.add('status', where, `the handoff is ${word(state.status)}, and its last event led to ${word(this.#status)}`)
    if (state.version !== this.#events) this.#problems.add('version', where, `the handoff is at version ${state.version}, and has ${this.#events} events`)
    if (state.created_at !== this.#createdAt) this.#problems.add('times', where, 'the handoff was not created when its first event says')
    // A clock that went back makes no update older than the one before.
    if (state.updated_at !== this.#updatedAt) this.#problems.add('times', where, 'the handoff was not updated when its events say')
  }

  #wrongFirst(event: UnhashedEvent): string | undefined {
    if (event.type !== 'created' || event.from_status !== undefined || event.to_status !== 'queued') return 'the first event is not a creation'
    if (this.#state !== undefined && event.actor !== this.#state.sender) return 'the handoff was not created by its sender'
    return undefined
  }

  #wrongMove({ type, from_status: from, to_status: to, actor, created_at: at }: UnhashedEvent): string | undefined {
    if (type !== to) return 'the type of the event is not the state that it leads to'
    if (from === undefined || from !== this.#status) return `it moves the handoff from ${word(from)}, and the event before it led to ${word(this.#status)}`
    if (this.#state === undefined) return undefined
    const { expires_at } = this.#state
    const due = expires_at !== null && at >= expires_at
    if (to === 'expired' && !due) return 'the handoff expired before its time'
    if (from === 'queued' && to !== 'expired' && due) return 'the handoff was moved after its time was up'
    const role = roleOf(this.#state, actor)
    const may = (role !== undefined && mayMove(from, to, role)) || (actor === serverActor && mayMove(from, to, 'server'))
    return may ? undefined : `the ${role ?? 'actor, who is no party,'} cannot move a handoff from ${word(from)} to ${word(to)}`
  }
}

/** A status as it is, and nothing else that somebody may have written there. */
function word(status: string | undefined): string {
  return statuses.includes(status as Status) ? String(status) : 'no state at all'
}
