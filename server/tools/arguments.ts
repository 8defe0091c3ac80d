/** Arguments that several tools take. */
import { optional, text, wholeNumber } from './schemas.ts'

export const handoffId = text(1, 100, 'The id of the handoff.')

export const note = optional(text(1, 500, 'A note for the history of the handoff.'))

export const expectedVersion = optional(
  wholeNumber(1, Number.MAX_SAFE_INTEGER, 'Refuse the change unless the handoff is at this version.'),
)

export const idempotencyKey = optional(
  text(8, 128, 'A key of your own: the same call with the same key is done once and answered the same way again.'),
)
