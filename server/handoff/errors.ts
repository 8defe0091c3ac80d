/**
 * The closed registry of domain errors. Callers match the code; the message is for people; the cause is for the log.
 */

export const errorCodes = {
  invalid_input: { retryable: false, meaning: 'An argument is missing, unknown, of the wrong type or out of bounds; `field` names it.' },
  not_permitted: { retryable: false, meaning: 'The policy does not allow this, for a reason that is not told.' },
  not_found: { retryable: false, meaning: 'No such handoff, or none that the caller may see.' },
  illegal_transition: { retryable: false, meaning: 'The handoff is not in a state from which the caller may do this.' },
  version_conflict: { retryable: true, meaning: 'The handoff changed since `expected_version`; read it again.' },
  idempotency_conflict: { retryable: false, meaning: 'The idempotency key was used before with another payload.' },
  depth_exceeded: { retryable: false, meaning: 'The chain of handoffs is as deep as the server allows.' },
  payload_too_large: { retryable: false, meaning: 'The canonical input, or the argument that `field` names, is larger than the server allows.' },
  rate_limited: { retryable: true, meaning: 'Too many calls; try again later.' },
  busy: { retryable: true, meaning: 'The store is locked by somebody else; nothing was written; try again.' },
  policy_unavailable: { retryable: true, meaning: 'No policy is in force, so nothing is allowed.' },
  internal: { retryable: false, meaning: 'A fault of the server; nothing was acknowledged.' },
} as const

export type ErrorCode = keyof typeof errorCodes

export class HandoffError extends Error {
  override readonly name = 'HandoffError'
  readonly code: ErrorCode
  readonly retryable: boolean
  /** The argument at fault, for example `title` or `tags[3]`. */
  readonly field: string | undefined

  /** @param message What the caller is told: no path, no token, no reason of policy. */
  constructor(code: ErrorCode, message: string, options: { field?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.retryable = errorCodes[code].retryable
    this.field = options.field
  }
}
