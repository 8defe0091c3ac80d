/** Tasks of the extension: which calls become one, and what their states look like (ext-tasks, Tasks and Task Polling). */
import { setTimeout as delay } from 'node:timers/promises'
import type { JsonObject, Peer, PeerAnswer, PeerCall } from '../../../harness/peer/peer.ts'
import type { CaseContext } from '../../../harness/run/case.ts'
import { isJsonObject, ownMember } from '../../../harness/wire/json.ts'
import { everyCapability, showing } from '../showing.ts'

export const tasksExtension = 'io.modelcontextprotocol/tasks'

/** A client that can do everything but tasks. */
export const noTasks: JsonObject = Object.fromEntries(Object.entries(everyCapability).filter(([name]) => name !== 'extensions'))

const maxCalls = 8
const patienceMs = 6_000

/** Ends the part as not applicable where the target does not declare the extension. */
export async function needTasks(context: CaseContext, peer: Peer): Promise<void> {
  const { capabilities } = await peer.survey()
  const extensions = ownMember(capabilities, 'extensions')
  if (!isJsonObject(extensions) || !Object.hasOwn(extensions, tasksExtension)) context.notApplicable('the target does not declare the tasks extension')
}

/** Calls that became a task when they were shown, to be made again. Ends the part as not applicable where there are none. */
export async function taskCalls(context: CaseContext, peer: Peer): Promise<readonly PeerCall[]> {
  await needTasks(context, peer)
  const calls = (await showing(context, peer)).filter(({ answer }) => createdTask(answer) !== undefined).map(({ call }) => ({ ...call, capabilities: everyCapability }))
  if (calls.length === 0) context.notApplicable('no tool that may be called became a task')
  return calls.slice(0, maxCalls)
}

/** The result that creates a task, where it is one. */
export function createdTask({ answer }: PeerAnswer): JsonObject | undefined {
  return answer.kind === 'result' && answer.result['resultType'] === 'task' ? answer.result : undefined
}

/** Begins a task. @returns Its id; undefined where the call became none this time. */
export async function beginTask(peer: Peer, call: PeerCall): Promise<string | undefined> {
  const id = createdTask(await peer.call(call))?.['taskId']
  return typeof id === 'string' ? id : undefined
}

export function taskCall(method: 'tasks/get' | 'tasks/update' | 'tasks/cancel', taskId: string, more: JsonObject = {}): PeerCall {
  return { method, params: { taskId, ...more }, capabilities: everyCapability }
}

/** The state of a task, read once; undefined where it is refused. */
export async function readTask(peer: Peer, taskId: string): Promise<JsonObject | undefined> {
  const { answer } = await peer.call(taskCall('tasks/get', taskId))
  return answer.kind === 'result' ? answer.result : undefined
}

/** Polls at the pace that the task asks for, until its state is such or a few seconds have passed. */
export async function pollTask(context: CaseContext, peer: Peer, taskId: string, until: (state: JsonObject) => boolean): Promise<JsonObject | undefined> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const state = await readTask(peer, taskId)
    if (state === undefined || until(state)) return state
    const wished = ownMember(state, 'pollIntervalMs')
    const pause = typeof wished === 'number' && wished > 0 ? wished : 100
    if (performance.now() + pause > deadline) return state
    await delay(pause, undefined, { signal: context.signal })
  }
}

const statuses = new Set(['working', 'input_required', 'completed', 'failed', 'cancelled'])

export function isOver({ status }: JsonObject): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

/** What is wrong with the members that every state of a task has. */
export function taskProblems(state: JsonObject): string[] {
  const problems: string[] = []
  if (typeof state['taskId'] !== 'string' || state['taskId'] === '') problems.push('taskId is no text')
  if (!statuses.has(String(state['status']))) problems.push('status is none of the five')
  for (const name of ['createdAt', 'lastUpdatedAt']) if (!isTime(state[name])) problems.push(`${name} is no ISO 8601 time`)
  const ttlMs = ownMember(state, 'ttlMs')
  if (ttlMs !== null && !isDuration(ttlMs)) problems.push('ttlMs is neither an integer nor null')
  if (Object.hasOwn(state, 'pollIntervalMs') && !isDuration(state['pollIntervalMs'])) problems.push('pollIntervalMs is no integer')
  return problems
}

/** What is wrong with what belongs to the status. */
export function outcomeProblems(state: JsonObject): string[] {
  const { status, result, error } = state
  if (status === 'completed') {
    return isJsonObject(result) && Array.isArray(result['content']) && !Object.hasOwn(state, 'error') ? [] : ['a completed task lacks the result of its call']
  }
  if (status !== 'failed') return []
  const isError = isJsonObject(error) && Number.isInteger(error['code']) && typeof error['message'] === 'string'
  return [...(isError ? [] : ['a failed task lacks the error of its call']), ...(Object.hasOwn(state, 'result') ? ['a failed task has a result'] : [])]
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/.test(value)
}

function isDuration(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

/** Whether two ids differ in so much that nobody gets from one to the other by trying. */
export function differEnough(one: string, other: string): boolean {
  let before = 0
  while (before < one.length && one[before] === other[before]) before += 1
  let after = 0
  while (after < one.length - before && after < other.length - before && one.at(-1 - after) === other.at(-1 - after)) after += 1
  return Math.min(one.length, other.length) - before - after >= 8
}
