/** What each tool of the contract takes. */
import { ceilings, priorities, statuses } from '../../harness/handoff/contract.ts'
import type { OperationKind } from '../../harness/handoff/contract.ts'
import type { Argument, Shape } from './input-values.ts'

function optional(name: string, shape: Shape, thorough = false): Argument {
  return { name, required: false, shape, thorough }
}

function required(name: string, shape: Shape, thorough = false): Argument {
  return { name, required: true, shape, thorough }
}

const key = optional('idempotency_key', { kind: 'text', min: 8, max: 128, fresh: true })
const handoffId = required('handoff_id', { kind: 'id' })
const note: Shape = { kind: 'text', min: 1, max: 500 }
const version: Shape = { kind: 'whole' }

/** In the contract's own names. */
export const inputTable: Readonly<Record<OperationKind, readonly Argument[]>> = {
  whoami: [],
  send: [
    required('recipient', { kind: 'id' }),
    required('title', { kind: 'text', min: 1, max: 160 }, true),
    required('summary', { kind: 'text', min: 1, max: 2000 }),
    required('request', { kind: 'text', min: 1, max: 8000 }),
    optional('context_refs', { kind: 'texts', most: 20, max: 500 }, true),
    optional('artifact_refs', { kind: 'texts', most: 20, max: 500 }),
    optional('tags', { kind: 'texts', most: 20, max: 50 }),
    optional('sensitivity', { kind: 'choice', values: ceilings }, true),
    optional('priority', { kind: 'choice', values: priorities }),
    optional('parent_id', { kind: 'id' }),
    optional('expires_in_s', { kind: 'whole', min: 1, max: 2_592_000 }, true),
    key,
  ],
  inbox: [
    optional('box', { kind: 'choice', values: ['received', 'sent'] }),
    optional('statuses', { kind: 'choices', values: statuses }),
    optional('limit', { kind: 'whole', min: 1, max: 100 }, true),
    optional('cursor', { kind: 'id' }),
  ],
  get: [required('handoff_id', { kind: 'id' }, true)],
  acknowledge: [handoffId, optional('note', note, true), optional('expected_version', version, true), key],
  // The third status, cancelled, is for the sender to ask for.
  update_status: [handoffId, required('status', { kind: 'choice', values: ['blocked', 'completed'] }, true), optional('note', note), optional('expected_version', version), key],
}
