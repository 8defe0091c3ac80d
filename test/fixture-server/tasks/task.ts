/** One task: a call that goes on after it was answered, asks its client for input, and ends once. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { readAnswer } from '../input-requests.ts'
import type { Answer, Question } from '../input-requests.ts'
import type { JsonObject } from '../feature.ts'

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'

/** What the work of a task can do. */
export interface TaskWork {
  readonly signal: AbortSignal
  /** Asks for all of it at once, under keys that no other question of this task has had, and waits for every answer. */
  ask(questions: readonly Question[]): Promise<readonly Answer[]>
}

export type RunTask = (work: TaskWork) => Promise<JsonObject>

interface OpenQuestion {
  readonly question: Question
  readonly answered: (answer: Answer) => void
}

export interface TaskOptions {
  readonly taskId: string
  /** The identity whose task it is. */
  readonly owner: string
  readonly ttlMs: number
  readonly pollIntervalMs: number
  readonly onChange: (task: Task) => void
}

export class Task {
  readonly #options: TaskOptions
  readonly #cancel = new AbortController()
  readonly #open = new Map<string, OpenQuestion>()
  readonly #createdAt = new Date()
  #updatedAt = this.#createdAt
  #asked = 0
  #status: TaskStatus = 'working'
  #outcome: JsonObject = {}

  constructor(options: TaskOptions) {
    this.#options = options
  }

  get id(): string {
    return this.#options.taskId
  }

  get owner(): string {
    return this.#options.owner
  }

  get isOver(): boolean {
    return this.#status === 'completed' || this.#status === 'failed' || this.#status === 'cancelled'
  }

  /** Begins the work; what comes of it is told by `detail`. */
  start(run: RunTask): void {
    const work: TaskWork = { signal: this.#cancel.signal, ask: async (questions) => this.#ask(questions) }
    Promise.resolve()
      .then(async () => run(work))
      .then(
        (result) => this.#end('completed', { result: { resultType: 'complete', ...result } }),
        (error: unknown) => this.#end('failed', { error: rpcErrorOf(error), statusMessage: 'The call ended in an error.' }),
      )
  }

  /** Takes answers to what is outstanding; other keys are not looked at. @throws ProtocolError -32602 for a malformed answer, none is taken then */
  update(responses: JsonObject, dropped: readonly string[]): void {
    const answers = [...this.#open].map(([key, open]) => {
      const answer = readAnswer({ ...open.question, key }, responses, dropped)
      return { key, open, answer }
    })
    for (const { key, open, answer } of answers) {
      if (answer.kind === 'missing') continue
      this.#open.delete(key)
      open.answered(answer)
    }
    if (this.#status === 'input_required') this.#become(this.#open.size === 0 ? 'working' : 'input_required')
  }

  /** A task that is over stays what it is. */
  cancel(): void {
    if (this.isOver) return
    this.#end('cancelled', {})
    this.#cancel.abort()
  }

  /** The members that every state has. */
  base(): JsonObject {
    const { taskId, ttlMs, pollIntervalMs } = this.#options
    return { taskId, status: this.#status, createdAt: this.#createdAt.toISOString(), lastUpdatedAt: this.#updatedAt.toISOString(), ttlMs, pollIntervalMs }
  }

  /** The whole state, as `tasks/get` and `notifications/tasks` tell it. */
  detail(): JsonObject {
    if (this.#status !== 'input_required') return { ...this.base(), ...this.#outcome }
    const inputRequests = Object.fromEntries([...this.#open].map(([key, { question }]) => [key, question.request]))
    return { ...this.base(), inputRequests }
  }

  async #ask(questions: readonly Question[]): Promise<readonly Answer[]> {
    const waiting = questions.map(async (question) => {
      this.#asked += 1
      const key = `${question.key}-${this.#asked}`
      return new Promise<Answer>((answered) => void this.#open.set(key, { question, answered }))
    })
    this.#become('input_required')
    return Promise.all(waiting)
  }

  #end(status: TaskStatus, outcome: JsonObject): void {
    if (this.isOver) return
    this.#open.clear()
    this.#outcome = outcome
    this.#become(status)
  }

  #become(status: TaskStatus): void {
    if (this.isOver) return
    this.#status = status
    this.#updatedAt = new Date()
    this.#options.onChange(this)
  }
}

function rpcErrorOf(error: unknown): JsonObject {
  if (error instanceof ProtocolError) return { code: error.code, message: error.message }
  return { code: ProtocolErrorCode.InternalError, message: 'The call failed.' }
}
