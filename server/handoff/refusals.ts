/** Refusals that must read the same whatever their reason, so that they tell nothing about others. */
import { HandoffError } from './errors.ts'

/** Also for what the caller may not see. */
export function notFound(field: 'handoff_id' | 'parent_id'): HandoffError {
  return new HandoffError('not_found', 'There is no such handoff, or you may not see it.', { field })
}

/** For every reason of policy. */
export function notPermitted(): HandoffError {
  return new HandoffError('not_permitted', 'The policy does not allow this.')
}
