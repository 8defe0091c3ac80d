/**
 * Listening to tasks over stdio by a client that does not declare the extension: refused before the SDK, which knows no
 * such filter, opens a stream for the rest (ext-tasks, Task Status Notifications). Over HTTP `listen.ts` does it.
 */
import { isObject } from '../feature.ts'
import type { JsonObject } from '../feature.ts'
import { declaresTasks, tasksNotDeclared } from './extension.ts'

/** The error response; undefined where the message may pass. */
export function refusalOfListening(message: unknown): JsonObject | undefined {
  if (!isObject(message) || message['method'] !== 'subscriptions/listen' || !isObject(message['params'])) return undefined
  const { notifications, _meta: meta } = message['params']
  if (!isObject(notifications) || !('taskIds' in notifications)) return undefined
  if (isObject(meta) && declaresTasks(meta['io.modelcontextprotocol/clientCapabilities'])) return undefined
  const { code, message: text, data } = tasksNotDeclared()
  return { jsonrpc: '2.0', id: message['id'], error: { code, message: text, data } }
}
