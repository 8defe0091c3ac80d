/** Methods that are gone or were never the server's to answer, and parameters that are not what they should be. */
import type { Case } from '../../harness/run/case.ts'
import type { JsonObject, PeerCall } from '../../harness/peer/peer.ts'
import { objectAt } from '../../harness/peer/survey.ts'
import { errorCode, httpStatus } from '../support/answers.ts'
import type { AnswerExpectation } from '../support/answers.ts'
import { describeAnswer, needTelling } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { servedCalls } from '../support/methods.ts'
import { refuseEach } from '../support/refusal.ts'
import { modernCase } from './define.ts'

const notFound = -32_601
const invalidRequest = -32_600
const invalidParams = -32_602
const headerMismatch = -32_020

const removed: readonly PeerCall[] = [
  { method: 'ping' },
  { method: 'logging/setLevel', params: { level: 'info' } },
  { method: 'resources/subscribe', params: { uri: 'https://example.com/' } },
  { method: 'resources/unsubscribe', params: { uri: 'https://example.com/' } },
]

/** Nobody defines the first two, and method names are told apart by case. */
const unknown: readonly PeerCall[] = [{ method: 'com.example/never-defined' }, { method: 'tools/never-defined' }, { method: 'TOOLS/LIST' }]

const ofTheClient: readonly PeerCall[] = [
  { method: 'roots/list' },
  { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } },
  { method: 'elicitation/create', params: { message: 'A question', requestedSchema: { type: 'object', properties: {} } } },
]

const formerTasks: readonly PeerCall[] = [{ method: 'tasks/list' }, { method: 'tasks/result', params: { taskId: 'no-such-task' } }]

const status404 = httpStatus('mcp-2026-07-28.unknown-method-status', 404)

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.removed-methods',
    title: 'Methods that the revision removed are unknown',
    requirements: ['mcp-2026-07-28.removed-method', 'mcp-2026-07-28.unknown-method-status'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        for (const call of removed) {
          const answer = await peer.call(call)
          needTelling(answer)
          for (const { requirement, expected, holds } of [errorCode('mcp-2026-07-28.removed-method', notFound), status404]) {
            context.observe({ requirement, input: `${channel}: ${call.method}`, ok: holds(answer), expected, actual: describeAnswer(answer) }, answer)
          }
        }
        if (context.target.eras.has('legacy')) return
        const answer = await peer.call({ method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'handoff-conformance', version: '1' } } })
        const { requirement, expected, holds } = errorCode('mcp-2026-07-28.removed-method')
        context.observe({ requirement, input: `${channel}: initialize`, ok: holds(answer), expected, actual: describeAnswer(answer) }, answer)
      })
    },
    explain: {
      sends: 'Requests with a good envelope for ping, logging/setLevel, resources/subscribe and resources/unsubscribe, and for initialize where no earlier revision is spoken.',
      expects: 'A JSON-RPC error with code -32601, over HTTP with status 404; for initialize any error.',
      why: 'A client finds out what a server can do by what it refuses, and a method that lives on half is worse than none.',
      failure: 'The server routes requests of both eras to the same handlers.',
      fix: 'Give each revision a table of its own methods.',
    },
  }),
  modernCase({
    id: 'spec.unknown-method',
    title: 'Methods that nobody has, former ones and those of the client are unknown to the server',
    requirements: ['mcp-2026-07-28.unknown-method', 'mcp-2026-07-28.unknown-method-status'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const tasks = Object.hasOwn(objectAt((await peer.survey()).capabilities, 'extensions'), 'io.modelcontextprotocol/tasks')
        const known = errorCode('mcp-2026-07-28.unknown-method', notFound)
        const malformed = errorCode('mcp-2026-07-28.unknown-method', notFound, invalidRequest)
        const empty = errorCode('mcp-2026-07-28.unknown-method', notFound, invalidRequest, ...(peer.channel.transport === 'http' ? [headerMismatch] : []))
        const status = (...statuses: number[]): AnswerExpectation => httpStatus('mcp-2026-07-28.unknown-method-status', ...statuses)
        const inputs: readonly (readonly [call: PeerCall, expect: readonly AnswerExpectation[]])[] = [
          ...[...unknown, ...ofTheClient, ...(tasks ? [] : formerTasks)].map((call) => [call, [known, status404]] as const),
          [{ method: 'notifications/initialized' }, [malformed, status(404, 400)]],
          [{ method: '' }, [empty, status(404, 400)]],
        ]
        for (const [call, expect] of inputs) {
          const answer = await peer.call(call)
          needTelling(answer)
          for (const { requirement, expected, holds } of expect) {
            context.observe({ requirement, input: `${channel}: ${call.method === '' ? 'an empty method' : call.method}`, ok: holds(answer), expected, actual: describeAnswer(answer) }, answer)
          }
        }
      })
    },
    explain: {
      sends: 'Requests with a good envelope for methods that nobody defines, for a known one in capital letters, and for roots/list, sampling/createMessage, elicitation/create, tasks/list, tasks/result, notifications/initialized and an empty method.',
      expects: 'A JSON-RPC error with code -32601, over HTTP with status 404. A notification that has an id, and an empty method, may be refused as invalid requests.',
      why: 'The code and the status tell a client that the server is of this revision and only lacks the method.',
      failure: 'The server answers with a general error, with status 200 or 500, or takes the request up.',
      fix: 'Look the method up in a table of its own methods first, and answer what is not there in one place.',
    },
  }),
  modernCase({
    id: 'spec.params-object',
    title: 'Parameters that are no object are refused',
    requirements: ['mcp-2026-07-28.params-object'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const codes = [invalidParams, invalidRequest, ...(peer.channel.transport === 'http' ? [headerMismatch] : [])]
        const open = peer.channel.transport === 'stdio' && context.target.eras.has('legacy')
        const inputs = ([['an empty list', []], ['a list', [{}]], ['a string', 'none'], ['a number', 1], ['null', null]] as const).map(([name, params]) => ({
          input: `${channel}: ${name}`, fault: (message: JsonObject) => ({ ...message, params }), expect: [errorCode('mcp-2026-07-28.params-object', ...(open ? [] : codes))],
        }))
        await refuseEach(context, peer, { method: 'server/discover' }, inputs)
      })
    },
    explain: {
      sends: 'Requests for server/discover whose params are a list, a string, a number or null.',
      expects: 'A JSON-RPC error with code -32602 or -32600, over HTTP also -32020; from a server of both eras over stdio any error.',
      why: 'Only an object can hold the envelope that every request needs.',
      failure: 'The server reads properties of whatever params are, and finds none missing.',
      fix: 'Check that params are an object before anything is read from them.',
    },
  }),
  modernCase({
    id: 'spec.extra-params',
    title: 'Unknown parameters change nothing',
    requirements: ['hardening.extra-params'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        for (const call of await servedCalls(context, peer)) {
          const answer = await peer.call({ ...call, params: { ...call.params, 'conformance-extra': { any: ['thing'] } } })
          needTelling(answer)
          context.observe({
            requirement: 'hardening.extra-params', input: `${channel}: ${call.method}`, ok: answer.answer.kind === 'result', expected: 'a result', actual: describeAnswer(answer),
          }, answer)
        }
      })
    },
    explain: {
      sends: 'A request of every method that the server shows, with one more parameter beside those of the method.',
      expects: 'A result, as without it.',
      why: 'A client of a later revision or with an extension sends more than the server knows.',
      failure: 'The schema of the server allows only the parameters that it knows.',
      fix: 'Ignore parameters that the method does not know.',
    },
  }),
]
