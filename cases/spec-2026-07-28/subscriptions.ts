/** Subscriptions: how they begin, what their messages carry, and how they end. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { isPeerStream } from '../../harness/peer/peer.ts'
import type { JsonObject, Peer } from '../../harness/peer/peer.ts'
import { objectAt } from '../../harness/peer/survey.ts'
import { isJsonObject } from '../../harness/wire/json.ts'
import { describeAnswer, errorCode } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { acknowledged, collect, filterOf, firstMs, subscriptionOf } from '../support/streams/listening.ts'
import { refuseListen } from '../support/streams/listen-refusal.ts'
import { openStreams, overhear } from '../support/streams/overheard.ts'
import type { Overheard } from '../support/streams/overheard.ts'
import { without, withParams } from '../support/refusal.ts'
import { modernCase, modernHttpCase } from './define.ts'

const wrongFilters: readonly (readonly [name: string, fault: (message: JsonObject) => JsonObject])[] = [
  ['no filter', (message) => withParams(message, (params) => without(params, 'notifications'))],
  ...([
    ['a filter that is a string', 'all'], ['a filter that is a list', ['toolsListChanged']], ['a filter that is null', null],
    ['toolsListChanged is a string', { toolsListChanged: 'yes' }], ['resourceSubscriptions is a string', { resourceSubscriptions: 'https://example.com/' }],
    ['resourceSubscriptions holds a number', { resourceSubscriptions: [7] }],
  ] as const).map(([name, notifications]): readonly [string, (message: JsonObject) => JsonObject] => [name, (message) => withParams(message, (params) => ({ ...params, notifications }))]),
]

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.listen-acknowledged',
    title: 'The first message of a subscription is its acknowledgement, with what the server agreed to',
    requirements: ['mcp-2026-07-28.listen-acknowledged', 'mcp-2026-07-28.listen-filter-acknowledged', 'hardening.listen-acknowledges-subset'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const { streams } = await overhear(context, peer)
        for (const stream of streams) judgeBeginning(context, stream, `${channel}: ${stream.role}`)
      })
    },
    explain: {
      sends: 'Several subscriptions/listen requests, with wide and narrow filters, and with what the server does not declare.',
      expects: 'A stream whose first message is notifications/subscriptions/acknowledged, with an object notifications in it that names only what was asked for.',
      why: 'Until then a client does not know whether anything will come, and of what kind.',
      failure: 'A change that happens early overtakes the acknowledgement, or the filter of the request is only repeated.',
      fix: 'Send the acknowledgement before the stream is added to those that are told of changes.',
    },
  }),
  modernCase({
    id: 'spec.subscription-id',
    title: 'Every message of a subscription carries the id of its request',
    requirements: ['mcp-2026-07-28.subscription-id'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const overheard = await overhear(context, peer)
        if (overheard.unmarked > 0) {
          context.observe({ requirement: 'mcp-2026-07-28.subscription-id', input: channel, ok: false, expected: 'the id of a subscription on every change', actual: `${overheard.unmarked} changes that name no open subscription` })
        }
        for (const stream of openStreams(context, overheard)) {
          const wrong = stream.messages.filter((message) => subscriptionOf(message) !== stream.id)
          const [first] = wrong
          context.observe({
            requirement: 'mcp-2026-07-28.subscription-id', input: `${channel}: ${stream.role}, an id that is a ${typeof stream.id}`, ok: wrong.length === 0 && stream.messages.length > 0,
            expected: 'the id of the request, of the same type', actual: first === undefined ? `${stream.messages.length} messages, all of them with it` : `${wrong.length} of ${stream.messages.length} messages with ${idKind(subscriptionOf(first), stream.id)}`,
          })
        }
      })
    },
    explain: {
      sends: 'Subscriptions whose ids are strings and integers, while tools are called that may change something.',
      expects: 'The member io.modelcontextprotocol/subscriptionId in _meta of each message, equal to the id of the request in type and value.',
      why: 'Over stdio all subscriptions share one stream, and nothing else tells them apart.',
      failure: 'The server makes ids of its own, turns numbers into strings, or marks only the acknowledgement.',
      fix: 'Put the id of the request into every message where the stream writes it.',
    },
  }),
  modernCase({
    id: 'spec.listen-apart',
    title: 'Two subscriptions at the same time keep their own filters and messages',
    requirements: ['hardening.listen-apart'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const streams = openStreams(context, await overhear(context, peer))
        if (streams.length < 2) context.notApplicable('the target lets nobody have two subscriptions')
        for (const stream of streams) {
          const others = streams.filter((other) => other !== stream).map(({ id }) => id)
          const foreign = stream.messages.filter((message) => others.some((id) => id === subscriptionOf(message)))
          const agreed = agreedIn(stream.messages[0])
          const alike = agreed !== undefined && extra(agreed, stream.filter).length > 0
          context.observe({
            requirement: 'hardening.listen-apart', input: `${channel}: ${stream.role}`, ok: foreign.length === 0 && !alike, expected: 'its own messages and its own filter',
            actual: foreign.length === 0 ? (alike ? 'a filter with what another one asked for' : 'its own only') : `${foreign.length} messages of another subscription`,
          })
        }
      })
    },
    explain: {
      sends: 'Several subscriptions with different filters that are open at the same time.',
      expects: 'Each is acknowledged with its own filter and gets messages with its own id only.',
      why: 'Parts of a client that know nothing of each other may listen over the same connection.',
      failure: 'The server keeps one filter or one id for a connection or a client.',
      fix: 'Keep filter and id with the request that opened the stream.',
    },
  }),
  modernCase({
    id: 'spec.listen-stays-open',
    title: 'A subscription stays open, and is answered with a result only at its end',
    requirements: ['hardening.listen-stays-open'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const streams = openStreams(context, await overhear(context, peer)).filter(({ role }) => role === 'wide' || role === 'narrow')
        for (const { role, messages, ended } of streams) {
          const answered = messages.some((message) => !Object.hasOwn(message, 'method'))
          context.observe({
            requirement: 'hardening.listen-stays-open', input: `${channel}: ${role}`, ok: !answered && !ended, expected: 'a stream without a response that stays open',
            actual: answered ? 'a response while the subscription was in use' : (ended ? 'a stream that ended by itself' : 'open'),
          })
        }
      })
    },
    explain: {
      sends: 'Subscriptions to what the server declares, which are kept while its tools are called.',
      expects: 'A stream that stays open without a response to the request.',
      why: 'The response says that the subscription has ended, and a client that sees it listens no longer or asks again and again.',
      failure: 'The server answers like to any other request, or closes streams that are quiet.',
      fix: 'Send the response only when the subscription ends.',
    },
  }),
  modernCase({
    id: 'spec.listen-filter-checked',
    title: 'A subscription without a proper filter is refused as invalid parameters',
    requirements: ['hardening.listen-filter-checked'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const filter = await filterOf(context, peer)
        for (const [name, fault] of wrongFilters) {
          await context.attempt(`${channel}: ${name}`, async () => {
            await refuseListen(context, peer, { input: `${channel}: ${name}`, filter, fault, expect: [errorCode('hardening.listen-filter-checked', -32_602)] })
          })
        }
      })
    },
    explain: {
      sends: 'Subscriptions without a filter, with one that is no object, and with members of other types.',
      expects: 'A JSON-RPC error with code -32602.',
      why: 'Who has misspelt a filter must be told, since a stream on which nothing comes looks like one on which nothing has happened.',
      failure: 'The server takes what it does not understand for a wish for nothing.',
      fix: 'Validate the filter against the schema before the stream is opened.',
    },
  }),
  modernCase({
    id: 'spec.listen-empty-ends-gracefully',
    title: 'A subscription that the server ends by itself is answered with a result first',
    requirements: ['mcp-2026-07-28.listen-closed-gracefully'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        await filterOf(context, peer)
        await judgeEmpty(context, peer, channel)
      })
    },
    explain: {
      sends: 'A subscription that asks for nothing, which a server may end at once.',
      expects: 'Where the server ends it, a complete result with the id of the subscription in _meta before the stream ends.',
      why: 'Only so can a client tell a subscription that is over from a connection that was lost.',
      failure: 'The stream is closed without a word.',
      fix: 'Answer the request before the stream is closed.',
    },
  }),
  modernHttpCase({
    id: 'spec.listen-shutdown-graceful',
    title: 'A server that shuts down ends its subscriptions with a result',
    requirements: ['mcp-2026-07-28.listen-closed-gracefully'],
    fixture: 'own',
    needs: ['stop', 'restart'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        await judgeShutdown(context, peer, channel)
      })
    },
    explain: {
      sends: 'A subscription, and while it is open the signal SIGTERM to the server.',
      expects: 'A complete result with the id of the subscription in _meta, and then the end of the stream.',
      why: 'A client that knows of the shutdown asks again later, and does not take it for a broken network.',
      failure: 'The server closes its sockets before it has told anybody.',
      fix: 'On shutdown answer every open subscription before the connections are closed.',
    },
  }),
]

function judgeBeginning(context: CaseContext, { filter, refused, messages: [first] }: Overheard, input: string): void {
  const begins = first?.['method'] === acknowledged
  context.observe({
    requirement: 'mcp-2026-07-28.listen-acknowledged', input, ok: begins, expected: 'an acknowledgement first',
    actual: begins ? 'an acknowledgement' : (refused === undefined ? (first === undefined ? 'nothing' : 'another message') : describeAnswer(refused)),
  }, refused)
  if (!begins) return
  const agreed = agreedIn(first)
  context.observe({ requirement: 'mcp-2026-07-28.listen-filter-acknowledged', input, ok: agreed !== undefined, expected: 'an object notifications', actual: agreed === undefined ? 'no such object' : 'an object' })
  if (agreed === undefined) return
  const more = extra(agreed, filter)
  context.observe({
    requirement: 'hardening.listen-acknowledges-subset', input, ok: more.length === 0, expected: 'only what was asked for', actual: more.length === 0 ? 'no more than that' : `${more.length} members that were not asked for`,
  })
}

function agreedIn(message: JsonObject | undefined): JsonObject | undefined {
  const agreed = objectAt(message ?? {}, 'params')['notifications']
  return isJsonObject(agreed) ? agreed : undefined
}

/** What is agreed to beyond what was asked for; false and an empty list agree to nothing. */
function extra(agreed: JsonObject, asked: JsonObject): string[] {
  return Object.entries(agreed).flatMap(([name, value]) => {
    const wish = Object.hasOwn(asked, name) ? asked[name] : undefined
    if (Array.isArray(value)) return value.filter((uri) => !(Array.isArray(wish) && wish.includes(uri))).map(() => name)
    return value === true && wish !== true ? [name] : []
  })
}

async function judgeEmpty(context: CaseContext, peer: Peer, input: string): Promise<void> {
  const opened = await peer.open({ method: 'subscriptions/listen', params: { notifications: {} } })
  if (!isPeerStream(opened)) {
    if (opened.answer.kind !== 'result') context.notApplicable('a subscription to nothing is refused')
    judgeEnd(context, opened.response, input)
    return
  }
  try {
    const messages = await collect(opened, 1_000)
    const last = messages.at(-1)
    const answered = last !== undefined && !Object.hasOwn(last, 'method')
    if (!answered && !opened.ended) context.notApplicable('the target keeps a subscription to nothing open')
    judgeEnd(context, answered ? last : undefined, input)
  } finally {
    await opened.close()
  }
}

async function judgeShutdown(context: CaseContext, peer: Peer, input: string): Promise<void> {
  const opened = await peer.open({ method: 'subscriptions/listen', params: { notifications: await filterOf(context, peer) } })
  if (!isPeerStream(opened)) context.notApplicable(`no subscription could be opened: ${describeAnswer(opened)}`)
  try {
    await opened.next(firstMs)
    const stopped = context.fixture.stop()
    const last = await lastOf(opened, firstMs)
    await stopped
    judgeEnd(context, last, input)
  } finally {
    await opened.close()
    await context.fixture.restart()
  }
}

async function lastOf(stream: { next(timeoutMs: number): Promise<JsonObject | undefined> }, withinMs: number): Promise<JsonObject | undefined> {
  let last: JsonObject | undefined
  for (;;) {
    const message = await stream.next(withinMs)
    if (message === undefined) return last
    if (message['method'] !== 'notifications/cancelled') last = message
    if (!Object.hasOwn(message, 'method')) return message
  }
}

function judgeEnd(context: CaseContext, last: JsonObject | undefined, input: string): void {
  const result = last === undefined || Object.hasOwn(last, 'method') ? undefined : objectAt(last, 'result')
  const ok = result !== undefined && last !== undefined && Object.hasOwn(last, 'result') && result['resultType'] === 'complete' && subscriptionOf(last) === last['id']
  context.observe({
    requirement: 'mcp-2026-07-28.listen-closed-gracefully', input, ok, expected: 'a complete result with the id of the subscription before the end',
    actual: ok ? 'such a result' : (result === undefined ? 'the end without a response' : 'a response that is no such result'),
  })
}

function idKind(found: unknown, wanted: string | number): string {
  if (found === undefined) return 'no id'
  return typeof found === typeof wanted ? 'another id' : `an id that is ${found === null ? 'null' : `a ${typeof found}`}`
}
