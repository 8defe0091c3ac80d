/** Servers of both eras on one endpoint: neither shows in the other. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { JsonObject, Peer } from '../../harness/peer/peer.ts'
import { objectAt } from '../../harness/peer/survey.ts'
import type { Channel, TargetProfile } from '../../harness/target/profile.ts'
import { isJsonObject } from '../../harness/wire/json.ts'
import { rpcAnswer } from '../../harness/wire/mcp.ts'
import { eachChannel } from '../support/channels.ts'
import { describeHttp } from '../support/http.ts'
import { servedCalls } from '../support/methods.ts'
import { showing } from '../support/showing.ts'
import { legacyCase, saw } from './define.ts'
import { plainCall } from './plain-call.ts'

/** Members of results, and of the _meta of messages, that came with 2026-07-28. */
const newerMembers = ['resultType', 'ttlMs', 'cacheScope', 'supportedVersions', 'inputRequests', 'requestState']
const newerMeta = ['subscriptionId', 'serverInfo', 'protocolVersion', 'clientCapabilities', 'clientInfo', 'logLevel'].map((name) => `io.modelcontextprotocol/${name}`)
const newerMethods = ['notifications/subscriptions/acknowledged']
/** HeaderMismatch, MissingRequiredClientCapability and UnsupportedProtocolVersion. */
const newerCodes: readonly unknown[] = [-32_020, -32_021, -32_022]

function needBothEras({ eras }: TargetProfile): string | undefined {
  return eras.size === 2 ? undefined : 'the target speaks one era only'
}

/** What of 2026-07-28 a message of an earlier revision holds. */
function newerIn(message: JsonObject): string[] {
  const result = objectAt(message, 'result')
  const code = objectAt(message, 'error')['code']
  const meta = { ...objectAt(result, '_meta'), ...objectAt(objectAt(message, 'params'), '_meta') }
  return [
    ...newerMembers.filter((name) => Object.hasOwn(result, name)),
    ...newerMeta.filter((name) => Object.hasOwn(meta, name)),
    ...newerMethods.filter((method) => message['method'] === method),
    ...(newerCodes.includes(code) ? [`error ${String(code)}`] : []),
  ]
}

const refused: readonly { readonly method: string; readonly params?: JsonObject }[] = [
  { method: 'com.example/unknown' },
  { method: 'tools/call', params: { name: 'com.example.unknown', arguments: {} } },
  { method: 'server/discover' },
  { method: 'tools/list', params: { cursor: 'com.example.unknown' } },
]

async function everythingSaid(context: CaseContext, peer: Peer): Promise<readonly JsonObject[]> {
  const messages: JsonObject[] = [{ result: (await peer.survey()).opening }]
  for (const call of [...await servedCalls(context, peer), ...refused]) messages.push(...(await peer.call(call)).messages)
  return [...messages, ...(await showing(context, peer)).flatMap(({ answer }) => answer.messages)]
}

/** A legacy and a modern peer over HTTP. */
async function bothEras(context: CaseContext): Promise<{ readonly legacy: Peer; readonly modern: Peer } | undefined> {
  const of = (era: Channel['era']): Channel | undefined => context.target.channels.find((channel) => channel.transport === 'http' && channel.era === era)
  const [older, newer] = [of('legacy'), of('modern')]
  return older === undefined || newer === undefined ? undefined : { legacy: await context.peer(older), modern: await context.peer(newer) }
}

export const cases: readonly Case[] = [
  legacyCase({
    id: 'dual.legacy-answers',
    title: 'Answers in an earlier revision hold nothing of the newer one',
    requirements: ['hardening.legacy-answers-of-own-era'],
    appliesTo: needBothEras,
    async scenario(context) {
      await eachChannel(context, async (peer, input) => {
        const messages = await everythingSaid(context, peer)
        const found = [...new Set(messages.flatMap(newerIn))]
        saw(context, 'hardening.legacy-answers-of-own-era', input, found.length === 0, 'messages without anything of 2026-07-28', found.length === 0 ? `${messages.length} such messages` : `messages with ${found.join(', ')}`)
      })
    },
    explain: {
      sends: 'In each earlier revision: a call of every method that is served, calls of the tools that only read, and requests that are refused.',
      expects: 'No resultType, no hints for caches, no keys of _meta and no error codes that came with 2026-07-28.',
      why: 'An older client ignores them at best; an error code that it does not know it cannot act upon.',
      failure: 'One piece of code writes the answers of both eras, or a guard refuses in the newer form before the era is known.',
      fix: 'Decide the era first, and let everything behind it answer in that era.',
    },
  }),
  {
    id: 'dual.one-connection',
    suite: 'spec',
    fixture: 'shared',
    channels: { era: 'legacy', transport: 'http' },
    title: 'Both eras are served on one connection',
    requirements: ['hardening.legacy-eras-by-request'],
    appliesTo: needBothEras,
    async scenario(context) {
      const peers = await bothEras(context)
      if (peers === undefined) return context.notApplicable('the target speaks one era only over HTTP')
      const { legacy, modern } = peers
      const older = await plainCall(context, legacy)
      const connection = await context.openConnection()
      try {
        for (const [index, [era, peer, call]] of ([['legacy', legacy, older], ['modern', modern, { method: 'server/discover' }], ['legacy', legacy, older], ['modern', modern, { method: 'server/discover' }]] as const).entries()) {
          const input = `request ${index + 1} (${peer.channel.revision})`
          if (connection.closed) return context.notApplicable('the target does not keep connections open')
          const id = `both-${index}`
          await connection.send(peer.request({ ...call, id }))
          const reaction = await connection.read({ method: 'POST' })
          if (reaction.kind === 'closed' && reaction.received === 0 && index > 0) return context.notApplicable('the target does not keep connections open')
          const answer = rpcAnswer(reaction, id)
          const result = answer.kind === 'result' ? answer.result : undefined
          const fits = isJsonObject(result) && Object.hasOwn(result, 'resultType') === (era === 'modern')
          saw(context, 'hardening.legacy-eras-by-request', input, fits, `a result of the ${era === 'modern' ? 'newer' : 'earlier'} era`, describeHttp(reaction))
        }
      } finally {
        connection.close()
      }
    },
    explain: {
      sends: 'On one connection in turn: a request of an earlier revision, server/discover of 2026-07-28, and both once more.',
      expects: 'A result for each, in the form of its own era.',
      why: 'A proxy puts whatever it gets on the connections that it has.',
      failure: 'What the first request of a connection was decides how the later ones are read.',
      fix: 'Decide by the fields and the envelope of each request, and by nothing else.',
    },
  },
]
