/** Listening to tasks over stdio: who does not know tasks is refused, who does is told of the own ones until the subscription ends. */
import { createInterface } from 'node:readline'
import t from 'tap'
import { fixtureServer, serverEnvironment, startProcess } from '../../server/support/reference.ts'
import { createRegistryFile } from '../../server/support/registry-file.ts'
import { modernMeta } from '../../server/support/messages.ts'
import { withTasks } from '../support/modern.ts'

// A deadline for a busy machine, not an expectation.
t.setTimeout(60_000)

interface Line {
  readonly id?: string
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number }
}

void t.test('over stdio', async (t) => {
  const registry = createRegistryFile()
  const server = startProcess([fixtureServer, 'stdio'], serverEnvironment(registry, { HANDOFF_AGENT_ID: 'alice' }))
  t.teardown(async () => {
    server.kill()
    await server.exited
    registry.remove()
  })
  const lines = createInterface({ input: server.child.stdout ?? process.stdin })[Symbol.asyncIterator]()
  const next = async (): Promise<Line> => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error(`the server ended: ${server.stderr()}`)
    return JSON.parse(value) as Line
  }
  const write = (id: string, method: string, params: Record<string, unknown>, capabilities: Record<string, unknown>): void => {
    const meta = { ...modernMeta(), 'io.modelcontextprotocol/clientCapabilities': capabilities }
    server.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } })}\n`)
  }
  const listening = { notifications: { taskIds: ['none'] } }

  write('undeclared', 'subscriptions/listen', listening, {})
  t.match(await next(), { id: 'undeclared', error: { code: -32_021 } })
  write('wrong', 'subscriptions/listen', { notifications: { taskIds: 'none' } }, withTasks)
  t.match(await next(), { id: 'wrong', error: { code: -32_602 } })

  write('call', 'tools/call', { name: 'slow_compute', arguments: { seconds: 3600 } }, withTasks)
  const taskId = (await next()).result?.['taskId']
  write('listen', 'subscriptions/listen', { notifications: { taskIds: [taskId, 'none'] } }, withTasks)
  t.match(await next(), { method: 'notifications/subscriptions/acknowledged', params: { notifications: { taskIds: [taskId] } } })
  const told = { method: 'notifications/tasks', params: { taskId, _meta: { 'io.modelcontextprotocol/subscriptionId': 'listen' } } }
  t.match(await next(), { ...told, params: { ...told.params, status: 'working' } })
  write('cancel', 'tasks/cancel', { taskId }, withTasks)
  t.match(await next(), { ...told, params: { ...told.params, status: 'cancelled' } })
  t.match(await next(), { id: 'cancel', result: { resultType: 'complete' } })

  server.child.stdin?.end()
  const last: Line[] = []
  for await (const line of { [Symbol.asyncIterator]: () => lines }) last.push(JSON.parse(line) as Line)
  t.match(last, [{ id: 'listen', result: { resultType: 'complete' } }], 'the end of the input ends it')
  t.equal((await server.exited).code, 0)
})
