/** What of `subscriptions/listen` is about tasks (ext-tasks, Task Status Notifications), whatever the transport. */
import type { ProtocolError } from '@modelcontextprotocol/server'
import { isObject } from '../feature.ts'
import type { JsonObject } from '../feature.ts'
import { invalidParams } from '../handlers/params.ts'
import { declaresTasks, tasksNotDeclared } from './extension.ts'
import type { Task } from './task.ts'

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
export const subscriptionKey = 'io.modelcontextprotocol/subscriptionId'

export type TaskIds =
  /** The request asks for no tasks. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly code: number; readonly answer: JsonObject }
  /** `rest` is the request without them. */
  | { readonly kind: 'tasks'; readonly id: string | number; readonly taskIds: readonly string[]; readonly rest: JsonObject }

export function readTaskIds(message: unknown): TaskIds {
  const params = isObject(message) ? message['params'] : undefined
  const notifications = isObject(params) ? params['notifications'] : undefined
  if (!isObject(message) || message['method'] !== 'subscriptions/listen' || !isObject(params) || !isObject(notifications) || !('taskIds' in notifications)) {
    return { kind: 'none' }
  }
  const { taskIds, ...rest } = notifications
  const fault = faultOf(params, taskIds)
  const { id } = message
  if (fault !== undefined) {
    const { code, message: text, data } = fault
    return { kind: 'refused', code, answer: { jsonrpc: '2.0', id, error: { code, message: text, ...(data !== undefined && { data }) } } }
  }
  return { kind: 'tasks', id: id as string | number, taskIds: taskIds as string[], rest: { ...message, params: { ...params, notifications: rest } } }
}

function faultOf(params: JsonObject, taskIds: unknown): ProtocolError | undefined {
  const meta = params['_meta']
  if (!isObject(meta) || !declaresTasks(meta[capabilitiesKey])) return tasksNotDeclared()
  if (!Array.isArray(taskIds) || !taskIds.every((id) => typeof id === 'string')) return invalidParams('params.notifications.taskIds must be an array of strings.')
  return undefined
}

/** The acknowledgement with the tasks that will be told of. */
export function acknowledgeTasks(message: object, taskIds: readonly string[]): JsonObject {
  const { params } = message as { params: { notifications: JsonObject } }
  return { ...message, params: { ...params, notifications: { ...params.notifications, taskIds } } }
}

export function taskNotification(task: Task, subscriptionId: string | number): JsonObject {
  return { jsonrpc: '2.0', method: 'notifications/tasks', params: { ...task.detail(), _meta: { [subscriptionKey]: subscriptionId } } }
}
