/**
 * Work that is going on when a server is killed: several lanes hand work over and move it, one handoff after the other,
 * and write down what was acknowledged and what was still under way.
 */
import { randomUUID } from 'node:crypto'
import { answerInWords } from '../../../harness/handoff/contract.ts'
import type { Answer, Operation, Status } from '../../../harness/handoff/contract.ts'
import type { Actor, Stage } from '../stage.ts'

/** What every title of this workload begins with. */
export const titlePrefix = 'Crash '

/** What one lane knows of one handoff. */
export interface Tracked {
  /** Stands in no other handoff. */
  readonly title: string
  readonly key: string
  readonly sender: Actor
  readonly recipient: Actor
  /** Undefined where its creation was not acknowledged. */
  id: string | undefined
  /** What was acknowledged last; version 0 before the creation. */
  status: Status
  version: number
  /** What was under way when the server died. */
  pending: Step | undefined
  /** Every acknowledged change with its key, the creation left out. */
  readonly acknowledged: { readonly step: Step; readonly version: number }[]
}

export interface Step {
  readonly by: 'sender' | 'recipient'
  readonly to: Status
  /** Undefined for the creation. */
  readonly key: string | undefined
}

/** Legal ways through the lifecycle, from a fresh handoff. */
const ways: readonly (readonly Omit<Step, 'key'>[])[] = [
  [],
  [{ by: 'recipient', to: 'accepted' }],
  [{ by: 'sender', to: 'cancelled' }],
  [{ by: 'recipient', to: 'accepted' }, { by: 'recipient', to: 'completed' }],
  [{ by: 'recipient', to: 'blocked' }, { by: 'recipient', to: 'accepted' }, { by: 'recipient', to: 'completed' }],
]

export interface Workload {
  readonly tracked: readonly Tracked[]
  /** Answers that were refusals of legal work, in words: nothing can be told from such a run. */
  readonly refusals: readonly string[]
  /** Resolves when so many changes were acknowledged. */
  untilAcknowledged(count: number): Promise<void>
  /** Nothing more is begun; resolves when nothing is under way. */
  stop(): Promise<void>
}

/** Whether the target takes keys on sends, and on transitions. */
export interface Keys {
  readonly sends: boolean
  readonly transitions: boolean
}

export function keysOf({ has }: Pick<Stage, 'has'>): Keys {
  return { sends: has('send-keys'), transitions: has('transition-keys') }
}

export interface WorkloadOptions {
  /** Both may hand work to each other. */
  readonly pair: readonly [Actor, Actor]
  readonly lanes: number
  readonly random: () => number
  readonly keys: Keys
}

/** Begins at once. */
export function startWorkload({ pair, lanes, random, keys }: WorkloadOptions): Workload {
  const tracked: Tracked[] = []
  const refusals: string[] = []
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  let acknowledged = 0
  const stop = new AbortController()
  const done = (): void => {
    acknowledged += 1
    for (const { count, resolve } of waiting) if (acknowledged >= count) resolve()
  }
  const giveUp = (answer: Answer): void => {
    stop.abort()
    if (answer.kind !== 'unknown') refusals.push(answerInWords(answer))
    for (const { resolve } of waiting) resolve()
  }
  const lane = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const [sender, recipient] = random() < 0.5 ? pair : [pair[1], pair[0]]
      const way = ways[Math.floor(random() * ways.length)] ?? []
      const one: Tracked = { title: `${titlePrefix}${randomUUID()}`, key: `send-${randomUUID()}`, sender, recipient, id: undefined, status: 'queued', version: 0, pending: undefined, acknowledged: [] }
      tracked.push(one)
      for (const step of [{ by: 'sender', to: 'queued' } as const, ...way]) {
        if (stop.signal.aborted) return
        const whole: Step = { ...step, key: keys.transitions && step.to !== 'queued' ? `move-${randomUUID()}` : undefined }
        one.pending = whole
        const answer = await (step.by === 'sender' ? sender : recipient).client.perform(operationOf(one, whole, keys.sends))
        if (answer.kind !== 'ok' || answer.result.kind !== 'change') {
          giveUp(answer)
          // A refusal left nothing under way.
          if (answer.kind === 'refused') one.pending = undefined
          return
        }
        one.id = answer.result.handoff.id
        one.status = whole.to
        one.version += 1
        one.pending = undefined
        if (whole.to !== 'queued') one.acknowledged.push({ step: whole, version: one.version })
        done()
      }
    }
  }
  const running = Promise.all(Array.from({ length: lanes }, lane))
  return {
    tracked,
    refusals,
    untilAcknowledged: async (count) => acknowledged >= count || stop.signal.aborted ? Promise.resolve() : new Promise((resolve) => { waiting.push({ count, resolve }) }),
    async stop() {
      stop.abort()
      await running
    },
  }
}

/** The operation of a step; the same one again where it was acknowledged before. */
export function operationOf({ recipient, title, key, id = '' }: Tracked, { to, key: stepKey }: Step, withKey: boolean): Operation {
  const transition = { handoff_id: id, ...(stepKey === undefined ? {} : { idempotency_key: stepKey }) }
  switch (to) {
    case 'queued':
    case 'expired':
      return {
        kind: 'send',
        input: {
          recipient: recipient.id, title, summary: 'Sent while the server is about to be killed.', request: 'None.',
          ...(withKey ? { idempotency_key: key } : {}),
        },
      }
    case 'accepted': return { kind: 'acknowledge', input: transition }
    case 'blocked':
    case 'completed':
    case 'cancelled': return { kind: 'update_status', input: { ...transition, status: to } }
  }
}
