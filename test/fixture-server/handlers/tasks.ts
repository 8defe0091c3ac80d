/** `tasks/get`, `tasks/update` and `tasks/cancel` of the tasks extension, for whoever declares it on the request. */
import type { ServerContext } from '@modelcontextprotocol/server'
import type { JsonObject } from '../feature.ts'
import { declaresTasks, tasksNotDeclared } from '../tasks/extension.ts'
import type { Task } from '../tasks/task.ts'
import { clientCapabilitiesOf } from './connection.ts'
import type { Connection } from './connection.ts'
import { invalidParams, rawParams, stringParam } from './params.ts'

export function handleTasks(connection: Connection): void {
  const { fixture, server, callerOf } = connection
  const taskOf = (params: JsonObject, request: ServerContext): Task => {
    if (!declaresTasks(clientCapabilitiesOf(connection, request))) throw tasksNotDeclared()
    return fixture.tasks.get(callerOf(request).agentId, stringParam(params, 'taskId'))
  }

  server.setRequestHandler('tasks/get', { params: rawParams }, (params, request) => ({ ...taskOf(params, request).detail() }))

  server.setRequestHandler('tasks/update', { params: rawParams }, (params, request) => {
    const task = taskOf(params, request)
    const { inputResponses, droppedInputResponseKeys = [] } = request.mcpReq
    if (inputResponses === undefined) throw invalidParams('params.inputResponses must be an object.')
    task.update(inputResponses, droppedInputResponseKeys)
    return {}
  })

  server.setRequestHandler('tasks/cancel', { params: rawParams }, (params, request) => {
    taskOf(params, request).cancel()
    return {}
  })
}
