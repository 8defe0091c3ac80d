/** The adapter of the reference handoff server, and of every server with its tools: the contract's own names. */
import type { Adapter } from '../adapter.ts'

function own(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, name]))
}

const transition = own('handoff_id', 'note', 'expected_version', 'idempotency_key')
const change = own('handoff', 'replayed')

export const referenceAdapter: Adapter = {
  name: 'reference',
  operations: {
    whoami: { tool: 'handoff_whoami', arguments: {}, results: own('agent_id', 'display_name', 'disclosure_ceiling', 'send_to', 'receive_from', 'policy_revision') },
    send: {
      tool: 'handoff_send',
      arguments: own('recipient', 'title', 'summary', 'request', 'context_refs', 'artifact_refs', 'tags', 'sensitivity', 'priority', 'parent_id', 'expires_in_s', 'idempotency_key'),
      results: change,
    },
    inbox: { tool: 'handoff_inbox', arguments: own('box', 'statuses', 'limit', 'cursor'), results: own('handoffs', 'next_cursor') },
    get: { tool: 'handoff_get', arguments: own('handoff_id'), results: own('handoff', 'events') },
    acknowledge: { tool: 'handoff_acknowledge', arguments: transition, results: change },
    update_status: { tool: 'handoff_update_status', arguments: { ...transition, ...own('status') }, results: change },
  },
  handoff: own(
    'id', 'thread_id', 'parent_id', 'depth', 'sender', 'recipient', 'title', 'summary', 'request', 'context_refs', 'artifact_refs', 'tags',
    'sensitivity', 'priority', 'status', 'version', 'created_at', 'updated_at', 'expires_at',
  ),
  event: own('id', 'handoff_id', 'seq', 'actor', 'type', 'from_status', 'to_status', 'note', 'policy_revision', 'created_at', 'prev_hash', 'hash'),
  error: { code: 'error.code', field: 'error.field', retryable: 'error.retryable' },
  newestFirst: true,
  acceptHandoff: {
    tool: 'accept_handoff',
    issueTool: 'issue_handoff_token',
    verifyTool: 'verify_handoff_token',
    path: '/projects/{project_id}/handoff/accept',
  },
}
