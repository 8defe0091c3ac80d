/** Plays a plan against the target, and records what was asked, when, and what came of it. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { endingOf } from '../../../harness/fuzz/history/handoff-history.ts'
import type { Call, HandoffEntry } from '../../../harness/fuzz/history/handoff-history.ts'
import { createNames } from '../../../harness/fuzz/history/lines.ts'
import type { Names } from '../../../harness/fuzz/history/lines.ts'
import { createRecorder } from '../../../harness/fuzz/history/record.ts'
import { statuses } from '../../../harness/handoff/contract.ts'
import type { Answer, Operation, SeenHandoff } from '../../../harness/handoff/contract.ts'
import type { Crew } from './crew.ts'
import type { Lane, Plan, PlannedOperation, Who } from './plan.ts'

export interface Played {
  readonly history: readonly HandoffEntry[]
  /** Those of the plan. */
  readonly names: Names
  /** Whether a handoff was made by this play. */
  readonly isAbout: (handoff: SeenHandoff) => boolean
}

/** Of each list: more than one round makes. */
const listed = 20

/** So long is waited for an answer, in ms. */
const patienceMs = 10_000

export async function play(plan: Plan, crew: Crew, signal: AbortSignal): Promise<Played> {
  const recorder = createRecorder<Call, Answer>(endingOf)
  const title = `Asked for by many at once ${randomUUID()}`
  const ids = new Map<string, string>()
  const nameOfId = new Map<string, string>()
  const keys = new Map<string, string>()
  const nameOfKey = new Map<string, string>()
  const keyOf = (name: string): string => {
    const key = keys.get(name) ?? `concurrent-${randomUUID()}`
    keys.set(name, key)
    nameOfKey.set(key, name)
    return key
  }
  const playLane = async (lane: Lane, number: number): Promise<void> => {
    for (const { by, via, waitMs, ask } of lane) {
      if (signal.aborted) return
      if (waitMs > 0) await pause(waitMs)
      const member = crew[by]
      const operation = operationOf(ask, { ids, keyOf, recipient: crew[other(by)].id, title })
      // Nobody was told the id of what it is about.
      if (operation === undefined) continue
      const client = member.clients[via % member.clients.length]
      if (client === undefined) throw new Error(`${by} has no client`)
      const name = `${by}/${number + 1}${client.channel.transport === 'stdio' ? ' stdio' : ''}`
      const answer = await recorder.record(name, { agentId: member.id, operation }, async () => client.perform(operation, client.channel.transport === 'stdio' ? { timeoutMs: patienceMs } : {}))
      if (ask.kind === 'send' && answer.kind === 'ok' && answer.result.kind === 'change') {
        const { id } = answer.result.handoff
        if (!ids.has(ask.as)) ids.set(ask.as, id)
        if (!nameOfId.has(id)) nameOfId.set(id, ids.get(ask.as) === id ? ask.as : `another ${ask.as}`)
      }
    }
  }
  for (const burst of plan.bursts) {
    await crew.prepare(burst.length)
    await Promise.all(burst.map(async (lane, number) => playLane(lane, number)))
  }
  const unnamed = createNames()
  return {
    history: recorder.entries(),
    names: { handoff: (id) => nameOfId.get(id) ?? unnamed.handoff(id).replace('h', 'unasked '), key: (key) => nameOfKey.get(key) ?? unnamed.key(key) },
    isAbout: (handoff) => nameOfId.has(handoff.id) || handoff.title === title,
  }
}

function other(who: Who): Who {
  return who === 'alpha' ? 'beta' : 'alpha'
}

interface Setting {
  readonly ids: ReadonlyMap<string, string>
  readonly keyOf: (name: string) => string
  readonly recipient: string
  readonly title: string
}

function operationOf(ask: PlannedOperation, { ids, keyOf, recipient, title }: Setting): Operation | undefined {
  if (ask.kind === 'send') {
    const { key, variant = 0 } = ask
    return { kind: 'send', input: { recipient, title, summary: 'Sent by a conformance test; nobody needs to do anything.', request: `None, for the ${variant + 1}. time.`, ...(key === undefined ? {} : { idempotency_key: keyOf(key) }) } }
  }
  if (ask.kind === 'inbox') return { kind: 'inbox', input: { box: ask.box, limit: listed, ...(ask.all ? { statuses: [...statuses] } : {}) } }
  const id = ids.get(ask.of)
  if (id === undefined) return undefined
  if (ask.kind === 'get') return { kind: 'get', input: { handoff_id: id } }
  const { version, key } = ask
  const input = { handoff_id: id, ...(version === undefined ? {} : { expected_version: version }), ...(key === undefined ? {} : { idempotency_key: keyOf(key) }) }
  return ask.kind === 'acknowledge' ? { kind: 'acknowledge', input } : { kind: 'update_status', input: { ...input, status: ask.to } }
}
