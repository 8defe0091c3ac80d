/** The handshake: which version is agreed on, what its result says, and what may happen before it is complete. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Channel } from '../../harness/target/profile.ts'
import { channelName } from '../../harness/target/profile.ts'
import { isJsonObject } from '../../harness/wire/json.ts'
import { initializeParams } from '../../harness/wire/mcp.ts'
import { eachChannel } from '../support/channels.ts'
import { legacyCase, legacyHttpCase, saw } from './define.ts'
import { endSession, exchange, initialize, isRequest, opening, needTold, refusedSomehow, resultOf } from './exchange.ts'
import type { Answer } from './exchange.ts'

const everything = {
  roots: { listChanged: true }, sampling: {}, elicitation: {}, experimental: { 'com.example/feature': {} },
}

/** Each of them asks for the same version. */
const clients: readonly { readonly name: string; readonly params: (revision: string) => unknown }[] = [
  { name: 'a client without capabilities', params: (revision) => initializeParams(revision) },
  { name: 'a client with every capability', params: (revision) => initializeParams(revision, everything) },
  { name: 'a client with members that nobody knows', params: (revision) => ({ ...initializeParams(revision), 'com.example/extra': true, _meta: { 'com.example/note': 1 } }) },
]

/** Older than any, newer than any, and no date at all. */
const unknownVersions: readonly string[] = ['1999-01-01', '2999-12-31', 'no-version']

const wrongParams: readonly { readonly name: string; readonly params: (revision: string) => unknown }[] = [
  { name: 'without params', params: () => undefined },
  { name: 'params that are an array', params: (revision) => [revision] },
  { name: 'without protocolVersion', params: (revision) => ({ ...initializeParams(revision), protocolVersion: undefined }) },
  { name: 'protocolVersion that is a number', params: (revision) => ({ ...initializeParams(revision), protocolVersion: 20_251_125 }) },
  { name: 'without capabilities', params: (revision) => ({ ...initializeParams(revision), capabilities: undefined }) },
  { name: 'capabilities that are a string', params: (revision) => ({ ...initializeParams(revision), capabilities: 'all' }) },
  { name: 'without clientInfo', params: (revision) => ({ ...initializeParams(revision), clientInfo: undefined }) },
  { name: 'clientInfo that is a string', params: (revision) => ({ ...initializeParams(revision), clientInfo: 'somebody' }) },
]

/** Every legacy revision that the target is said or was found to speak. */
function revisionsOf(context: CaseContext): string[] {
  return context.target.revisions.filter((revision) => revision < '2026')
}

function versionIn(answer: Answer): string | undefined {
  const version = resultOf(answer, 'initialize')?.['protocolVersion']
  return typeof version === 'string' ? version : undefined
}

async function eachHttpChannel(context: CaseContext, work: (channel: Channel, name: string) => Promise<void>): Promise<void> {
  for (const channel of context.channels) await context.attempt(channelName(channel), async () => work(channel, channelName(channel)))
}

export const cases: readonly Case[] = [
  legacyHttpCase({
    id: 'legacy.initialize-version',
    title: 'A version that the server supports is agreed to as it was asked for',
    requirements: ['mcp-2025-11-25.version-echoed'],
    async scenario(context) {
      const [any] = context.channels
      if (any === undefined) return
      for (const revision of revisionsOf(context)) {
        for (const { name, params } of clients) {
          const input = `${revision}: ${name}`
          await context.attempt(input, async () => {
            const answer = await initialize(context, { ...any, revision }, params(revision))
            needTold(context, answer)
            const version = versionIn(answer)
            saw(context, 'mcp-2025-11-25.version-echoed', input, version === revision, 'a result with the version that was asked for', version === undefined ? answer.seen : `${answer.seen}, ${version === revision ? 'the same' : 'another'} version`)
          })
        }
      }
    },
    explain: {
      sends: 'An initialize for each revision that the target is said or was found to speak: without capabilities, with every capability, and with members that nobody knows.',
      expects: 'A result whose protocolVersion is the one that was asked for, each time.',
      why: 'The version governs every later message; a server that answers with another one than a client asked for shuts out clients of that version.',
      failure: 'The server answers with its newest version whatever was asked for, or refuses members that it does not know.',
      fix: 'Answer with the version of the request where it is among the supported ones, and ignore unknown members.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.initialize-unsupported-version',
    title: 'An unsupported version is answered with a supported one',
    requirements: ['mcp-2025-11-25.version-offered', 'mcp-2025-11-25.version-offered-latest'],
    async scenario(context) {
      const [newestChannel] = context.channels
      if (newestChannel === undefined) return
      for (const version of unknownVersions) {
        const input = `asked for ${version}`
        await context.attempt(input, async () => {
          const answer = await initialize(context, newestChannel, initializeParams(version))
          needTold(context, answer)
          const offered = versionIn(answer)
          if (offered === undefined) {
            saw(context, 'mcp-2025-11-25.version-offered', input, refusedSomehow(answer), 'a result with a supported version, or an error', answer.seen)
            return
          }
          const again = offered === version ? undefined : versionIn(await initialize(context, { ...newestChannel, revision: offered }, initializeParams(offered)))
          saw(context, 'mcp-2025-11-25.version-offered', input, again === offered, 'a result with a supported version, or an error', offered === version ? 'the unsupported version, as if it were supported' : again === offered ? 'a supported version' : 'a version that is not agreed to when it is asked for')
          saw(context, 'mcp-2025-11-25.version-offered-latest', input, offered >= newestChannel.revision, 'the latest version that the server speaks', offered >= newestChannel.revision ? 'the latest' : 'an older one')
        })
      }
    },
    explain: {
      sends: 'An initialize for a version older than any, for one newer than any, and for one that is no date; then one for the version that was offered.',
      expects: 'A result with another version, which is agreed to when it is asked for, and which is the latest one; or an error, as the section on error handling shows.',
      why: 'This is how a new client and an old server find a version that both speak.',
      failure: 'The server repeats whatever version it was asked for, or offers one that it does not speak itself.',
      fix: 'Hold the version against the list of supported ones, and offer the latest of them where it is not there.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.initialize-params',
    title: 'An initialize without valid parameters is an error',
    requirements: ['hardening.legacy-initialize-params'],
    async scenario(context) {
      await eachHttpChannel(context, async (channel, name) => {
        for (const { name: fault, params } of wrongParams) {
          const input = `${name}: ${fault}`
          await context.attempt(input, async () => {
            const answer = await initialize(context, channel, params(channel.revision))
            needTold(context, answer)
            saw(context, 'hardening.legacy-initialize-params', input, refusedSomehow(answer), 'a JSON-RPC error or status 4xx', answer.seen)
          })
        }
      })
    },
    explain: {
      sends: 'Initialize requests without parameters, with an array, without one of the three members, and with each member of a wrong type.',
      expects: 'A JSON-RPC error, or a 4xx status, and no session.',
      why: 'What is guessed here governs the whole session: its version, and what may be asked of the client.',
      failure: 'The server falls back to defaults, or falls over members that are missing.',
      fix: 'Hold the parameters of initialize against the schema before anything is stored.',
    },
  }),
  legacyCase({
    id: 'legacy.initialize-result',
    title: 'The result of initialize says what the server is and can do',
    requirements: ['mcp-2025-11-25.initialize-result'],
    async scenario(context) {
      await eachChannel(context, async (peer, input) => {
        const { opening: result } = await peer.survey()
        const { protocolVersion, capabilities, serverInfo } = result
        const info = isJsonObject(serverInfo) ? serverInfo : {}
        const missing = [
          ...(typeof protocolVersion === 'string' ? [] : ['protocolVersion']),
          ...(isJsonObject(capabilities) ? [] : ['capabilities']),
          ...(['name', 'version'] as const).flatMap((member) => (typeof info[member] === 'string' ? [] : [`serverInfo.${member}`])),
        ]
        saw(context, 'mcp-2025-11-25.initialize-result', input, missing.length === 0, 'protocolVersion, capabilities, and serverInfo with name and version', missing.length === 0 ? 'all of them' : `without ${missing.join(', ')}`)
      })
    },
    explain: {
      sends: 'An initialize, as every conversation begins.',
      expects: 'A result with protocolVersion, an object of capabilities, and serverInfo with a name and a version.',
      why: 'A client decides by it what it may ask for, and names the server to its user.',
      failure: 'The result leaves out a member, most often the capabilities where there are none.',
      fix: 'Send every member, and an empty object where the server has no capabilities.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.before-initialized',
    title: 'Before the client is ready it is only pinged, and its own pings are answered',
    requirements: ['mcp-2025-11-25.ping-before-initialized', 'mcp-2025-11-25.no-request-before-initialized'],
    async scenario(context) {
      await eachHttpChannel(context, async (channel, input) => {
        const body = { jsonrpc: '2.0', id: 'initialize', method: 'initialize', params: initializeParams(channel.revision, everything) }
        const opened = await exchange(context, { ...opening(context, channel), body: Buffer.from(JSON.stringify(body)) }, { lingerMs: 100 })
        try {
          needTold(context, opened)
          if (resultOf(opened, 'initialize') === undefined) context.inconclusive(`initialize was refused: ${opened.seen}`)
          const [sessionId] = opened.headers.filter(([field]) => field.toLowerCase() === 'mcp-session-id').map(([, value]) => value)
          const ping = { ...opening(context, channel, sessionId ?? ''), body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 'early', method: 'ping' })) }
          const request = sessionId === undefined ? { ...ping, headers: ping.headers.filter(([field]) => field.toLowerCase() !== 'mcp-session-id') } : ping
          const answer = await exchange(context, request, { lingerMs: 100 })
          needTold(context, answer)
          saw(context, 'mcp-2025-11-25.ping-before-initialized', input, resultOf(answer, 'early') !== undefined, 'a result', answer.seen)
          const asked = [...opened.messages, ...answer.messages].filter((message) => isRequest(message) && message['method'] !== 'ping')
          saw(context, 'mcp-2025-11-25.no-request-before-initialized', input, asked.length === 0, 'no request but pings', `${asked.length} requests`)
        } finally {
          await endSession(context, channel, opened)
        }
      })
    },
    explain: {
      sends: 'An initialize that declares every capability, and a ping before notifications/initialized; both answers are read to their end.',
      expects: 'A result for the ping, and no request of the server but pings on either answer.',
      why: 'A ping tells in every phase that the other side is alive; anything else asked too early meets a client that is not ready.',
      failure: 'The session refuses everything until it is initialized, or the server asks for roots as soon as it sees the capability.',
      fix: 'Answer pings at once, and wait for notifications/initialized with every request of the server.',
    },
  }),
]
