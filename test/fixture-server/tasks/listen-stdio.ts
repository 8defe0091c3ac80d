/** `subscriptions/listen` with task ids over stdio: what the SDK does not know of it is taken out of the request, and put into what is sent. */
import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/server'
import { isObject } from '../feature.ts'
import { acknowledgeTasks, readTaskIds, taskNotification } from './subscription.ts'
import type { TaskStore } from './store.ts'

type Id = string | number

export class TaskListeningTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  readonly #inner: Transport
  readonly #tasks: TaskStore
  readonly #owner: string
  /** Own tasks that a subscription asked for, until it ends. */
  readonly #asked = new Map<Id, readonly string[]>()
  readonly #stops = new Map<Id, () => void>()

  constructor(inner: Transport, tasks: TaskStore, owner: string) {
    this.#inner = inner
    this.#tasks = tasks
    this.#owner = owner
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => {
      for (const id of this.#asked.keys()) this.#end(id)
      this.onclose?.()
    }
    this.#inner.onerror = (error) => this.onerror?.(error)
    this.#inner.onmessage = (message, extra) => this.#receive(message, extra)
    await this.#inner.start()
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message)) {
      if (message.id !== undefined) this.#end(message.id)
      return this.#inner.send(message, options)
    }
    const id = acknowledgedId(message)
    const ids = id === undefined ? undefined : this.#asked.get(id)
    if (id === undefined || ids === undefined) return this.#inner.send(message, options)
    await this.#inner.send(acknowledgeTasks(message, ids) as unknown as JSONRPCMessage, options)
    this.#follow(id, ids)
    return undefined
  }

  async close(): Promise<void> {
    await this.#inner.close()
  }

  #receive(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    if ('method' in message && message.method === 'notifications/cancelled') {
      const id: unknown = message.params?.['requestId']
      if (typeof id === 'string' || typeof id === 'number') this.#end(id)
    }
    const read = 'id' in message && message.id !== undefined ? readTaskIds(message) : { kind: 'none' as const }
    switch (read.kind) {
      case 'none':
        return this.onmessage?.(message, extra)
      case 'refused':
        return void this.#inner.send(read.answer as unknown as JSONRPCMessage)
      case 'tasks':
        this.#asked.set(read.id, read.taskIds.filter((id) => this.#tasks.find(this.#owner, id) !== undefined))
        return this.onmessage?.(read.rest as unknown as JSONRPCMessage, extra)
    }
  }

  #follow(id: Id, taskIds: readonly string[]): void {
    const tell = (taskId: string): void => {
      const task = taskIds.includes(taskId) ? this.#tasks.find(this.#owner, taskId) : undefined
      if (task !== undefined) void this.#inner.send(taskNotification(task, id) as unknown as JSONRPCMessage)
    }
    this.#stops.set(id, this.#tasks.onChange((task) => tell(task.id)))
    for (const taskId of taskIds) tell(taskId)
  }

  #end(id: Id): void {
    this.#stops.get(id)?.()
    this.#stops.delete(id)
    this.#asked.delete(id)
  }
}

function acknowledgedId(message: JSONRPCMessage): Id | undefined {
  if (!('method' in message) || message.method !== 'notifications/subscriptions/acknowledged') return undefined
  const meta: unknown = message.params?.['_meta']
  const id = isObject(meta) ? meta['io.modelcontextprotocol/subscriptionId'] : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}
