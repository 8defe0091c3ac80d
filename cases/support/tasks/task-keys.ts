/** Watches the keys under which a task asks its client for input, from one state to the next. */
import type { JsonObject } from '../../../harness/peer/peer.ts'
import { inputRequestsOf } from '../input-requests/input-requests.ts'

export class TaskKeys {
  readonly #meaning = new Map<string, string>()
  readonly #gone = new Set<string>()
  #reused = false

  /** @returns Whether the state has a key that was not there before. */
  read(state: JsonObject): boolean {
    const known = this.#meaning.size
    const open = inputRequestsOf(state).map(([key, request]) => [key, JSON.stringify(request)] as const)
    this.#reused ||= open.some(([key, request]) => this.#gone.has(key) || (this.#meaning.get(key) ?? request) !== request)
    for (const key of this.#meaning.keys()) if (!open.some(([each]) => each === key)) this.#gone.add(key)
    for (const [key, request] of open) this.#meaning.set(key, request)
    return this.#meaning.size > known
  }

  /** Whether a key has come back, or has got another meaning. */
  get reused(): boolean {
    return this.#reused
  }

  get count(): number {
    return this.#meaning.size
  }
}
