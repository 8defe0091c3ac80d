/** The tasks extension of 2026: its name, and who has declared it (ext-tasks, Capability Negotiation). */
import { MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server'
import { isObject } from '../feature.ts'

export const tasksExtension = 'io.modelcontextprotocol/tasks'

/** Whether a request declares it; what earlier requests declared does not count. */
export function declaresTasks(clientCapabilities: unknown): boolean {
  const extensions = isObject(clientCapabilities) ? clientCapabilities['extensions'] : undefined
  return isObject(extensions) && isObject(extensions[tasksExtension])
}

/** What can be asked about a task; `Mcp-Name` repeats its id then (ext-tasks, Streamable HTTP: Routing Headers). */
export const taskMethods: ReadonlySet<string> = new Set(['tasks/get', 'tasks/update', 'tasks/cancel'])

export function tasksNotDeclared(): MissingRequiredClientCapabilityError {
  return new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } })
}
