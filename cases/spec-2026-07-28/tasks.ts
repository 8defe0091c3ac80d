/** The tasks extension: how a call becomes a task, and for whom. */
import { randomUUID } from 'node:crypto'
import type { Case } from '../../harness/run/case.ts'
import type { JsonObject, PeerAnswer } from '../../harness/peer/peer.ts'
import { isPeerStream } from '../../harness/peer/peer.ts'
import { isJsonObject } from '../../harness/wire/json.ts'
import { describeAnswer, errorCode, needTelling } from '../support/answers.ts'
import { askInVain } from '../support/asking.ts'
import { eachChannel } from '../support/channels.ts'
import { everyCapability } from '../support/showing.ts'
import { beginTask, createdTask, differEnough, needTasks, noTasks, readTask, taskCall, taskCalls, taskProblems, tasksExtension } from '../support/tasks/tasks.ts'
import { modernCase } from './define.ts'

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.tasks-create-result',
    title: 'A call that becomes a task is answered with the task, which is there at once',
    requirements: ['mcp-tasks.create-result', 'mcp-tasks.created-durably', 'mcp-tasks.id-unguessable'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      const ids: string[] = []
      for (const [index, call] of (await taskCalls(context, peer)).entries()) {
        const input = `${channel}: call ${index + 1}`
        const created = createdTask(await peer.call(call))
        if (created === undefined) continue
        const problems = taskProblems(created)
        context.observe({ requirement: 'mcp-tasks.create-result', input, ok: problems.length === 0, expected: 'taskId, status, createdAt, lastUpdatedAt and ttlMs beside resultType', actual: problems.length === 0 ? 'these' : problems.join('; ') })
        const { taskId } = created
        if (typeof taskId !== 'string') continue
        const found = await readTask(peer, taskId)
        context.observe({ requirement: 'mcp-tasks.created-durably', input, ok: found !== undefined, expected: 'a state of the task', actual: found === undefined ? 'none' : 'a state' })
        const alike = ids.filter((id) => !differEnough(id, taskId)).length
        ids.push(taskId)
        if (ids.length > 1) context.observe({ requirement: 'mcp-tasks.id-unguessable', input, ok: alike === 0, expected: 'an id that differs from the earlier ones in at least 8 characters on end', actual: alike === 0 ? 'such an id' : `${alike} earlier ids that are almost the same` })
      }
      if (ids.length === 0) context.inconclusive('no call became a task again')
    }),
    explain: {
      sends: 'Calls that only read and become a task for a client that declares the extension, each followed at once by tasks/get.',
      expects: 'A flat result of the type "task" with all members of a task, an id that says nothing of other ids, and a state from tasks/get.',
      why: 'The client has nothing but the id; it must lead to the task at once, and nobody else may come by it by guessing.',
      failure: 'The task is nested in a member as in 2025-11-25, it is stored after the answer was sent, or its id is a counter.',
      fix: 'Store the task before it is answered, under an id from a random source, and answer with its members beside resultType.',
    },
  }),
  modernCase({
    id: 'spec.tasks-declared-on-request',
    title: 'Only a client that declares the extension on the request gets a task',
    requirements: ['mcp-tasks.declared-on-request', 'mcp-tasks.missing-capability'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      for (const [index, call] of (await taskCalls(context, peer)).entries()) {
        const input = `${channel}: call ${index + 1}`
        const answer = await peer.call({ ...call, capabilities: noTasks })
        needTelling(answer)
        const isTask = createdTask(answer) !== undefined
        context.observe({ requirement: 'mcp-tasks.declared-on-request', input, ok: !isTask && answer.answer.kind !== 'none', expected: 'a result or an error', actual: isTask ? 'a task' : describeAnswer(answer) }, answer)
        if (answer.answer.kind === 'error') {
          const ok = answer.answer.code === -32_021 && namesExtension(answer.answer.data)
          context.observe({ requirement: 'mcp-tasks.missing-capability', input, ok, expected: 'the JSON-RPC error -32021 that names the extension among the required capabilities', actual: describeAnswer(answer) }, answer)
        }
      }
    }),
    explain: {
      sends: 'The calls that become a task, again by a client that declares everything but the extension.',
      expects: 'A result, or the error -32021 with the extension in data.requiredCapabilities; never a task.',
      why: 'A client that knows no tasks takes the handle for the result, and never asks for the rest.',
      failure: 'The server remembers what an earlier request declared, or never looks at it.',
      fix: 'Look at the capabilities of the request at hand; wait for the result, or refuse with -32021.',
    },
  }),
  modernCase({
    id: 'spec.tasks-unknown',
    title: 'A task that does not exist is refused as invalid parameters',
    requirements: ['mcp-tasks.unknown-task', 'mcp-tasks.unknown-task-changed'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      await needTasks(context, peer)
      const taskId = randomUUID()
      const calls = [taskCall('tasks/get', taskId), taskCall('tasks/update', taskId, { inputResponses: {} }), taskCall('tasks/cancel', taskId)]
      for (const call of calls) {
        const requirement = call.method === 'tasks/get' ? 'mcp-tasks.unknown-task' : 'mcp-tasks.unknown-task-changed'
        await askInVain(context, peer, { input: `${channel}: ${call.method}`, call, expect: [errorCode(requirement, -32_602)], control: { method: 'server/discover' } })
      }
    }),
    explain: {
      sends: 'tasks/get, tasks/update and tasks/cancel with an id that no task has.',
      expects: 'The JSON-RPC error -32602.',
      why: 'A task can be gone for good; the client must be able to tell this from a fault that goes by.',
      failure: 'The lookup throws, and the exception becomes an internal error; or cancelling says yes to everything.',
      fix: 'Refuse with -32602 wherever there is no such task for that caller.',
    },
  }),
  modernCase({
    id: 'spec.tasks-calls-declared',
    title: 'Calls about tasks need the extension to be declared',
    requirements: ['mcp-tasks.calls-declared'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      const [call] = await taskCalls(context, peer)
      const taskId = call === undefined ? undefined : await beginTask(peer, call)
      if (taskId === undefined) return context.inconclusive('no call became a task again')
      const judge = (input: string, answer: PeerAnswer | undefined): void => {
        const ok = answer?.answer.kind === 'error' && answer.answer.code === -32_021
        context.observe({ requirement: 'mcp-tasks.calls-declared', input: `${channel}: ${input}`, ok, expected: 'the JSON-RPC error -32021', actual: answer === undefined ? 'a stream' : describeAnswer(answer) }, answer)
      }
      for (const each of [taskCall('tasks/get', taskId), taskCall('tasks/update', taskId, { inputResponses: {} }), taskCall('tasks/cancel', taskId)]) {
        judge(each.method, await peer.call({ ...each, capabilities: noTasks }))
      }
      const opened = await peer.open({ method: 'subscriptions/listen', params: { notifications: { taskIds: [taskId] } }, capabilities: noTasks })
      if (isPeerStream(opened)) {
        const first = await opened.next(2_000)
        await opened.close()
        // Over some transports a stream is there before what is said on it is known.
        judge('subscriptions/listen', isJsonObject(first?.['error']) ? refusedOn(first['error'], first) : undefined)
      } else judge('subscriptions/listen', opened)
    }),
    explain: {
      sends: 'For a task that there is: tasks/get, tasks/update, tasks/cancel and subscriptions/listen with its id, by a client that declares everything but the extension.',
      expects: 'The JSON-RPC error -32021 each time.',
      why: 'Every request says for itself what its client can do, and nothing is remembered of the one that began the task.',
      failure: 'The capabilities are looked at only where a task is begun.',
      fix: 'Check the extension in each of the three methods and where taskIds are listened to.',
    },
  }),
  modernCase({
    id: 'spec.tasks-methods-gone',
    title: 'The methods of the earlier tasks are gone',
    requirements: ['hardening.tasks-methods-gone'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      await needTasks(context, peer)
      for (const method of ['tasks/list', 'tasks/result']) {
        const params: JsonObject = method === 'tasks/result' ? { taskId: randomUUID() } : {}
        await askInVain(context, peer, { input: `${channel}: ${method}`, call: { method, params, capabilities: everyCapability }, expect: [errorCode('hardening.tasks-methods-gone', -32_601)], control: { method: 'server/discover' } })
      }
    }),
    explain: {
      sends: 'tasks/list and tasks/result by a client that declares the extension.',
      expects: 'The JSON-RPC error -32601.',
      why: 'The extension took the list away, since it can show the tasks of one caller to another, and the result is part of the state.',
      failure: 'The handlers of 2025-11-25 are still registered.',
      fix: 'Serve these methods to clients of that revision only.',
    },
  }),
]

function namesExtension(data: unknown): boolean {
  const required = isJsonObject(data) ? data['requiredCapabilities'] : undefined
  const extensions = isJsonObject(required) ? required['extensions'] : undefined
  return isJsonObject(extensions) && isJsonObject(extensions[tasksExtension])
}

function refusedOn(error: JsonObject, response: JsonObject): PeerAnswer {
  return { id: undefined, messages: [response], answer: { kind: 'error', code: Number(error['code']), message: '' }, response, reaction: undefined }
}
