/** Remembers what became of slow calls, by a label of the caller's: cancelling one shows in what another tool says of it. */

export type SlowState = 'running' | 'cancelled' | 'finished'

const maxLabels = 10_000

export class Witness {
  readonly #states = new Map<string, SlowState>()

  /** @param agentId Nobody sees the labels of another identity. */
  note(agentId: string, label: string, state: SlowState): void {
    const key = `${agentId}\0${label}`
    this.#states.delete(key)
    this.#states.set(key, state)
    const oldest = this.#states.keys().next()
    if (this.#states.size > maxLabels && oldest.done !== true) this.#states.delete(oldest.value)
  }

  of(agentId: string, label: string): SlowState | 'unknown' {
    return this.#states.get(`${agentId}\0${label}`) ?? 'unknown'
  }
}
