/** Faults of the tasks extension. */
import { onResult, without } from '../rewrite/build.ts'
import { complete, errorAs, errorInstead, inModern, resultInstead } from '../rewrite/modern.ts'
import { objectOr } from '../rewrite/rewrite.ts'
import type { Exchange, JsonObject, Rewrite } from '../rewrite/rewrite.ts'
import type { Mutant } from '../mutant.ts'

const tasksExtension = 'io.modelcontextprotocol/tasks'
const declares = ({ params }: Exchange): boolean => Object.hasOwn(objectOr(objectOr(objectOr(params['_meta'])['io.modelcontextprotocol/clientCapabilities'])['extensions']), tasksExtension)
const isTask = (result: JsonObject): boolean => result['resultType'] === 'task'
const isOf = (method: string) => (exchange: Exchange): boolean => exchange.method === method
const time = '2026-07-28T12:00:00.000Z'

const created = (change: (result: JsonObject, exchange: Exchange) => JsonObject): Rewrite => inModern(onResult('tools/call', (result, exchange) => (isTask(result) ? change(result, exchange) : undefined)))
const state = (change: (result: JsonObject, exchange: Exchange) => JsonObject | undefined): Rewrite => inModern(onResult('tasks/get', change))

/** The store lags behind: a task is found when it is asked for the second time. */
const lagging: Rewrite = inModern({
  response(message, { method, params, memory }) {
    const seen = `seen ${String(params['taskId'])}`
    if (method !== 'tasks/get' || memory.has(seen) || !Object.hasOwn(message, 'result')) return undefined
    memory.set(seen, true)
    return { jsonrpc: '2.0', id: message['id'], error: { code: -32_602, message: 'There is no such task.' } }
  },
})

/** Ids are counted. */
const counted: Rewrite = inModern({
  request(message, exchange) {
    const known = exchange.memory.get(`id ${String(exchange.params['taskId'])}`)
    return typeof known === 'string' ? { forward: [{ ...message, params: { ...exchange.params, taskId: known } }], fields: { 'mcp-name': known } } : undefined
  },
  response(message, { memory }) {
    const result = objectOr(message['result'])
    const { taskId } = result
    if (typeof taskId !== 'string') return undefined
    const count = Number(memory.get('count') ?? 0) + 1
    const known = memory.get(`name ${taskId}`)
    const name = typeof known === 'string' ? known : `task-of-this-server-${count}`
    memory.set('count', count)
    memory.set(`name ${taskId}`, name)
    memory.set(`id ${name}`, taskId)
    return { ...message, result: { ...result, taskId: name } }
  },
})

/** The second question of a task comes under the key of the first. */
const keysAgain: Rewrite = inModern({
  request(message, exchange) {
    const { inputResponses } = exchange.params
    const round = exchange.memory.get(`round ${String(exchange.params['taskId'])}`)
    if (exchange.method !== 'tasks/update' || round !== 2 || !Object.hasOwn(objectOr(inputResponses), 'confirm-1')) return undefined
    return { forward: [{ ...message, params: { ...exchange.params, inputResponses: { 'confirm-2': objectOr(inputResponses)['confirm-1'] } } }] }
  },
  response(message, { method, params, memory }) {
    const result = objectOr(message['result'])
    const request = objectOr(result['inputRequests'])['confirm-2']
    if (method !== 'tasks/get' || request === undefined || Object.keys(objectOr(result['inputRequests'])).length > 1) return undefined
    memory.set(`round ${String(params['taskId'])}`, 2)
    return { ...message, result: { ...result, inputRequests: { 'confirm-1': { ...objectOr(request), params: { ...objectOr(objectOr(request)['params']), message: 'Shall it really be deleted?' } } } } }
  },
})

/** A task in place of the error that says that the extension is missing. */
const undeclaredTask: Rewrite = inModern({
  response: (message, exchange) => (exchange.method === 'tools/call' && !declares(exchange) && JSON.stringify(message['error'] ?? '').includes(tasksExtension)
    ? { jsonrpc: '2.0', id: message['id'], result: { ...complete, resultType: 'task', taskId: 'a-task-for-nobody', status: 'working', createdAt: time, lastUpdatedAt: time, ttlMs: null } }
    : undefined),
  http: ({ body }) => (body?.includes('a-task-for-nobody') === true ? { status: 200 } : undefined),
})

const creation: readonly Mutant[] = [
  { id: 'task-nested', title: 'A task is created in a member of its own, as in 2025-11-25.', target: 'fixture', rewrite: created(({ resultType, _meta, ...task }) => ({ resultType, _meta, task })), kills: ['spec.tasks-create-result'] },
  { id: 'task-without-times', title: 'A task does not say when it was created.', target: 'fixture', rewrite: created((result) => without(result, 'createdAt')), kills: ['spec.tasks-create-result'] },
  { id: 'task-not-there-at-once', title: 'A task is not there yet when its id is given out.', target: 'fixture', rewrite: lagging, kills: ['spec.tasks-create-result'] },
  { id: 'task-ids-counted', title: 'The ids of tasks are counted.', target: 'fixture', rewrite: counted, kills: ['spec.tasks-create-result'] },
  { id: 'task-undeclared', title: 'A client that does not declare the extension gets a task.', target: 'fixture', rewrite: undeclaredTask, kills: ['spec.missing-capability', 'spec.tasks-declared-on-request'] },
  { id: 'task-undeclared-code', title: 'A client that does not declare the extension is told of invalid parameters.', target: 'fixture', rewrite: errorAs('tools/call', (exchange, error) => error['code'] === -32_021 && !declares(exchange) && JSON.stringify(error).includes(tasksExtension), (error) => ({ error: { ...error, code: -32_602 } })), kills: ['spec.missing-capability', 'spec.tasks-declared-on-request'] },
  { id: 'task-undeclared-unnamed', title: 'The error for a client that does not declare the extension does not name it.', target: 'fixture', rewrite: errorAs('tools/call', (exchange, error) => error['code'] === -32_021 && !declares(exchange) && JSON.stringify(error).includes(tasksExtension), (error) => ({ error: { ...error, data: { requiredCapabilities: {} } } })), kills: ['spec.missing-capability', 'spec.tasks-declared-on-request'] },
  { id: 'task-calls-undeclared', title: 'Calls about tasks are served to any client.', target: 'fixture', patch: { file: 'test/fixture-server/handlers/tasks.ts', find: 'if (!declaresTasks(clientCapabilitiesOf(connection, request))) throw tasksNotDeclared()', replace: 'if (!declaresTasks(clientCapabilitiesOf(connection, request)) && request === undefined) throw tasksNotDeclared()' }, kills: ['spec.tasks-calls-declared'] },
  { id: 'task-listening-undeclared', title: 'Any client can listen to tasks.', target: 'fixture', patch: { file: 'test/fixture-server/tasks/subscription.ts', find: 'if (!isObject(meta) || !declaresTasks(meta[capabilitiesKey])) return tasksNotDeclared()', replace: 'if (!isObject(meta) || (!declaresTasks(meta[capabilitiesKey]) && taskIds === undefined)) return tasksNotDeclared()' }, kills: ['spec.tasks-calls-declared'] },
  { id: 'task-unknown-internal', title: 'A task that does not exist falls over.', target: 'fixture', rewrite: errorAs('tasks/get', (_exchange, error) => error['code'] === -32_602, (error) => ({ error: { ...error, code: -32_603 } })), kills: ['spec.tasks-unknown'] },
  { id: 'task-unknown-cancelled', title: 'Cancelling always succeeds.', target: 'fixture', rewrite: errorAs('tasks/cancel', (exchange, error) => error['code'] === -32_602 && declares(exchange) && /^[0-9a-f]{8}-/.test(String(exchange.params['taskId'])), () => ({ result: complete })), kills: ['spec.tasks-unknown'] },
  { id: 'task-list-left', title: 'Tasks can be listed, as in 2025-11-25.', target: 'fixture', rewrite: resultInstead('tasks/list', declares, () => ({ tasks: [] })), kills: ['spec.tasks-methods-gone'] },
]

const lifecycle: readonly Mutant[] = [
  { id: 'task-state-cut', title: 'The state of a task lacks the time of its last change.', target: 'fixture', rewrite: state((result) => without(result, 'lastUpdatedAt')), kills: ['spec.tasks-get'] },
  { id: 'task-state-of-type-task', title: 'The state of a task has the type of a new one.', target: 'fixture', rewrite: state((result) => ({ ...result, resultType: 'task' })), kills: ['spec.tasks-get'] },
  { id: 'task-result-lost', title: 'A completed task does not say what its call came to.', target: 'fixture', rewrite: state((result) => without(result, 'result')), kills: ['spec.tasks-get'] },
  { id: 'task-failed-by-tool', title: 'A tool error makes its task fail.', target: 'fixture', rewrite: state((result) => (objectOr(result['result'])['isError'] === true ? { ...result, status: 'failed' } : undefined)), kills: ['spec.tasks-get'] },
  { id: 'task-acknowledged-with-state', title: 'Cancelling gives the state of the task.', target: 'fixture', rewrite: inModern(onResult('tasks/cancel', (result) => ({ ...result, status: 'cancelled' }))), kills: ['spec.tasks-acknowledgement'] },
  { id: 'task-cancelled-once', title: 'A task can be cancelled only once.', target: 'fixture', kills: ['spec.tasks-acknowledgement'],
    rewrite: inModern({
      response(message, exchange) {
        const key = `cancelled ${String(exchange.params['taskId'])}`
        if (!isOf('tasks/cancel')(exchange) || !Object.hasOwn(message, 'result')) return undefined
        if (exchange.memory.has(key)) return { jsonrpc: '2.0', id: message['id'], error: { code: -32_602, message: 'It is over.' } }
        exchange.memory.set(key, true)
        return undefined
      },
    }) },
  { id: 'task-update-strict', title: 'An answer that nobody asked for is an error.', target: 'fixture', rewrite: errorInstead('tasks/update', ({ params }) => Object.hasOwn(objectOr(params['inputResponses']), 'handoff-conformance-unknown'), { code: -32_602 }), kills: ['spec.tasks-acknowledgement'] },
  { id: 'task-keys-again', title: 'Another question of a task comes under the key of the first.', target: 'fixture', rewrite: keysAgain, kills: ['spec.tasks-input-keys'] },
  { id: 'task-of-anybody', title: 'Whoever knows the id of a task can use it.', target: 'fixture', patch: { file: 'test/fixture-server/tasks/store.ts', find: 'return task?.owner === owner ? task : undefined', replace: "return typeof task?.owner === typeof owner ? task : undefined" }, kills: ['spec.tasks-of-another'] },
]

const transport: readonly Mutant[] = [
  {
    id: 'task-name-unchecked', title: 'The field that repeats the id of a task is not compared with it.', target: 'fixture', kills: ['spec.tasks-name-header'],
    rewrite: inModern({ request: (message, { method, params }) => (method === 'tasks/get' && typeof params['taskId'] === 'string' ? { forward: [message], fields: { 'mcp-name': params['taskId'] } } : undefined) }),
  },
  {
    id: 'task-progress-on-stream', title: 'The stream that tells of a task carries its progress.', target: 'fixture', kills: ['spec.tasks-streams'],
    rewrite: inModern({ response: (message, { method }) => (method === 'subscriptions/listen' && message['method'] === 'notifications/tasks' ? [{ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'task-0', progress: 1 } }, message] : undefined) }),
  },
]

export const specTasks: readonly Mutant[] = [...creation, ...lifecycle, ...transport]
