/** Streams of two clients: notifications, progress and their ends stay on the stream that they belong to. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { JsonObject, Peer, PeerStream } from '../../harness/peer/peer.ts'
import { isPeerStream } from '../../harness/peer/peer.ts'
import { channelName } from '../../harness/target/profile.ts'
import { showing } from '../support/showing.ts'
import { isolationCase } from './define.ts'

const ownStream = 'hardening.isolation-streams'
const ownProgress = 'hardening.isolation-progress'
const subscriptionKey = 'io.modelcontextprotocol/subscriptionId'

/** How long a message is waited for that ought to come, in ms. */
const patienceMs = 3_000
/** How long progress of a tool is listened to, whether or not it has answered by then, in ms. */
const progressMs = 5_000

const id = 'shared-subscription'

async function listen(context: CaseContext, peer: Peer, kinds: JsonObject, own: string): Promise<PeerStream> {
  const opened = await peer.open({ method: 'subscriptions/listen', params: { notifications: kinds }, id: own })
  if (!isPeerStream(opened)) context.inconclusive('the target opened no stream for subscriptions/listen')
  return opened
}

function subscriptionOf(message: JsonObject | undefined): unknown {
  const params = message?.['params']
  const meta = typeof params === 'object' && params !== null ? (params as JsonObject)['_meta'] : undefined
  return typeof meta === 'object' && meta !== null ? (meta as JsonObject)[subscriptionKey] : undefined
}

/** What the target can announce by itself, as a filter. */
function announced({ capabilities }: { readonly capabilities: JsonObject }): JsonObject {
  const declares = (name: string): boolean => {
    const capability = capabilities[name]
    return typeof capability === 'object' && capability !== null && (capability as JsonObject)['listChanged'] === true
  }
  return Object.fromEntries(['tools', 'prompts', 'resources'].filter(declares).map((name) => [`${name}ListChanged`, true]))
}

async function subscriptions(context: CaseContext): Promise<void> {
  for (const channel of context.channels) {
    await context.attempt(channelName(channel), async () => {
      const first = await context.peer(channel)
      const second = await context.peer(channel, { identity: context.beta ?? context.alpha, own: true })
      const kinds = announced(await first.survey())
      if (Object.keys(kinds).length === 0) context.notApplicable('the target announces no changes')
      const firstStream = await listen(context, first, kinds, id)
      const secondStream = await listen(context, second, kinds, id)
      const otherStream = await listen(context, second, kinds, `${id}-2`)
      try {
        const input = channelName(channel)
        for (const [name, stream, own] of [['the first client', firstStream, id], ['the second client', secondStream, id], ['another stream of the second client', otherStream, `${id}-2`]] as const) {
          const acknowledged = await stream.next(patienceMs)
          context.observe({ requirement: ownStream, input: `${input}: ${name}`, ok: subscriptionOf(acknowledged) === own, expected: 'the first message carries the id of its own subscription', actual: subscriptionOf(acknowledged) === own ? 'its own' : 'another one or none' })
        }
        await firstStream.close()
        await second.call({ method: 'server/discover' })
        context.observe({ requirement: ownStream, input: `${input}: after the first client closed its stream`, ok: !secondStream.ended && !otherStream.ended, expected: 'the streams of the second client are open', actual: secondStream.ended || otherStream.ended ? 'one has ended' : 'open' })
      } finally {
        await Promise.all([firstStream.close(), secondStream.close(), otherStream.close()])
      }
    })
  }
}

async function progress(context: CaseContext): Promise<void> {
  for (const channel of context.channels) {
    await context.attempt(channelName(channel), async () => {
      const first = await context.peer(channel, { own: true })
      const second = await context.peer(channel, { own: true, identity: context.beta ?? context.alpha })
      const shown = (await showing(context, first)).find(({ answer }) => answer.messages.some(({ method }) => method === 'notifications/progress'))
      if (shown === undefined) context.notApplicable('no tool that may be called reports progress')
      const tokens = ['progress-of-the-first', 'progress-of-the-second'] as const
      const answers = await Promise.all([
        first.call({ ...shown.call, id: 'work', meta: { progressToken: tokens[0] }, timeoutMs: progressMs }),
        second.call({ ...shown.call, id: 'work', meta: { progressToken: tokens[1] }, timeoutMs: progressMs }),
      ])
      for (const [index, own] of tokens.entries()) {
        const seen = (answers[index]?.messages ?? []).filter(({ method }) => method === 'notifications/progress').map(({ params }) => (params as JsonObject | undefined)?.['progressToken'])
        const foreign = seen.filter((token) => token !== own).length
        context.observe({ requirement: ownProgress, input: `${channelName(channel)}: ${index === 0 ? 'the first client' : 'the second client'}`, ok: foreign === 0 && seen.length > 0, expected: 'progress of its own work, and no other', actual: `${seen.length - foreign} of its own, ${foreign} of others` })
      }
    })
  }
}

export const cases: readonly Case[] = [
  isolationCase({
    id: 'isolation.subscriptions',
    title: 'Subscriptions of two clients with the same id stay apart, and end apart',
    requirements: [ownStream],
    channels: { transport: 'http', era: 'modern' },
    scenario: subscriptions,
    explain: {
      sends: 'subscriptions/listen of two clients with the same id, and a second one of one of them; then the first client closes its stream.',
      expects: 'The first message of each stream carries the id of its own subscription, and the streams of the second client stay open.',
      why: 'A subscription is named by the id of its request, which is only unique within one client.',
      failure: 'Subscriptions of all clients are kept by id in one table.',
      fix: 'Keep a subscription with the stream that it was opened on.',
    },
  }),
  isolationCase({
    id: 'isolation.progress',
    title: 'Progress of one client is not told to another one',
    requirements: [ownProgress],
    scenario: progress,
    explain: {
      sends: 'The same tool that reports progress, called by two clients at once with the same id and with a progress token each.',
      expects: 'Each stream has progress with its own token, and none with the other one.',
      why: 'Progress says what somebody else is doing, and a foreign token confuses whoever does not know it.',
      failure: 'Notifications go to the stream that was opened last, or to all of them.',
      fix: 'Send a notification through the request that it belongs to.',
    },
  }),
]
