/** The envelope: every request carries `_meta` with the revision and the client's capabilities. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { JsonObject, Peer } from '../../harness/peer/peer.ts'
import { errorCode, httpStatus } from '../support/answers.ts'
import type { AnswerExpectation } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { declaredFilter } from '../support/streams/listening.ts'
import { refuseListen } from '../support/streams/listen-refusal.ts'
import { servedCalls } from '../support/methods.ts'
import { refuseEach, without, withParams } from '../support/refusal.ts'
import { modernCase } from './define.ts'

const key = 'io.modelcontextprotocol/'
const invalidParams = -32_602
const invalidRequest = -32_600
const headerMismatch = -32_020
const unsupportedVersion = -32_022

interface Fault {
  readonly name: string
  /** True where the body is left without any sign of its revision. */
  readonly unmarked: boolean
  readonly fault: (message: JsonObject) => JsonObject
}

const metaOf = (params: JsonObject): JsonObject => params['_meta'] as JsonObject

const metaWithout = (name: string) => (message: JsonObject): JsonObject =>
  withParams(message, (params) => ({ ...params, _meta: without(metaOf(params), `${key}${name}`) }))

const metaWith = (name: string, value: unknown) => (message: JsonObject): JsonObject =>
  withParams(message, (params) => ({ ...params, _meta: { ...metaOf(params), [`${key}${name}`]: value } }))

const faults: readonly Fault[] = [
  { name: 'no params at all', unmarked: true, fault: (message) => without(message, 'params') },
  { name: 'no _meta', unmarked: true, fault: (message) => withParams(message, (params) => without(params, '_meta')) },
  { name: 'no protocolVersion', unmarked: true, fault: metaWithout('protocolVersion') },
  { name: 'no clientCapabilities', unmarked: false, fault: metaWithout('clientCapabilities') },
]

const wrongTypes: readonly { readonly name: string; readonly codes: readonly number[]; readonly fault: (message: JsonObject) => JsonObject }[] = [
  { name: 'clientCapabilities is a string', codes: [invalidParams], fault: metaWith('clientCapabilities', 'none') },
  { name: 'clientCapabilities is a list', codes: [invalidParams], fault: metaWith('clientCapabilities', []) },
  { name: 'clientCapabilities is null', codes: [invalidParams], fault: metaWith('clientCapabilities', null) },
  { name: 'protocolVersion is a number', codes: [invalidParams, headerMismatch, unsupportedVersion], fault: metaWith('protocolVersion', 20_260_728) },
  { name: 'protocolVersion is null', codes: [invalidParams, headerMismatch, unsupportedVersion], fault: metaWith('protocolVersion', null) },
  { name: '_meta is a string', codes: [invalidParams, invalidRequest, headerMismatch], fault: (message) => withParams(message, (params) => ({ ...params, _meta: 'none' })) },
  { name: '_meta is a list', codes: [invalidParams, invalidRequest, headerMismatch], fault: (message) => withParams(message, (params) => ({ ...params, _meta: [] })) },
]

const status400 = httpStatus('mcp-2026-07-28.meta-required-status', 400)

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.envelope-required',
    title: 'A request without its envelope is refused as invalid parameters, whatever its method',
    requirements: ['mcp-2026-07-28.meta-required', 'mcp-2026-07-28.meta-required-status'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        for (const control of await servedCalls(context, peer)) {
          const inputs = faults.map(({ name, unmarked, fault }) => ({ input: `${channel}: ${control.method}, ${name}`, fault, expect: [refused(context, peer, unmarked), status400] }))
          await context.attempt(`${channel}: ${control.method}`, async () => refuseEach(context, peer, control, inputs))
        }
        const filter = declaredFilter(await peer.survey())
        if (Object.keys(filter).length === 0) return
        for (const { name, unmarked, fault } of faults) {
          await context.attempt(`${channel}: subscriptions/listen, ${name}`, async () => {
            await refuseListen(context, peer, { input: `${channel}: subscriptions/listen, ${name}`, filter, fault, expect: [refused(context, peer, unmarked), status400] })
          })
        }
      })
    },
    explain: {
      sends: 'A well-formed request of every method that the server shows, each with one part of the envelope taken away: all parameters, _meta, the revision, the client capabilities.',
      expects: 'A JSON-RPC error with code -32602, over HTTP with status 400. Without a revision in the body, -32020 is accepted over HTTP, and any error over stdio from a server that also speaks an earlier era.',
      why: 'In 2026-07-28 there is no handshake, so that each request must say which revision it is in and what its client can do.',
      failure: 'The server falls back to a default, remembers what an earlier request of the connection said, or guards only some of its methods.',
      fix: 'Check the envelope of every request before its method runs.',
    },
  }),
  modernCase({
    id: 'spec.envelope-types',
    title: 'A request whose envelope has members of another type is refused as invalid parameters',
    requirements: ['mcp-2026-07-28.meta-types', 'mcp-2026-07-28.meta-required-status'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const fitting = (codes: readonly number[]): number[] => codes.filter((code) => code !== headerMismatch || peer.channel.transport === 'http')
        const inputs = wrongTypes.map(({ name, codes, fault }) => ({ input: `${channel}: ${name}`, fault, expect: [errorCode('mcp-2026-07-28.meta-types', ...fitting(codes)), status400] }))
        await refuseEach(context, peer, { method: 'server/discover' }, inputs)
      })
    },
    explain: {
      sends: 'Requests for server/discover whose capabilities are a string, a list or null, whose revision is a number or null, or whose _meta is no object.',
      expects: 'A JSON-RPC error with code -32602, over HTTP with status 400. For the revision the codes -32020 and -32022 are accepted too, and for _meta the code -32600.',
      why: 'A member of the wrong type says no more than one that is not there.',
      failure: 'The server only looks whether the members are there, or reads properties of whatever it finds.',
      fix: 'Validate the envelope against the schema of the revision before the method runs.',
    },
  }),
  modernCase({
    id: 'spec.client-info-optional',
    title: 'A request that does not name its client is served',
    requirements: ['mcp-2026-07-28.meta-client-info-optional'],
    async scenario(context) {
      await served(context, 'mcp-2026-07-28.meta-client-info-optional', { [`${key}clientInfo`]: undefined })
    },
    explain: {
      sends: 'A request of every method that the server shows, without the member of _meta that names the client.',
      expects: 'A result, as with it.',
      why: 'The name of the client is for display only, and clients may be configured not to tell it.',
      failure: 'The server takes all members of the envelope for required.',
      fix: 'Require the revision and the capabilities, and nothing else.',
    },
  }),
  modernCase({
    id: 'spec.envelope-open',
    title: 'Unknown keys and a trace context in the envelope are tolerated',
    requirements: ['mcp-2026-07-28.meta-open'],
    async scenario(context) {
      await served(context, 'mcp-2026-07-28.meta-open', {
        'com.example.conformance/key': { nested: [1, 'two', null] },
        'com.example.conformance/': true,
        plain: 'value',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01',
        tracestate: 'vendor=value',
        baggage: 'userId=alice',
      })
    },
    explain: {
      sends: 'A request of every method that the server shows, with keys of another vendor, a key without a prefix, and a trace context in _meta.',
      expects: 'A result, as without them.',
      why: 'Anybody may add keys of their own, and whoever traces requests adds a trace context to each of them.',
      failure: 'The schema of the server allows only the keys that it knows.',
      fix: 'Allow further members in _meta, and read only those that are known.',
    },
  }),
]

/** Where nothing in the body names a revision, a mismatch with the header or another era may be the reason. */
function refused(context: CaseContext, peer: Peer, unmarked: boolean): AnswerExpectation {
  const requirement = 'mcp-2026-07-28.meta-required'
  if (!unmarked) return errorCode(requirement, invalidParams)
  if (peer.channel.transport === 'http') return errorCode(requirement, invalidParams, headerMismatch)
  return context.target.eras.has('legacy') ? errorCode(requirement) : errorCode(requirement, invalidParams)
}

/** Every method that the server shows is served with these members of `_meta` as without them. */
async function served(context: CaseContext, requirement: string, meta: JsonObject): Promise<void> {
  await eachChannel(context, async (peer, channel) => {
    for (const call of await servedCalls(context, peer)) {
      const { answer } = await peer.call({ ...call, meta })
      context.observe({
        requirement, input: `${channel}: ${call.method}`, ok: answer.kind === 'result', expected: 'a result',
        actual: answer.kind === 'error' ? `JSON-RPC error ${answer.code}` : answer.kind,
      })
    }
  })
}
