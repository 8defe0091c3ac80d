/** Tasks of the 2026 extension: who gets one, what becomes of it, and whose it is. */
import t from 'tap'
import type { Test } from 'tap'
import { startTestFixture } from '../../server/support/fixture.ts'
import { open, send, withTasks } from '../support/modern.ts'
import type { Ask } from '../support/modern.ts'

// A deadline for a busy machine, not an expectation.
t.setTimeout(60_000)

const fixture = await startTestFixture()
t.teardown(async () => fixture.close())

const knowsTasks: Ask = { capabilities: { ...withTasks, elicitation: {} } }

async function create(t: Test, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { message } = await send(fixture, 'tools/call', { name, arguments: args }, knowsTasks)
  t.match(message.result, { resultType: 'task', status: 'working', ttlMs: Number, pollIntervalMs: Number, createdAt: String, lastUpdatedAt: String })
  for (const member of ['content', 'result', 'task', 'requestState', 'inputRequests']) t.notOk(Object.hasOwn(message.result ?? {}, member), `no ${member}`)
  return String(message.result?.['taskId'])
}

async function get(taskId: string): Promise<Record<string, unknown>> {
  const { message } = await send(fixture, 'tasks/get', { taskId }, knowsTasks)
  return message.result ?? {}
}

/** What is waited for comes by itself. */
async function until(taskId: string, status: string): Promise<Record<string, unknown>> {
  for (let task = await get(taskId); ; task = await get(taskId)) if (task['status'] === status) return task
}

void t.test('a task is there for those who know tasks', async (t) => {
  const { message: discovered } = await send(fixture, 'server/discover', {})
  t.match(discovered.result, { capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } })
  const without = await send(fixture, 'tools/call', { name: 'slow_compute', arguments: {} })
  t.match(without.message.result, { resultType: 'complete', content: [{ text: 'computed it' }] })
  const needed = await send(fixture, 'tools/call', { name: 'failing_job', arguments: {} })
  t.equal(needed.status, 400)
  t.match(needed.message.error, { code: -32_021, data: { requiredCapabilities: withTasks } })
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const { status, message } = await send(fixture, method, { taskId: 'none', inputResponses: {} })
    t.match({ status, error: message.error }, { status: 400, error: { code: -32_021 } }, method)
  }
})

void t.test('a task ends as its call would have', async (t) => {
  t.match(await get(await create(t, 'slow_compute', { seconds: 3600 })), { resultType: 'complete', status: 'working' })
  t.match(await until(await create(t, 'slow_compute'), 'completed'), { result: { content: [{ type: 'text' }] } })
  t.match(await until(await create(t, 'failing_job'), 'completed'), { result: { isError: true } })
  const failed = await until(await create(t, 'protocol_error_job'), 'failed')
  t.match(failed, { error: { code: -32_603, message: String } })
  t.notOk('result' in failed)
})

void t.test('a task asks, under keys that it uses once', async (t) => {
  const taskId = await create(t, 'two_rounds')
  const first = await until(taskId, 'input_required')
  const keys = Object.keys(first['inputRequests'] as object)
  t.equal(keys.length, 1)
  const answer = { action: 'accept', content: { confirm: true } }
  const malformed = await send(fixture, 'tasks/update', { taskId, inputResponses: { [keys[0] ?? '']: { action: 'accept', content: { confirm: 'yes' } } } }, knowsTasks)
  t.equal(malformed.message.error?.code, -32_602)
  const updated = await send(fixture, 'tasks/update', { taskId, inputResponses: { [keys[0] ?? '']: answer, other: {} } }, knowsTasks)
  t.strictSame(Object.keys(updated.message.result ?? {}).sort(), ['_meta', 'resultType'])
  const second = await until(taskId, 'input_required')
  const later = Object.keys(second['inputRequests'] as object)
  t.notSame(later, keys)
  await send(fixture, 'tasks/update', { taskId, inputResponses: { [later[0] ?? '']: { action: 'decline' } } }, knowsTasks)
  await until(taskId, 'completed')

  const both = await create(t, 'multi_input')
  const [one = '', two = ''] = Object.keys((await until(both, 'input_required'))['inputRequests'] as object)
  await send(fixture, 'tasks/update', { taskId: both, inputResponses: { [one]: { action: 'accept', content: { name: 'me' } } } }, knowsTasks)
  t.strictSame(Object.keys((await get(both))['inputRequests'] as object), [two])
})

void t.test('cancelling is acknowledged, again and again', async (t) => {
  const taskId = await create(t, 'slow_compute', { seconds: 3600 })
  for (let round = 0; round < 2; round += 1) {
    const { message } = await send(fixture, 'tasks/cancel', { taskId }, knowsTasks)
    t.strictSame(Object.keys(message.result ?? {}).sort(), ['_meta', 'resultType'])
  }
  t.match(await get(taskId), { status: 'cancelled' })
})

void t.test('a task is nothing to another identity', async (t) => {
  const taskId = await create(t, 'slow_compute', { seconds: 3600 })
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const { message } = await send(fixture, method, { taskId, inputResponses: {} }, { ...knowsTasks, agent: 'bob' })
    t.equal(message.error?.code, -32_602, method)
  }
  t.match(await get(taskId), { status: 'working' })
})

void t.test('Mcp-Name is the id of the task', async (t) => {
  const taskId = await create(t, 'slow_compute', { seconds: 3600 })
  for (const name of [null, 'another', taskId.toLowerCase(), '=?base64?!?=']) {
    const { status, message } = await send(fixture, 'tasks/get', { taskId }, { ...knowsTasks, name })
    t.match({ status, code: message.error?.code }, { status: 400, code: -32_020 }, String(name))
  }
  const encoded = `=?base64?${Buffer.from(taskId).toString('base64')}?=`
  t.match((await send(fixture, 'tasks/get', { taskId }, { ...knowsTasks, name: encoded })).message.result, { taskId })
})

void t.test('whoever listens is told of the own tasks alone', async (t) => {
  const refused = await send(fixture, 'subscriptions/listen', { notifications: { taskIds: ['any'] } })
  t.match({ status: refused.status, error: refused.message.error }, { status: 400, error: { code: -32_021 } })
  const taskId = await create(t, 'slow_compute', { seconds: 3600 })
  const { message } = await send(fixture, 'tools/call', { name: 'slow_compute', arguments: { seconds: 3600 } }, { ...knowsTasks, agent: 'bob' })
  const foreign = String(message.result?.['taskId'])
  const stream = await open(fixture, 'subscriptions/listen', { notifications: { taskIds: [taskId, foreign] } }, knowsTasks)
  t.strictSame((await stream.next())?.params?.['notifications'], { taskIds: [taskId] })
  t.match(await stream.next(), { method: 'notifications/tasks', params: { taskId, status: 'working', _meta: { 'io.modelcontextprotocol/subscriptionId': String } } })
  await send(fixture, 'tasks/cancel', { taskId: foreign }, { ...knowsTasks, agent: 'bob' })
  await send(fixture, 'tasks/cancel', { taskId }, knowsTasks)
  t.match(await stream.next(), { method: 'notifications/tasks', params: { taskId, status: 'cancelled' } })
  stream.abort()
})
