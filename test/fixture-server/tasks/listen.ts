/**
 * `subscriptions/listen` with task ids over HTTP. The SDK knows no such filter, so it opens the stream for the rest of
 * the request, and what happens to the tasks is written in between its events.
 */
import type { JsonObject } from '../feature.ts'
import type { TaskStore } from './store.ts'
import { acknowledgeTasks, readTaskIds, taskNotification } from './subscription.ts'
import type { Task } from './task.ts'

/** `MissingRequiredClientCapability` (2026-07-28, schema). */
const missingCapability = -32_021
/** Keeps the SDK's stream open where tasks are all that is listened to. Nothing is ever said of it. */
const nothing = 'tasks+fixture:nothing'

type Listen = (message: unknown) => Promise<Response>

/** @param listen Opens the stream for what the SDK knows. */
export async function listenToTasks(tasks: TaskStore, owner: string, message: unknown, listen: Listen): Promise<Response> {
  const read = readTaskIds(message)
  if (read.kind === 'none') return listen(message)
  const response = await listen(withNothing(read.kind === 'tasks' ? read.rest : message))
  // What is wrong with the rest of the request has been said already.
  if (response.body === null || response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response
  if (read.kind === 'refused') {
    await response.body.cancel()
    return Response.json(read.answer, { status: read.code === missingCapability ? 400 : 200 })
  }
  const own = read.taskIds.filter((id) => tasks.find(owner, id) !== undefined)
  return new Response(withTasks(response.body, tasks, owner, own, read.id), response)
}

function withNothing(message: unknown): unknown {
  const { params, ...rest } = message as { params: JsonObject & { notifications: JsonObject } }
  const { resourceSubscriptions } = params.notifications
  const uris: readonly unknown[] = Array.isArray(resourceSubscriptions) ? resourceSubscriptions : []
  return { ...rest, params: { ...params, notifications: { ...params.notifications, resourceSubscriptions: [...uris, nothing] } } }
}

/** The acknowledgement, then the events of the SDK and the states of these tasks as they come. */
function withTasks(source: ReadableStream<Uint8Array>, tasks: TaskStore, owner: string, ids: readonly string[], subscriptionId: string | number): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  const encoder = new TextEncoder()
  let acknowledged = false
  let stop = (): void => undefined
  const teller = (enqueue: (bytes: Uint8Array) => void) => (task: Task) => {
    if (task.owner !== owner || !ids.includes(task.id)) return
    enqueue(encoder.encode(`event: message\ndata: ${JSON.stringify(taskNotification(task, subscriptionId))}\n\n`))
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
    const message = JSON.parse(data) as { params: { notifications: JsonObject } }
    const { resourceSubscriptions, ...rest } = message.params.notifications
    const uris = (Array.isArray(resourceSubscriptions) ? resourceSubscriptions : []).filter((uri) => uri !== nothing)
    const notifications = { ...rest, ...(uris.length > 0 && { resourceSubscriptions: uris }) }
    return `data: ${JSON.stringify(acknowledgeTasks({ ...message, params: { ...message.params, notifications } }, ids))}`
  })
}
