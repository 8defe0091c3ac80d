/** Logging in the earlier revisions, where the level belongs to the session. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { JsonObject, Peer } from '../../harness/peer/peer.ts'
import { objectAt } from '../../harness/peer/survey.ts'
import { describeAnswer, errorCode, isResult } from '../support/answers.ts'
import { askInVain } from '../support/asking.ts'
import { eachChannel } from '../support/channels.ts'
import { checkLogLeaks } from '../support/formats/log-leaks.ts'
import { showing } from '../support/showing.ts'
import type { ShownCall } from '../support/showing.ts'
import { legacyCase, saw } from './define.ts'
import { plainCall } from './plain-call.ts'

/** From the least to the most severe. */
const levels: readonly unknown[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']
const wrongLevels: readonly { readonly name: string; readonly params: JsonObject }[] = [
  { name: 'a level that there is not', params: { level: 'loud' } },
  { name: 'a number', params: { level: 3 } },
  { name: 'none', params: {} },
]

async function needLogging(context: CaseContext, peer: Peer): Promise<void> {
  if (!Object.hasOwn((await peer.survey()).capabilities, 'logging')) context.notApplicable('the target declares no logging')
}

function logsIn(messages: readonly JsonObject[]): JsonObject[] {
  return messages.filter(({ method }) => method === 'notifications/message').map((message) => objectAt(message, 'params'))
}

/** The calls that logged something; a target that shows none ends this part of the case. */
async function logging(context: CaseContext, peer: Peer): Promise<readonly ShownCall[]> {
  await needLogging(context, peer)
  const calls = (await showing(context, peer)).filter(({ answer }) => logsIn(answer.messages).length > 0)
  return calls.length > 0 ? calls : context.notApplicable('no tool that may be called logs anything')
}

export const cases: readonly Case[] = [
  legacyCase({
    id: 'legacy.log-level-invalid',
    title: 'A level that there is not is refused as invalid parameters',
    requirements: ['mcp-2025-11-25.log-level-invalid'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        await needLogging(context, peer)
        const control = await plainCall(context, peer)
        for (const { name, params } of wrongLevels) {
          const input = `${channel}: ${name}`
          await context.attempt(input, async () => {
            await askInVain(context, peer, { input, call: { method: 'logging/setLevel', params }, expect: [errorCode('mcp-2025-11-25.log-level-invalid', -32_602)], control })
          })
        }
      })
    },
    explain: {
      sends: 'Requests: logging/setLevel with a level that there is not, with a number, and without a level.',
      expects: 'The JSON-RPC error -32602.',
      why: 'A client that misspelt the level would otherwise wait for messages that never come.',
      failure: 'The level is stored unseen, and compared with nothing that matches.',
      fix: 'Hold the level against the eight of syslog.',
    },
  }),
  legacyCase({
    id: 'legacy.log-messages',
    title: 'Log messages have a level and data, and hold no credential',
    requirements: ['mcp-2025-11-25.log-levels', 'mcp-2025-11-25.log-no-secrets'],
    async scenario(context) {
      await eachChannel(context, async (peer, input) => {
        const logs = (await logging(context, peer)).flatMap(({ answer }) => logsIn(answer.messages))
        const bad = logs.filter(({ level, ...rest }) => !levels.includes(level) || !Object.hasOwn(rest, 'data')).length
        saw(context, 'mcp-2025-11-25.log-levels', input, bad === 0, 'one of the eight levels, and data', `${bad} of ${logs.length} are otherwise`)
        checkLogLeaks(context, peer.identity, logs, input, 'mcp-2025-11-25.log-no-secrets')
      })
    },
    explain: {
      sends: 'Calls of the tools that only read; the log messages that come with them are looked through.',
      expects: 'One of the eight levels and data in each message, and the token of the client in none, in whatever form.',
      why: 'Log messages are shown, stored and sent on, by people who never saw the request.',
      failure: 'Whole requests are logged with their header fields, or levels of another system are used.',
      fix: 'Map levels to those of syslog, and log what a message is about in place of the message.',
    },
  }),
  legacyCase({
    id: 'legacy.log-level-respected',
    title: 'Below the level that a client has set nothing is sent to it',
    requirements: ['hardening.legacy-log-level-respected'],
    async scenario(context) {
      await eachChannel(context, async (shared, channel) => {
        const calls = await logging(context, shared)
        const peer = await context.peer(shared.channel, { own: true })
        for (const level of ['emergency', 'warning']) {
          const set = await peer.call({ method: 'logging/setLevel', params: { level } })
          if (!isResult(set)) context.inconclusive(`logging/setLevel was not served: ${describeAnswer(set)}`)
          const logs: JsonObject[] = []
          for (const { call } of calls.slice(0, 3)) logs.push(...logsIn((await peer.call(call)).messages))
          const below = logs.filter((each) => levels.indexOf(each['level']) < levels.indexOf(level)).length
          saw(context, 'hardening.legacy-log-level-respected', `${channel}: ${level}`, below === 0, `no message below ${level}`, `${logs.length} messages, ${below} below it`)
        }
      })
    },
    explain: {
      sends: 'Requests: logging/setLevel with emergency and with warning in a session of its own, then calls of tools that log something.',
      expects: 'No message below the level that was set.',
      why: 'The level is the only way in which a client can say how much it wants to hear.',
      failure: 'The level is stored and never looked at, or kept where the next request of a stateless server does not find it.',
      fix: 'Keep the level with the session, and compare before a message is sent; without sessions declare no logging.',
    },
  }),
]
