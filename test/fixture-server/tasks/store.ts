/** The tasks of a process: under ids that cannot be guessed, each for the identity that began it alone. */
import { randomBytes } from 'node:crypto'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { Task } from './task.ts'
import type { RunTask } from './task.ts'

const ttlMs = 600_000
const pollIntervalMs = 50
const maxTasksOfIdentity = 1000

export class TaskStore {
  readonly #tasks = new Map<string, Task>()
  readonly #listeners = new Set<(task: Task) => void>()

  /** The task is there before its handle is given out. */
  create(owner: string, run: RunTask): Task {
    this.#makeRoom(owner)
    const taskId = randomBytes(24).toString('base64url')
    const task = new Task({ taskId, owner, ttlMs, pollIntervalMs, onChange: (changed) => this.#tell(changed) })
    this.#tasks.set(taskId, task)
    setTimeout(() => this.#forget(task), ttlMs).unref()
    task.start(run)
    return task
  }

  /** @throws ProtocolError -32602 for a task that there is not, or that is another identity's */
  get(owner: string, taskId: string): Task {
    const task = this.find(owner, taskId)
    if (task === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task.')
    return task
  }

  find(owner: string, taskId: string): Task | undefined {
    const task = this.#tasks.get(taskId)
    return task?.owner === owner ? task : undefined
  }

  /** @returns What ends it. */
  onChange(listener: (task: Task) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  close(): void {
    for (const task of this.#tasks.values()) task.cancel()
    this.#tasks.clear()
  }

  /** The oldest of the same identity goes first. */
  #makeRoom(owner: string): void {
    const own = [...this.#tasks.values()].filter((task) => task.owner === owner)
    const oldest = own[0]
    if (oldest !== undefined && own.length >= maxTasksOfIdentity) this.#forget(oldest)
  }

  #forget(task: Task): void {
    task.cancel()
    this.#tasks.delete(task.id)
  }

  #tell(task: Task): void {
    for (const listener of this.#listeners) listener(task)
  }
}
