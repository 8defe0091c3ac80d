/**
 * The adapter of servers of the six-tool family: the contract's tool and argument names, handoffs and events in
 * camelCase, and refusals as text without a code. They have one box, no pages, no versions and no expiry.
 */
import type { Adapter } from '../adapter.ts'

const transition = { handoff_id: 'handoff_id', note: 'note' }

export const agentHandoffMcpAdapter: Adapter = {
  name: 'agent-handoff-mcp',
  operations: {
    whoami: {
      tool: 'handoff_whoami',
      arguments: {},
      results: { agent_id: 'agent_id', display_name: 'display_name', disclosure_ceiling: 'disclosure_ceiling', send_to: 'send_to', receive_from: 'receive_from', policy_revision: 'policy_revision' },
    },
    send: {
      tool: 'handoff_send',
      arguments: {
        recipient: 'recipient', title: 'title', summary: 'summary', request: 'request', context_refs: 'context_refs', artifact_refs: 'artifact_refs',
        tags: 'tags', sensitivity: 'sensitivity', priority: 'priority', parent_id: 'parent_id', idempotency_key: 'idempotency_key',
      },
      results: { handoff: 'handoff' },
    },
    inbox: { tool: 'handoff_inbox', arguments: { statuses: 'statuses', limit: 'limit' }, results: { handoffs: 'handoffs' } },
    get: { tool: 'handoff_get', arguments: { handoff_id: 'handoff_id' }, results: { handoff: 'handoff', events: 'events' } },
    acknowledge: { tool: 'handoff_acknowledge', arguments: transition, results: { handoff: 'handoff' } },
    update_status: { tool: 'handoff_update_status', arguments: { ...transition, status: 'status' }, results: { handoff: 'handoff' } },
  },
  handoff: {
    id: 'id', thread_id: 'threadId', parent_id: 'parentId', depth: 'depth', sender: 'sender', recipient: 'recipient', title: 'title', summary: 'summary',
    request: 'request', context_refs: 'contextRefs', artifact_refs: 'artifactRefs', tags: 'tags', sensitivity: 'sensitivity', priority: 'priority',
    status: 'status', created_at: 'createdAt', updated_at: 'updatedAt',
  },
  event: {
    id: 'id', handoff_id: 'handoffId', actor: 'actor', type: 'eventType', from_status: 'fromStatus', to_status: 'toStatus', note: 'note', created_at: 'createdAt',
  },
  unknownStatuses: ['expired'],
  newestFirst: true,
}
