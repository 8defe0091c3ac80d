/**
 * Keeps the policy of a running server: the registry file is read at every operation, a change is found by its content,
 * and a broken edit leaves the last good snapshot in force, for a bounded time if so configured.
 */
import { HandoffError } from '../handoff/errors.ts'
import type { Clock } from '../handoff/types.ts'
import { parseRegistry } from './load.ts'
import type { PolicySnapshot, PolicySource, PolicyState } from './policy.ts'
import { formatProblem } from './problem.ts'
import { describeReadError, readRegistryFile } from './read-file.ts'

export interface OpenPolicyOptions {
  readonly path: string
  readonly clock: Clock
  /** Seconds for which the last good snapshot stays in force after a broken edit; undefined: for ever. */
  readonly maxStaleS?: number | undefined
  /** Receives one line a change of state; no value of the file is in it. */
  readonly log: (line: string) => void
}

/** Opens the policy and loads it once. Never throws: a registry that cannot be loaded is `unavailable`. */
export function openPolicy(options: OpenPolicyOptions): PolicySource {
  const source = new FilePolicySource(options)
  source.state()
  return source
}

interface Fault {
  /** What tells this fault from another, so that each is logged once. */
  readonly cause: Buffer | string
  readonly problem: string
  /** ms since the epoch. */
  readonly since: number
}

class FilePolicySource implements PolicySource {
  readonly #options: OpenPolicyOptions
  #bytes: Buffer | undefined
  #snapshot: PolicySnapshot | undefined
  #fault: Fault | undefined
  #staleLogged = false

  constructor(options: OpenPolicyOptions) {
    this.#options = options
  }

  current(): PolicySnapshot {
    this.#refresh()
    if (this.#snapshot === undefined) throw new HandoffError('policy_unavailable', 'No policy is in force.')
    if (this.#isStale()) throw new HandoffError('policy_unavailable', 'The policy is older than allowed.')
    return this.#snapshot
  }

  state(): PolicyState {
    this.#refresh()
    if (this.#snapshot === undefined || this.#isStale()) return 'unavailable'
    return this.#fault === undefined ? 'ready' : 'degraded'
  }

  problem(): string | undefined {
    this.#refresh()
    return this.#fault?.problem
  }

  #refresh(): void {
    let bytes: Buffer
    try {
      bytes = readRegistryFile(this.#options.path).bytes
    } catch (error) {
      const problem = describeReadError(error)
      if (this.#fault?.cause !== problem) this.#break(problem, problem)
      this.#logStaleness()
      return
    }
    if (this.#bytes !== undefined && bytes.equals(this.#bytes)) {
      this.#mend()
      return
    }
    const known = this.#fault?.cause
    if (typeof known === 'object' && bytes.equals(known)) {
      this.#logStaleness()
      return
    }
    this.#load(bytes)
  }

  #load(bytes: Buffer): void {
    const parsed = parseRegistry(bytes)
    if (!parsed.ok) {
      const first = parsed.problems[0]
      const more = parsed.problems.length > 1 ? ` (and ${parsed.problems.length - 1} more)` : ''
      this.#break(bytes, `${first === undefined ? 'unknown' : formatProblem(first)}${more}`)
      this.#logStaleness()
      return
    }
    this.#bytes = bytes
    this.#snapshot = parsed.snapshot
    this.#fault = undefined
    this.#staleLogged = false
    this.#options.log(`policy ready: revision ${parsed.snapshot.revision}, ${parsed.snapshot.agents.size} agents`)
  }

  #break(cause: Buffer | string, problem: string): void {
    this.#fault = { cause, problem, since: this.#fault?.since ?? this.#options.clock() }
    this.#options.log(this.#snapshot === undefined || this.#staleLogged
      ? `policy unavailable: ${problem}`
      : `policy degraded, revision ${this.#snapshot.revision} stays in force: ${problem}`)
  }

  #mend(): void {
    if (this.#fault === undefined) return
    this.#fault = undefined
    this.#staleLogged = false
    this.#options.log(`policy ready again: revision ${this.#snapshot?.revision ?? ''}`)
  }

  #isStale(): boolean {
    const { maxStaleS, clock } = this.#options
    if (this.#fault === undefined || maxStaleS === undefined) return false
    return clock() - this.#fault.since >= maxStaleS * 1000
  }

  #logStaleness(): void {
    if (this.#snapshot === undefined || this.#staleLogged || !this.#isStale()) return
    this.#staleLogged = true
    this.#options.log(`policy unavailable: degraded for ${String(this.#options.maxStaleS)} s; mend the registry`)
  }
}
