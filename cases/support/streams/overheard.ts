/**
 * What comes on several subscriptions at once while every callable tool of a target is called. Done once in a run for
 * each channel and identity, and judged by every case about subscriptions.
 */
import { randomUUID } from 'node:crypto'
import type { CaseContext } from '../../../harness/run/case.ts'
import { isPeerStream } from '../../../harness/peer/peer.ts'
import type { JsonObject, Peer, PeerAnswer, PeerCall, PeerStream } from '../../../harness/peer/peer.ts'
import { objectAt } from '../../../harness/peer/survey.ts'
import type { Survey } from '../../../harness/peer/survey.ts'
import { describeAnswer } from '../answers.ts'
import { collect, declaredFilter, firstMs, notificationOf } from './listening.ts'
import { oncePerRun } from '../once.ts'
import { everyCapability, logLevelKey, plainCalls } from '../showing.ts'
import { solo } from '../solo.ts'

export type Role = 'wide' | 'narrow' | 'one resource' | 'everything'

export interface Overheard {
  readonly role: Role
  readonly id: string | number
  /** What was asked for. */
  readonly filter: JsonObject
  /** Why no stream was opened; then there are no messages. */
  readonly refused: PeerAnswer | undefined
  /** In order, the acknowledgement first where it came first. */
  readonly messages: readonly JsonObject[]
  /** True where the target ended the stream although nobody asked it to. */
  readonly ended: boolean
}

export interface Overhearing {
  readonly streams: readonly Overheard[]
  /** The tools that were called meanwhile, with what came before their answers. */
  readonly calls: readonly { readonly call: PeerCall; readonly answer: PeerAnswer }[]
  /** The members of the filter whose lists are known to have changed meanwhile. */
  readonly changed: ReadonlySet<string>
  /** stdio only: how many change notifications came that name none of the subscriptions. */
  readonly unmarked: number
}

/** More than that many URIs would make a request of its own size. */
const maxUris = 50
const patienceMs = 8_000
/** How long a target gets to tell of what has changed, in ms. */
const settleMs = 1_000
const enough = 100

/** The framework's own tools, which say that a list has changed. */
const triggers: Readonly<Record<string, string>> = { test_trigger_tool_change: 'toolsListChanged', test_trigger_prompt_change: 'promptsListChanged' }

/** Ends this part of the case where the target declares no change notifications. */
export async function overhear(context: CaseContext, peer: Peer): Promise<Overhearing> {
  if (Object.keys(declaredFilter(await peer.survey())).length === 0) context.notApplicable('the target declares no change notifications')
  return overheard(context, peer)
}

const overheard = oncePerRun(async (context, given) => {
  const peer = await solo(context, given)
  const survey = await peer.survey()
  return listen(context, peer, survey, declaredFilter(survey))
})

/** The streams that were opened; where there is none, nothing can be told of them. */
export function openStreams(context: CaseContext, { streams }: Overhearing): readonly Overheard[] {
  const open = streams.filter(({ refused }) => refused === undefined)
  const [first] = streams
  if (open.length === 0) context.notApplicable(`no subscription could be opened: ${first?.refused === undefined ? 'none was asked for' : describeAnswer(first.refused)}`)
  return open
}

/** The change notifications among its messages. */
export function changesOf({ messages }: Overheard): readonly JsonObject[] {
  return messages.filter(isChange)
}

function isChange({ method }: JsonObject): boolean {
  return Object.values(notificationOf).some((each) => each === method)
}

interface Open {
  readonly role: Role
  readonly id: string | number
  readonly filter: JsonObject
  readonly opened: PeerStream | PeerAnswer
}

async function listen(context: CaseContext, peer: Peer, before: Survey, declared: JsonObject): Promise<Overhearing> {
  const streams: Open[] = []
  const first = new Map<Open, JsonObject | undefined>()
  try {
    for (const { role, id, filter } of wishes(before, declared, context.random())) {
      const opened = await peer.open({ method: 'subscriptions/listen', params: { notifications: filter }, id })
      const open: Open = { role, id, filter, opened }
      streams.push(open)
      if (isPeerStream(opened)) first.set(open, await opened.next(firstMs))
    }
    const calls = await callEverything(context, peer)
    const changed = await changesBetween(before, peer)
    for (const { call } of calls) {
      const filter = triggers[String(call.params?.['name'])]
      if (filter !== undefined) changed.add(filter)
    }
    const heardOn = await Promise.all(streams.map(async (open): Promise<Overheard> => {
      const { role, id, filter, opened } = open
      if (!isPeerStream(opened)) return { role, id, filter, refused: opened, messages: [], ended: true }
      const start = first.get(open)
      const messages = [...(start === undefined ? [] : [start]), ...await collect(opened, settleMs, enough)]
      return { role, id, filter, refused: undefined, messages, ended: opened.ended }
    }))
    return { streams: heardOn, calls, changed, unmarked: peer.stdio?.strays.filter(({ message }) => isChange(message)).length ?? 0 }
  } finally {
    await Promise.allSettled(streams.map(async ({ opened }) => (isPeerStream(opened) ? opened.close() : undefined)))
  }
}

/** A wide filter, a narrow one, one resource alone, and everything that there is, declared or not. */
function wishes({ resources }: Survey, declared: JsonObject, random: number): readonly Omit<Open, 'opened'>[] {
  const uris = resources.items.flatMap(({ uri }) => (typeof uri === 'string' ? [uri] : [])).slice(0, maxUris)
  const wide = Object.hasOwn(declared, 'resourceSubscriptions') ? { ...declared, resourceSubscriptions: uris } : declared
  const [name = ''] = Object.keys(declared)
  const everything = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true, resourceSubscriptions: [uris[0] ?? 'https://example.com/'] }
  return [
    { role: 'wide', id: `listen-${randomUUID()}`, filter: wide },
    { role: 'narrow', id: 1 + Math.floor(random * 2 ** 40), filter: { [name]: declared[name] } },
    ...(uris.length > 1 && Object.hasOwn(declared, 'resourceSubscriptions') ? [{ role: 'one resource' as const, id: `listen-${randomUUID()}`, filter: { resourceSubscriptions: uris.slice(0, 1) } }] : []),
    { role: 'everything', id: `listen-${randomUUID()}`, filter: everything },
  ]
}

async function callEverything(context: CaseContext, peer: Peer): Promise<{ call: PeerCall; answer: PeerAnswer }[]> {
  const calls: { call: PeerCall; answer: PeerAnswer }[] = []
  for (const call of await plainCalls(context, peer)) {
    const answer = await peer.call({ ...call, capabilities: everyCapability, meta: { progressToken: `heard-${randomUUID()}`, [logLevelKey]: 'debug' }, timeoutMs: patienceMs })
    calls.push({ call, answer })
  }
  return calls
}

/** The members of the filter whose lists are others than before. */
async function changesBetween(before: Survey, peer: Peer): Promise<Set<string>> {
  const changed = new Set<string>()
  for (const [name, method] of [['tools', 'tools/list'], ['prompts', 'prompts/list'], ['resources', 'resources/list']] as const) {
    if (objectAt(before.capabilities, name)['listChanged'] !== true) continue
    const { answer } = await peer.call({ method })
    const now: unknown = answer.kind === 'result' ? answer.result[name] : undefined
    const then: unknown = before[name].pages[0]?.[name]
    if (Array.isArray(now) && Array.isArray(then) && namesIn(now) !== namesIn(then)) changed.add(`${name}ListChanged`)
  }
  return changed
}

function namesIn(items: readonly unknown[]): string {
  return JSON.stringify(items.map((item) => objectAt({ item }, 'item')).map(({ name, uri }) => String(uri ?? name)).sort())
}
