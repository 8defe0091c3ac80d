/** What can be wrong with a log, and a collection of it that counts everything and keeps a bounded part. */

export const logProblemCodes = {
  schema: 'A table, index or trigger of the schema is missing or changed, or a trigger was added.',
  position: 'The positions do not count up from 1 without a gap.',
  store_chain: 'An event does not name the store hash of the one before it.',
  store_hash: 'The store hash of an event is not that of its content.',
  seq: 'The sequence numbers of a handoff do not count up from 1 without a gap.',
  handoff_chain: 'An event does not name the hash of the one before it in its handoff.',
  handoff_hash: 'The hash of an event is not that of its content.',
  first_event: 'The first event of a handoff is not its creation by its sender.',
  transition: 'An event moves a handoff in a way that the lifecycle does not allow.',
  orphan: 'There are events of a handoff that does not exist.',
  no_events: 'A handoff has no events.',
  status: 'The status of a handoff is not the one that its last event led to.',
  version: 'The version of a handoff is not the number of its events.',
  times: 'The times of a handoff are not those of its events.',
  unknown_head: 'The log does not hold the head that was kept.',
} as const

export type LogProblemCode = keyof typeof logProblemCodes

export interface LogProblem {
  readonly code: LogProblemCode
  /** In the whole store. */
  readonly position?: number
  readonly handoff_id?: string
  /** One sentence without full stop, with nothing in it that agents wrote. */
  readonly what: string
}

/** More than this many are counted and not kept. */
const cap = 100

export class LogProblems {
  readonly kept: LogProblem[] = []
  count = 0

  add(code: LogProblemCode, where: { readonly position?: number; readonly handoff_id?: string }, what: string): void {
    this.count += 1
    if (this.kept.length < cap) this.kept.push({ code, ...where, what })
  }
}

/** How a count that should go up by one does not. */
export function gap(name: string, expected: number, found: number): string {
  if (found < expected) return `the ${name} is ${found} where ${expected} should be`
  return found === expected + 1 ? `the ${name} ${expected} is missing before it` : `the ${name}s ${expected} to ${found - 1} are missing before it`
}
