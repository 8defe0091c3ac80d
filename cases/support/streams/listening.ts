/** Opens subscriptions to what a target declares, and collects what comes on them (2026-07-28, basic/patterns/subscriptions). */
import type { CaseContext } from '../../../harness/run/case.ts'
import { describeAnswer } from '../../../harness/peer/describe.ts'
import { isPeerStream } from '../../../harness/peer/peer.ts'
import type { JsonObject, Peer, PeerStream } from '../../../harness/peer/peer.ts'
import { objectAt } from '../../../harness/peer/survey.ts'
import type { Survey } from '../../../harness/peer/survey.ts'

export const subscriptionIdKey = 'io.modelcontextprotocol/subscriptionId'
export const acknowledged = 'notifications/subscriptions/acknowledged'

/** How long the first message of a stream is waited for, in ms. */
export const firstMs = 5_000

/** A filter and the notification that each of its members stands for. */
export const notificationOf: Readonly<Record<string, string>> = {
  toolsListChanged: 'notifications/tools/list_changed',
  promptsListChanged: 'notifications/prompts/list_changed',
  resourcesListChanged: 'notifications/resources/list_changed',
  resourceSubscriptions: 'notifications/resources/updated',
}

/** The widest filter that a target declares to honour; empty where it declares no notifications. */
export function declaredFilter({ capabilities, resources }: Survey): JsonObject {
  const uris = resources.items.flatMap(({ uri }) => (typeof uri === 'string' ? [uri] : [])).slice(0, 3)
  return {
    ...Object.fromEntries(['tools', 'prompts', 'resources'].filter((name) => objectAt(capabilities, name)['listChanged'] === true).map((name) => [`${name}ListChanged`, true])),
    ...(objectAt(capabilities, 'resources')['subscribe'] === true && uris.length > 0 ? { resourceSubscriptions: uris } : {}),
  }
}

/** The filter of a target that declares some; any other target ends this part of the case. */
export async function filterOf(context: CaseContext, peer: Peer): Promise<JsonObject> {
  const filter = declaredFilter(await peer.survey())
  if (Object.keys(filter).length === 0) context.notApplicable('the target declares no change notifications')
  return filter
}

export interface Listening {
  readonly id: string | number
  readonly stream: PeerStream
  /** The first message. */
  readonly first: JsonObject | undefined
}

/** Opens a subscription, uses it once its first message is there, and closes it whatever happens. */
export async function whileListening<Result>(
  context: CaseContext, peer: Peer, id: string | number, notifications: JsonObject, use: (listening: Listening) => Promise<Result>,
): Promise<Result> {
  const opened = await peer.open({ method: 'subscriptions/listen', params: { notifications }, id })
  if (!isPeerStream(opened)) context.inconclusive(`subscriptions/listen was not answered with a stream: ${describeAnswer(opened)}`)
  try {
    return await use({ id, stream: opened, first: await opened.next(firstMs) })
  } finally {
    await opened.close()
  }
}

/** Every message that comes within so many ms, or until there are enough. */
export async function collect(stream: PeerStream, withinMs: number, enough = 20): Promise<JsonObject[]> {
  const messages: JsonObject[] = []
  const end = performance.now() + withinMs
  while (messages.length < enough) {
    const message = await stream.next(Math.max(0, end - performance.now()))
    if (message === undefined) break
    messages.push(message)
  }
  return messages
}

/** The subscription that a message says it belongs to. */
export function subscriptionOf(message: JsonObject): unknown {
  const holder = Object.hasOwn(message, 'method') ? objectAt(message, 'params') : objectAt(message, 'result')
  return objectAt(holder, '_meta')[subscriptionIdKey]
}
