/**
 * A concurrent history: what several clients asked, between which two instants each question was open, and what it came
 * to. It is all that a checker sees, so that whatever it says can be seen again in the record.
 */

/** `fail`: refused, which says as much of the state as a success does. `unknown`: no answer; it may have happened, or not. */
export type Ending = 'ok' | 'fail' | 'unknown'

export interface Entry<Operation, Answer> {
  /** Its number in the history, from 1, in the order in which the questions were asked. */
  readonly index: number
  readonly client: string
  readonly operation: Operation
  readonly ending: Ending
  /** ms on one monotonic clock for the whole history, as is the next one; no two instants are equal. */
  readonly invokedAt: number
  /** Undefined where there is no answer, or none yet: it may take effect at any time after its invocation, or never. */
  readonly returnedAt: number | undefined
  /** What has to be explained. Undefined where there is no answer. */
  readonly answer: Answer | undefined
  /** What came in place of an answer, where it does not say what has happened; for reports. */
  readonly instead?: Answer
}

/** What one object does when it is asked one thing after the other. Pure. */
export interface Specification<State, Operation, Answer> {
  readonly initial: State
  /**
   * @param answer Undefined: there was none.
   * @returns The state after the operation, had it been answered so; undefined where it could not have been. Without an
   *   answer: the state after it took effect, or undefined where it could have had no effect.
   */
  step(this: void, state: State, operation: Operation, answer: Answer | undefined): State | undefined
  /** Equal for equal states and for no others. */
  key(this: void, state: State): string
  /** Whether an operation that is answered so leaves every state as it is (default: never). */
  isRead?(this: void, operation: Operation, answer: Answer | undefined): boolean
}
