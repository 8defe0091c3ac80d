/**
 * `subscriptions/listen` with task ids (ext-tasks, Task Status Notifications). The SDK knows no such filter, so it opens
 * the stream for the rest of the request, and what happens to the tasks is written in between its events.
 */
import type { ProtocolError } from '@modelcontextprotocol/server'
import { isObject } from '../feature.ts'
import type { JsonObject } from '../feature.ts'
import { invalidParams } from '../handlers/params.ts'
import { declaresTasks, tasksNotDeclared } from './extension.ts'
import type { TaskStore } from './store.ts'
import type { Task } from './task.ts'

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
const subscriptionKey = 'io.modelcontextprotocol/subscriptionId'
/** `MissingRequiredClientCapability` (2026-07-28, schema). */
const missingCapability = -32_021
/** Keeps the SDK's stream open where tasks are all that is listened to. Nothing is ever said of it. */
const nothing = 'tasks+fixture:nothing'

type Listen = (message: unknown) => Promise<Response>

/** @param listen Opens the stream for what the SDK knows. */
export async function listenToTasks(tasks: TaskStore, owner: string, message: unknown, listen: Listen): Promise<Response> {
  const params = isObject(message) ? message['params'] : undefined
  const notifications = isObject(params) ? params['notifications'] : undefined
  if (!isObject(message) || !isObject(params) || !isObject(notifications) || !('taskIds' in notifications)) return listen(message)
  const { taskIds, resourceSubscriptions, ...rest } = notifications
  const uris: readonly unknown[] = Array.isArray(resourceSubscriptions) ? resourceSubscriptions : []
  const response = await listen({ ...message, params: { ...params, notifications: { ...rest, resourceSubscriptions: [...uris, nothing] } } })
  // What is wrong with the rest of the request has been said already.
  if (response.body === null || response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response
  const fault = faultOf(params, taskIds)
  if (fault !== undefined) {
    await response.body.cancel()
    return refusal(message['id'], fault)
  }
  const own = (taskIds as string[]).filter((id) => tasks.find(owner, id) !== undefined)
  return new Response(withTasks(response.body, tasks, owner, own, message['id']), response)
}

function faultOf(params: JsonObject, taskIds: unknown): ProtocolError | undefined {
  const meta = params['_meta']
  if (!isObject(meta) || !declaresTasks(meta[capabilitiesKey])) return tasksNotDeclared()
  if (!Array.isArray(taskIds) || !taskIds.every((id) => typeof id === 'string')) return invalidParams('params.notifications.taskIds must be an array of strings.')
  return undefined
}

function refusal(id: unknown, { code, message, data }: ProtocolError): Response {
  const status = code === missingCapability ? 400 : 200
  return Response.json({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }, { status })
}

/** The acknowledgement, then the events of the SDK and the states of these tasks as they come. */
function withTasks(source: ReadableStream<Uint8Array>, tasks: TaskStore, owner: string, ids: readonly string[], subscriptionId: unknown): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  const encoder = new TextEncoder()
  let acknowledged = false
  let stop = (): void => undefined
  const teller = (enqueue: (bytes: Uint8Array) => void) => (task: Task) => {
    if (task.owner !== owner || !ids.includes(task.id)) return
    const params = { ...task.detail(), _meta: { [subscriptionKey]: subscriptionId } }
    enqueue(encoder.encode(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tasks', params })}\n\n`))
  }
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await reader.read()
      if (done) {
        stop()
        return controller.close()
      }
      if (acknowledged) return controller.enqueue(value)
      acknowledged = true
      controller.enqueue(encoder.encode(withTaskIds(new TextDecoder().decode(value), ids)))
      const tell = teller((bytes) => controller.enqueue(bytes))
      stop = tasks.onChange(tell)
      // The state that a task is in already, so that none is missed in between.
      for (const id of ids) {
        const task = tasks.find(owner, id)
        if (task !== undefined) tell(task)
      }
      return undefined
    },
    cancel: async (reason) => {
      stop()
      await reader.cancel(reason)
    },
  })
}

/** The first event of the SDK is one chunk, the acknowledgement. */
function withTaskIds(event: string, ids: readonly string[]): string {
  return event.replace(/^data: (.*)$/m, (_line, data: string) => {
    const message = JSON.parse(data) as { params: { notifications: { resourceSubscriptions?: string[] } } }
    const { resourceSubscriptions = [], ...rest } = message.params.notifications
    const uris = resourceSubscriptions.filter((uri) => uri !== nothing)
    const notifications = { ...rest, ...(uris.length > 0 && { resourceSubscriptions: uris }), taskIds: ids }
    return `data: ${JSON.stringify({ ...message, params: { ...message.params, notifications } })}`
  })
}
