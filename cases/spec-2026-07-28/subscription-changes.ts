/** What comes on subscriptions: what was asked for, nothing else, and every change of a list. */
import type { Case } from '../../harness/run/case.ts'
import type { JsonObject } from '../../harness/peer/peer.ts'
import { objectAt } from '../../harness/peer/survey.ts'
import { eachChannel } from '../support/channels.ts'
import { acknowledged, notificationOf } from '../support/streams/listening.ts'
import { changesOf, openStreams, overhear } from '../support/streams/overheard.ts'
import { modernCase } from './define.ts'

const requestScoped = ['notifications/progress', 'notifications/message']
/** What belongs to the subscription itself, whatever was asked for. */
const ofItself = [acknowledged, 'notifications/cancelled']

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.listen-requested-only',
    title: 'A subscription carries no type of notification that was not asked for',
    requirements: ['mcp-2026-07-28.listen-requested-only'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const streams = openStreams(context, await overhear(context, peer))
        if (streams.every((stream) => changesOf(stream).length === 0)) context.notApplicable('nothing changed while the harness listened')
        for (const { role, filter, messages } of streams) {
          const asked = Object.keys(filter).flatMap((name) => notificationOf[name] ?? [])
          const others = messages.filter((message) => typeof message['method'] === 'string' && ![...asked, ...ofItself, ...requestScoped].includes(message['method']))
          context.observe({
            requirement: 'mcp-2026-07-28.listen-requested-only', input: `${channel}: ${role}`, ok: others.length === 0, expected: 'the types that were asked for',
            actual: others.length === 0 ? `${messages.length} messages of those types` : `${others.length} of ${messages.length} messages of other types`,
          })
        }
      })
    },
    explain: {
      sends: 'Subscriptions with wide and with narrow filters, while tools are called that may change something.',
      expects: 'On each of them only the types of its own filter.',
      why: 'A client acts on what it is told, and asked for no more than it can act on.',
      failure: 'The server sends every change to every stream.',
      fix: 'Compare each change with the filter of each stream.',
    },
  }),
  modernCase({
    id: 'spec.listen-not-request-scoped',
    title: 'Progress and log messages of other requests do not come on a subscription',
    requirements: ['mcp-2026-07-28.listen-not-request-scoped'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const overheard = await overhear(context, peer)
        const streams = openStreams(context, overheard)
        const stray = streams.flatMap(({ messages }) => messages.filter(isRequestScoped))
        if (stray.length === 0 && !overheard.calls.some(({ answer }) => answer.messages.some(isRequestScoped))) context.notApplicable('no tool reports progress or logs')
        context.observe({
          requirement: 'mcp-2026-07-28.listen-not-request-scoped', input: channel, ok: stray.length === 0, expected: 'neither progress nor log messages', actual: stray.length === 0 ? 'neither' : `${stray.length} of them`,
        })
      })
    },
    explain: {
      sends: 'Subscriptions, and meanwhile calls of tools that report progress and log.',
      expects: 'Progress and log messages only with the answers to those calls.',
      why: 'On a subscription nobody knows which request they are about, and perhaps another party listens.',
      failure: 'The server writes all notifications to every open stream.',
      fix: 'Send what belongs to a request on the stream of that request alone.',
    },
  }),
  modernCase({
    id: 'spec.listen-subscribed-uris',
    title: 'Updates come only of resources that were asked for',
    requirements: ['mcp-2026-07-28.listen-subscribed-uris'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const streams = openStreams(context, await overhear(context, peer))
        if (!streams.some(({ messages }) => messages.some(isUpdate))) context.notApplicable('no resource was updated while the harness listened')
        for (const { role, filter, messages } of streams.filter((stream) => Object.hasOwn(stream.filter, 'resourceSubscriptions'))) {
          const uris = Array.isArray(filter['resourceSubscriptions']) ? filter['resourceSubscriptions'].map(String) : []
          const others = messages.filter(isUpdate).filter((message) => !uris.some((uri) => String(objectAt(message, 'params')['uri']).startsWith(uri)))
          context.observe({
            requirement: 'mcp-2026-07-28.listen-subscribed-uris', input: `${channel}: ${role}`, ok: others.length === 0, expected: 'updates of what was asked for, or of what lies below it',
            actual: others.length === 0 ? 'no others' : `${others.length} updates of other resources`,
          })
        }
      })
    },
    explain: {
      sends: 'Subscriptions to all resources and to one of them alone, while tools are called that may update some.',
      expects: 'On each of them only updates of its own URIs, or of URIs below them.',
      why: 'An update tells what somebody works on, and makes a client read again.',
      failure: 'The server remembers that a stream wants updates, and not of what.',
      fix: 'Compare the URI of each update with those of each stream.',
    },
  }),
  modernCase({
    id: 'spec.listen-changes-announced',
    title: 'A change of a list is announced to those who asked to be told',
    requirements: ['mcp-2026-07-28.listen-changes-announced'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const overheard = await overhear(context, peer)
        const wide = openStreams(context, overheard).find(({ role }) => role === 'wide')
        const known = [...overheard.changed].filter((name) => wide?.filter[name] === true)
        if (known.length === 0) context.notApplicable('no list is known to have changed while the harness listened')
        for (const name of known) {
          const told = wide !== undefined && wide.messages.some(({ method }) => method === notificationOf[name])
          context.observe({ requirement: 'mcp-2026-07-28.listen-changes-announced', input: `${channel}: ${name}`, ok: told, expected: 'the notification of that change', actual: told ? 'it came' : 'it did not come' })
        }
      })
    },
    explain: {
      sends: 'A subscription to everything that the server declares, while its tools are called. A list that differs afterwards has changed, and so have those that the official framework has tools to change.',
      expects: 'The notification for each list that has changed.',
      why: 'A client that is told of changes has no other reason to ask again.',
      failure: 'The capability is declared, but nothing is sent, or not to streams of this revision.',
      fix: 'Publish each change of a list to the subscriptions that asked for it.',
    },
  }),
]

function isRequestScoped({ method }: JsonObject): boolean {
  return requestScoped.some((each) => each === method)
}

function isUpdate({ method }: JsonObject): boolean {
  return method === notificationOf['resourceSubscriptions']
}
