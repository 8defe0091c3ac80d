/** The tasks extension on the transport: the field that repeats the id, and the stream that tells of a task. */
import { randomUUID } from 'node:crypto'
import type { Case } from '../../harness/run/case.ts'
import { isPeerStream } from '../../harness/peer/peer.ts'
import { errorCode, httpStatus } from '../support/answers.ts'
import { askInVain } from '../support/asking.ts'
import { eachChannel } from '../support/channels.ts'
import { everyCapability } from '../support/showing.ts'
import { beginTask, needTasks, pollTask, isOver, taskCall, taskCalls } from '../support/tasks/tasks.ts'
import { modernCase, modernHttpCase } from './define.ts'

/** Until a stream has been silent for so many ms after the task was seen to stand still. */
const silenceMs = 400

export const cases: readonly Case[] = [
  modernHttpCase({
    id: 'spec.tasks-name-header',
    title: 'A call about a task whose Mcp-Name is not its id is refused',
    requirements: ['hardening.tasks-name-header'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      await needTasks(context, peer)
      const [begin] = await taskCalls(context, peer)
      const taskId = begin === undefined ? undefined : await beginTask(peer, begin)
      if (taskId === undefined) return context.inconclusive('no call became a task again')
      const control = taskCall('tasks/get', taskId)
      for (const [name, value] of [['another id', randomUUID()], ['no Mcp-Name', undefined]] as const) {
        await askInVain(context, peer, {
          input: `${channel}: ${name}`,
          call: { ...control, headers: { 'Mcp-Name': value } },
          expect: [errorCode('hardening.tasks-name-header', -32_020), httpStatus('hardening.tasks-name-header', 400)],
          control,
        })
      }
    }),
    explain: {
      sends: 'tasks/get for a task that there is, with another id in Mcp-Name and without the field.',
      expects: 'Status 400 with the JSON-RPC error -32020, as for the other mirrored fields.',
      why: 'A balancer sends the request where the field says; whoever can make the two differ reaches a host or a rule that is not meant.',
      failure: 'Only the three methods of the base specification are checked.',
      fix: 'Compare Mcp-Name with params.taskId for every method that begins with tasks/.',
    },
  }),
  modernCase({
    id: 'spec.tasks-streams',
    title: 'A stream that tells of tasks carries neither progress nor log messages',
    requirements: ['mcp-tasks.no-progress'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      let heard = 0
      for (const [index, call] of (await taskCalls(context, peer)).slice(0, 3).entries()) {
        const taskId = await beginTask(peer, { ...call, meta: { progressToken: `task-${index}`, 'io.modelcontextprotocol/logLevel': 'debug' } })
        if (taskId === undefined) continue
        const stream = await peer.open({ method: 'subscriptions/listen', params: { notifications: { taskIds: [taskId] } }, capabilities: everyCapability, meta: { 'io.modelcontextprotocol/logLevel': 'debug' } })
        if (!isPeerStream(stream)) continue
        const methods: unknown[] = []
        await pollTask(context, peer, taskId, (state) => isOver(state) || state['status'] === 'input_required')
        for (let message = await stream.next(silenceMs); message !== undefined; message = await stream.next(silenceMs)) methods.push(message['method'])
        await stream.close()
        if (!methods.includes('notifications/tasks')) continue
        heard += 1
        const wrong = methods.filter((method) => method === 'notifications/progress' || method === 'notifications/message').length
        context.observe({ requirement: 'mcp-tasks.no-progress', input: `${channel}: call ${index + 1}`, ok: wrong === 0, expected: 'neither progress nor log messages', actual: wrong === 0 ? `${methods.length} messages of other kinds` : `${wrong} of ${methods.length} messages are such` })
      }
      if (heard === 0) context.notApplicable('the target offers no stream that tells of tasks')
    }),
    explain: {
      sends: 'subscriptions/listen with the id of a task that was begun with a progress token and a log level, until the task stands still.',
      expects: 'The acknowledgement and states of the task, and no progress and no log messages.',
      why: 'Progress belongs to the stream of its own request, and tasks have none; a client would not know what it is about.',
      failure: 'The tool reports progress as ever, and it goes to whatever stream is open.',
      fix: 'Drop progress and logging within tasks, or turn it into a statusMessage.',
    },
  }),
]
