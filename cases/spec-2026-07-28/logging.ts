/** Log messages: only where they were asked for, at no lower level, and declared. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { JsonObject, Peer, PeerCall } from '../../harness/peer/peer.ts'
import { objectAt } from '../../harness/peer/survey.ts'
import { errorCode } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { refuse, withParams } from '../support/refusal.ts'
import { checkLogLeaks } from '../support/formats/log-leaks.ts'
import { everyCapability, logLevelKey, plainCalls, quietShowing, showing } from '../support/showing.ts'
import { solo } from '../support/solo.ts'
import { modernCase, modernHttpCase } from './define.ts'

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']
const patienceMs = 8_000
const maxTools = 3

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.log-opt-in',
    title: 'A request that names no log level gets no log messages',
    requirements: ['mcp-2026-07-28.log-opt-in'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const shown = await quietShowing(context, peer)
        const quiet = shown.map(({ answer: { messages } }) => logIn(messages).length)
        if (quiet.every((count) => count === 0) && (await logged(context, peer)).length === 0) context.notApplicable('no tool that may be called logs')
        for (const [index, unasked] of quiet.entries()) {
          context.observe({
            requirement: 'mcp-2026-07-28.log-opt-in', input: `${channel}: tool ${index + 1}`, ok: unasked === 0, expected: 'no log messages', actual: unasked === 0 ? 'none' : `${unasked} of them`,
          }, shown[index]?.answer)
        }
      })
    },
    explain: {
      sends: 'Calls of every tool that may be called, without a log level.',
      expects: 'No notifications/message before the response.',
      why: 'There is no setting any more that holds for a connection: who wants messages says so each time.',
      failure: 'The server has a default level, or remembers the level of an earlier request.',
      fix: 'Send messages only where the request names a level.',
    },
  }),
  modernCase({
    id: 'spec.log-threshold',
    title: 'A request gets no log messages below the level that it names',
    requirements: ['mcp-2026-07-28.log-threshold'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const alone = await solo(context, peer)
        for (const [index, call] of (await loggingCalls(context, peer)).entries()) {
          for (const level of ['info', 'warning', 'emergency']) {
            const answer = await alone.call({ ...call, capabilities: everyCapability, meta: { [logLevelKey]: level }, timeoutMs: patienceMs })
            const found = logIn(answer.messages)
            const below = found.filter((message) => levels.indexOf(String(message['level'])) < levels.indexOf(level))
            context.observe({
              requirement: 'mcp-2026-07-28.log-threshold', input: `${channel}: tool ${index + 1} at ${level}`, ok: below.length === 0, expected: 'nothing below that level',
              actual: below.length === 0 ? `${found.length} messages, none below` : `${below.length} of ${found.length} messages below, or without a level`,
            }, answer)
          }
        }
      })
    },
    explain: {
      sends: 'Calls of the tools that log, at the levels info, warning and emergency.',
      expects: 'Only messages of that level and above.',
      why: 'A client names the level that it can cope with, and shows what comes to people.',
      failure: 'The level is read as a switch, or compared as text.',
      fix: 'Compare the places of both levels in the order of RFC 5424.',
    },
  }),
  modernHttpCase({
    id: 'spec.log-own-stream',
    title: 'Log messages come only with the answer to the request that asked for them',
    requirements: ['mcp-2026-07-28.log-own-stream'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        for (const [index, call] of (await loggingCalls(context, peer)).entries()) {
          const [asking, quiet] = await Promise.all([
            peer.call({ ...call, capabilities: everyCapability, meta: { [logLevelKey]: 'debug' }, timeoutMs: patienceMs }),
            peer.call({ ...call, capabilities: everyCapability, timeoutMs: patienceMs }),
          ])
          const foreign = logIn(quiet.messages).length
          context.observe({
            requirement: 'mcp-2026-07-28.log-own-stream', input: `${channel}: tool ${index + 1}`, ok: foreign === 0, expected: 'messages for the call that asked, and none for the other',
            actual: `${logIn(asking.messages).length} for the call that asked, ${foreign} for the other`,
          }, quiet)
        }
      })
    },
    explain: {
      sends: 'Two calls of a tool that logs at the same time, one with a log level and one without.',
      expects: 'Log messages with the answer to the first alone.',
      why: 'Both may come from different clients, and a log message tells what somebody does.',
      failure: 'The level is kept in an object that all requests share.',
      fix: 'Keep the level with the request, and write where its response is written.',
    },
  }),
  modernCase({
    id: 'spec.log-level-invalid',
    title: 'A log level that is none is refused as invalid parameters',
    requirements: ['mcp-2026-07-28.log-level-invalid'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        if (!Object.hasOwn((await peer.survey()).capabilities, 'logging')) context.notApplicable('the target does not offer logging')
        const control = (await plainCalls(context, peer))[0] ?? { method: 'server/discover' }
        for (const [name, level] of [['an unknown word', 'loud'], ['another case', 'INFO'], ['a number', 3]] as const) {
          await refuse(context, peer, {
            input: `${channel}: ${name}`, control, served: ({ answer }) => answer.kind === 'result', expect: [errorCode('mcp-2026-07-28.log-level-invalid', -32_602)],
            fault: (message) => withParams(message, (params) => ({ ...params, _meta: { ...objectAt(params, '_meta'), [logLevelKey]: level } })),
          })
        }
      })
    },
    explain: {
      sends: 'Calls whose log level is an unknown word, a level in capital letters, or a number.',
      expects: 'A JSON-RPC error with code -32602.',
      why: 'Who has misspelt a level would otherwise wait for messages that never come, or get all of them.',
      failure: 'The server takes a level that it does not know for the lowest or the highest.',
      fix: 'Check the level with the rest of the envelope.',
    },
  }),
  modernCase({
    id: 'spec.log-without-secrets',
    title: 'Log messages hold no credential',
    requirements: ['mcp-2026-07-28.log-no-secrets'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        if (peer.identity.token === '') context.notApplicable('the harness knows no credential of this target')
        const logs = (await showing(context, peer)).flatMap(({ answer }) => logIn(answer.messages))
        if (logs.length === 0) context.notApplicable('no tool that may be called logs')
        checkLogLeaks(context, peer.identity, logs, channel, 'mcp-2026-07-28.log-no-secrets')
      })
    },
    explain: {
      sends: 'Calls of every tool that may be called, with the lowest log level; the log messages that come are searched for the token of the client, also encoded.',
      expects: 'The token is in none of them.',
      why: 'Clients show log messages to people and keep them in files.',
      failure: 'The server logs the fields of the request, or its configuration.',
      fix: 'Log names and counts, and redact credentials before anything is logged.',
    },
  }),
  modernCase({
    id: 'spec.logging-declared',
    title: 'A server that sends log messages declares the capability',
    requirements: ['mcp-2026-07-28.logging-declared'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const seen = (await logged(context, peer)).length
        const { capabilities } = await peer.survey()
        if (seen === 0) context.notApplicable('no tool that may be called logs')
        const declared = Object.hasOwn(capabilities, 'logging')
        context.observe({
          requirement: 'mcp-2026-07-28.logging-declared', input: channel, ok: declared, expected: 'the capability logging', actual: declared ? 'declared' : `not declared, and ${seen} log messages seen`,
        })
      })
    },
    explain: {
      sends: 'Calls of every tool that may be called, with the lowest log level.',
      expects: 'Where log messages come, the capability logging in the result of server/discover.',
      why: 'A client that finds no such capability does not ask for messages, and has no place to show them.',
      failure: 'A tool logs through a general way to send notifications, past the capabilities.',
      fix: 'Declare logging, or write to standard error or a tracing system instead.',
    },
  }),
]

async function logged(context: CaseContext, peer: Peer): Promise<JsonObject[]> {
  return (await showing(context, peer)).flatMap(({ answer }) => logIn(answer.messages))
}

/** The calls of the tools that were seen to log; where there are none, this part of the case ends. */
async function loggingCalls(context: CaseContext, peer: Peer): Promise<readonly PeerCall[]> {
  const calls = (await showing(context, peer)).filter(({ answer }) => logIn(answer.messages).length > 0).map(({ call }) => call)
  if (calls.length === 0) context.notApplicable('no tool that may be called logs')
  return calls.slice(0, maxTools)
}

function logIn(messages: readonly JsonObject[]): JsonObject[] {
  return messages.filter(({ method }) => method === 'notifications/message').map((message) => objectAt(message, 'params'))
}
