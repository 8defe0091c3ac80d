/** The tasks extension of MCP (`io.modelcontextprotocol/tasks`), for servers that declare it. */
import type { Requirement } from '../../harness/run/requirement.ts'

const url = 'https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md'
const source = 'MCP tasks extension'
const at = (section: string, anchor: string): Pick<Requirement, 'source' | 'section' | 'url'> => ({ source, section, url: `${url}#${anchor}` })
const ours = (section: string, anchor: string): Pick<Requirement, 'level' | 'source' | 'section' | 'url'> => ({ level: 'hardening', source: 'handoff-conformance', section: `MCP tasks extension, ${section}`, url: `${url}#${anchor}` })

export const mcpTasks: readonly Requirement[] = [
  { ...at('Capability Negotiation', 'capability-negotiation'), id: 'mcp-tasks.declared-on-request', level: 'must', statement: 'A call becomes a task only where its client declared the extension on that very request.' },
  { ...at('Capability Negotiation', 'capability-negotiation'), id: 'mcp-tasks.missing-capability', level: 'must', statement: 'A call that cannot be served without a task is refused with -32021 for a client that did not declare the extension, and the error names it in data.requiredCapabilities.' },
  { ...at('Task Creation', 'task-creation'), id: 'mcp-tasks.create-result', level: 'must', statement: 'The result that creates a task has the resultType "task" and, beside it, taskId, status, createdAt, lastUpdatedAt and ttlMs.' },
  { ...at('Task Creation', 'task-creation'), id: 'mcp-tasks.created-durably', level: 'must', statement: 'Once a task was created, tasks/get finds it.' },
  { ...at('Security Considerations', 'security-considerations'), id: 'mcp-tasks.id-unguessable', level: 'must', statement: 'Nobody can guess the id of a task from that of another: two ids differ in more than a counter or a few characters.' },
  { ...at('Task Polling', 'task-polling'), id: 'mcp-tasks.get-result', level: 'must', statement: 'tasks/get gives a complete result with the state of the task and what belongs to its status: questions, the result, or the error.' },
  { ...at('Task Execution Errors', 'task-execution-errors'), id: 'mcp-tasks.outcome', level: 'must', statement: 'A task whose call had a result, also a tool error, is completed with that result; one whose call had a JSON-RPC error is failed with that error.' },
  { ...at('Protocol Errors', 'protocol-errors'), id: 'mcp-tasks.unknown-task', level: 'must', statement: 'tasks/get for a task that does not exist is refused with -32602.' },
  { ...at('Protocol Errors', 'protocol-errors'), id: 'mcp-tasks.unknown-task-changed', level: 'should', statement: 'tasks/update and tasks/cancel for a task that does not exist are refused with -32602.' },
  { ...at('Protocol Errors', 'protocol-errors'), id: 'mcp-tasks.calls-declared', level: 'must', statement: 'tasks/get, tasks/update and tasks/cancel, and listening to tasks, are refused with -32021 for a client that did not declare the extension on the request.' },
  { ...ours('Backwards Compatibility', 'backwards-compatibility'), id: 'hardening.tasks-methods-gone', statement: 'tasks/list and tasks/result, which belong to the tasks of 2025-11-25, are not there.', reason: 'The extension has no such methods; a list, above all, can tell one caller of the tasks of another.' },
  { ...at('Task Update Requests and Task Cancellation', 'task-cancellation'), id: 'mcp-tasks.acknowledgement', level: 'must', statement: 'tasks/update and tasks/cancel are acknowledged with an empty complete result.' },
  { ...ours('Task Cancellation', 'task-cancellation'), id: 'hardening.tasks-cancel-again', statement: 'Cancelling a task that is cancelled already is acknowledged like the first time.', reason: 'Cancelling is a wish, which can be sent twice when the first acknowledgement was lost; the text does not say what happens then.' },
  { ...at('Task Update Requests', 'task-update-requests'), id: 'mcp-tasks.update-ignores-unknown', level: 'should', statement: 'Answers under keys that are not outstanding are ignored.' },
  { ...at('Task Update Requests', 'task-update-requests'), id: 'mcp-tasks.input-keys-unique', level: 'must', statement: 'A key of inputRequests means one request for the whole life of its task, and is not used again once that was answered.' },
  { ...at('Security Considerations', 'security-considerations'), id: 'mcp-tasks.access', level: 'must', statement: 'Nobody but the identity that began a task can read, update or cancel it.' },
  { ...ours('Streamable HTTP: Routing Headers', 'streamable-http-routing-headers'), id: 'hardening.tasks-name-header', statement: 'Over HTTP a call about a task whose Mcp-Name is not its taskId is refused with -32020 and status 400.', reason: 'The extension binds clients only; but a proxy routes by the header, and what it let through must be what is done.' },
  { ...at('Task Status Notifications', 'task-status-notifications'), id: 'mcp-tasks.no-progress', level: 'must', statement: 'While a client listens to a task, it gets neither progress nor log messages on that stream.' },
]
