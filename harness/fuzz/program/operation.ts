/** A step of the model as an operation on a target: names and numbers become the target's ids. */
import type { Operation } from '../../handoff/contract.ts'
import type { ModelStep } from '../model/step.ts'
import type { Book } from './book.ts'

export interface AskedPage {
  readonly limit?: number
  readonly cursor?: string
}

export function operationOf(step: ModelStep, book: Book, page: AskedPage = {}): Operation {
  const key = 'key' in step && step.key !== undefined ? { idempotency_key: book.keyOf(step.key) } : {}
  switch (step.kind) {
    case 'whoami': return { kind: 'whoami' }
    case 'get': return { kind: 'get', input: { handoff_id: book.idOf(step.handoff) } }
    case 'inbox': {
      const { box, statuses } = step
      return { kind: 'inbox', input: { ...(box === undefined ? {} : { box }), ...(statuses === undefined ? {} : { statuses }), ...page } }
    }
    case 'send': {
      const { to, content, sensitivity, priority, parent, expiresInS } = step
      return {
        kind: 'send',
        input: {
          recipient: book.idOfAgent(to), ...content, ...key,
          ...(sensitivity === undefined ? {} : { sensitivity }),
          ...(priority === undefined ? {} : { priority }),
          ...(parent === undefined ? {} : { parent_id: book.idOf(parent) }),
          ...(expiresInS === undefined ? {} : { expires_in_s: expiresInS }),
        },
      }
    }
    case 'acknowledge':
    case 'update_status': {
      const { handoff, note, expectedVersion } = step
      const input = {
        handoff_id: book.idOf(handoff), ...key,
        ...(note === undefined ? {} : { note }),
        ...(expectedVersion === undefined ? {} : { expected_version: expectedVersion }),
      }
      return step.kind === 'acknowledge' ? { kind: 'acknowledge', input } : { kind: 'update_status', input: { ...input, status: step.status } }
    }
  }
}
