/** The tasks extension: what a task says of itself, and what it does with answers and cancellation. */
import type { Case } from '../../harness/run/case.ts'
import type { PeerAnswer } from '../../harness/peer/peer.ts'
import { isJsonObject } from '../../harness/wire/json.ts'
import { describeAnswer, needTelling } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { responsesTo } from '../support/input-requests/input-requests.ts'
import { TaskKeys } from '../support/tasks/task-keys.ts'
import { beginTask, isOver, outcomeProblems, pollTask, readTask, taskCall, taskCalls, taskProblems } from '../support/tasks/tasks.ts'
import { modernCase } from './define.ts'

const maxRounds = 5

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.tasks-get',
    title: 'tasks/get gives the whole state of a task, with what belongs to its status',
    requirements: ['mcp-tasks.get-result', 'mcp-tasks.outcome'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      for (const [index, call] of (await taskCalls(context, peer)).entries()) {
        const input = `${channel}: call ${index + 1}`
        const taskId = await beginTask(peer, call)
        const state = taskId === undefined ? undefined : await pollTask(context, peer, taskId, (each) => isOver(each) || each['status'] === 'input_required')
        if (state === undefined) continue
        const problems = taskProblems(state)
        if (state['resultType'] !== 'complete') problems.push('resultType is not "complete"')
        if (state['taskId'] !== taskId) problems.push('it is another task')
        if (state['status'] === 'input_required' && !isJsonObject(state['inputRequests'])) problems.push('there are no inputRequests')
        context.observe({ requirement: 'mcp-tasks.get-result', input, ok: problems.length === 0, expected: 'a complete result with the members of the task', actual: problems.length === 0 ? 'such a result' : problems.join('; ') })
        if (!isOver(state)) continue
        const wrong = outcomeProblems(state)
        context.observe({ requirement: 'mcp-tasks.outcome', input, ok: wrong.length === 0, expected: 'a result where it is completed, and only an error where it failed', actual: wrong.length === 0 ? 'that' : wrong.join('; ') })
      }
    }),
    explain: {
      sends: 'Calls that become a task, and tasks/get at the pace that it asks for, until it is over, asks for input, or a few seconds have passed.',
      expects: 'The type "complete", the members of the task, and with them inputRequests, the result of the call (also a tool error), or its JSON-RPC error.',
      why: 'The state is all that the client will ever get; there is no other method for the result.',
      failure: 'The result is left out or kept apart, or a tool error makes the task fail.',
      fix: 'Put what the call came to beside its status: result for completed, error for failed.',
    },
  }),
  modernCase({
    id: 'spec.tasks-acknowledgement',
    title: 'Updating and cancelling a task are acknowledged with nothing else',
    requirements: ['mcp-tasks.acknowledgement', 'mcp-tasks.update-ignores-unknown', 'hardening.tasks-cancel-again'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      for (const [index, call] of (await taskCalls(context, peer)).slice(0, 3).entries()) {
        const taskId = await beginTask(peer, call)
        if (taskId === undefined) continue
        const input = `${channel}: call ${index + 1}`
        const updated = await peer.call(taskCall('tasks/update', taskId, { inputResponses: { 'handoff-conformance-unknown': { action: 'cancel' } } }))
        needTelling(updated)
        context.observe({ requirement: 'mcp-tasks.update-ignores-unknown', input, ok: updated.answer.kind === 'result', expected: 'an acknowledgement', actual: describeAnswer(updated) }, updated)
        const cancelled = await peer.call(taskCall('tasks/cancel', taskId))
        needTelling(cancelled)
        for (const [name, answer] of [['tasks/update', updated], ['tasks/cancel', cancelled]] as const) {
          if (answer.answer.kind === 'result') context.observe({ requirement: 'mcp-tasks.acknowledgement', input: `${input}: ${name}`, ok: isEmpty(answer), expected: 'a complete result without anything else', actual: isEmpty(answer) ? 'such a result' : 'a result with more or another type' })
        }
        if (cancelled.answer.kind !== 'result') continue
        const again = await peer.call(taskCall('tasks/cancel', taskId))
        context.observe({ requirement: 'hardening.tasks-cancel-again', input, ok: again.answer.kind === 'result', expected: 'the same acknowledgement', actual: describeAnswer(again) }, again)
      }
    }),
    explain: {
      sends: 'For a few tasks: tasks/update with an answer that nobody asked for, then tasks/cancel, twice.',
      expects: 'An empty result of the type "complete" each time.',
      why: 'Both say no more than that the message has arrived; what becomes of the task is told by tasks/get.',
      failure: 'The state of the task is sent along as in 2025-11-25, or a second cancellation is an error.',
      fix: 'Answer with an empty result, whatever state the task is in.',
    },
  }),
  modernCase({
    id: 'spec.tasks-input-keys',
    title: 'A task never uses the key of a question again',
    requirements: ['mcp-tasks.input-keys-unique'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      let asked = 0
      for (const [index, call] of (await taskCalls(context, peer)).entries()) {
        const taskId = await beginTask(peer, call)
        if (taskId === undefined) continue
        const keys = new TaskKeys()
        let state = await pollTask(context, peer, taskId, (each) => isOver(each) || keys.read(each))
        for (let round = 0; round < maxRounds && state !== undefined && !isOver(state) && !keys.reused; round += 1) {
          const responses = responsesTo(state)
          if (responses === undefined) break
          await peer.call(taskCall('tasks/update', taskId, { inputResponses: responses }))
          // Acknowledgements are eventually consistent: what was answered may still be shown for a while.
          state = await pollTask(context, peer, taskId, (each) => isOver(each) || keys.read(each) || keys.reused)
        }
        if (state !== undefined && !isOver(state)) await peer.call(taskCall('tasks/cancel', taskId))
        if (keys.count === 0) continue
        asked += 1
        context.observe({ requirement: 'mcp-tasks.input-keys-unique', input: `${channel}: call ${index + 1}`, ok: !keys.reused, expected: 'another key for each question', actual: keys.reused ? 'a key that was there before' : `${keys.count} keys for as many questions` })
      }
      if (asked === 0) context.notApplicable('no task of the target asked for input')
    }),
    explain: {
      sends: 'Calls that become a task that asks for input; every question is answered with tasks/update until the task is over.',
      expects: 'Keys that were not used before in that task, with another question or after they were gone.',
      why: 'The client drops questions whose keys it knows; one under an old key is never answered, or is answered with the old answer.',
      failure: 'The key is the name of the question, and the same question is asked twice.',
      fix: 'Count the questions of a task, and make the number part of the key.',
    },
  }),
  modernCase({
    id: 'spec.tasks-of-another',
    title: 'Nobody reads, updates or cancels the task of somebody else',
    requirements: ['mcp-tasks.access'],
    appliesTo: ({ identities }) => (identities < 2 ? 'the target is known with fewer than two identities' : undefined),
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      const { beta } = context
      if (beta === undefined) return context.notApplicable('there is no second identity')
      for (const [index, call] of (await taskCalls(context, peer)).slice(0, 3).entries()) {
        const taskId = await beginTask(peer, call)
        if (taskId === undefined || (await readTask(peer, taskId)) === undefined) continue
        const other = await context.peer(peer.channel, { identity: beta })
        for (const each of [taskCall('tasks/get', taskId), taskCall('tasks/update', taskId, { inputResponses: {} }), taskCall('tasks/cancel', taskId)]) {
          const answer = await other.call(each)
          needTelling(answer)
          context.observe({ requirement: 'mcp-tasks.access', input: `${channel}: call ${index + 1}: ${each.method}`, ok: answer.answer.kind === 'error', expected: 'a JSON-RPC error', actual: describeAnswer(answer) }, answer)
        }
      }
    }),
    explain: {
      sends: 'tasks/get, tasks/update and tasks/cancel by a second identity, with the id of a task that the first one has begun and can read.',
      expects: 'A JSON-RPC error each time, best that of a task that does not exist.',
      why: 'The state holds the result of the call, and the id travels through logs and proxies.',
      failure: 'Tasks are kept by their id alone, and whoever knows it may use it.',
      fix: 'Keep the owner with the task, and compare it on every request.',
    },
  }),
]

/** Nothing but the type and what every result may have. */
function isEmpty({ answer }: PeerAnswer): boolean {
  return answer.kind === 'result' && answer.result['resultType'] === 'complete' && Object.keys(answer.result).every((name) => name === 'resultType' || name === '_meta')
}
