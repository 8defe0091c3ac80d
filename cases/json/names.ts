/** Names: repeated ones, and those that programming languages give a meaning of their own. */
import type { Case } from '../../harness/run/case.ts'
import { describeAnswer } from '../../harness/peer/describe.ts'
import type { JsonObject, Peer, PeerAnswer, PeerCall } from '../../harness/peer/peer.ts'
import { isResult } from '../support/answers.ts'
import { newestOfEach, onChannels } from '../support/channels.ts'
import { harmlessCall } from '../support/harmless.ts'
import { refuse, withParams } from '../support/refusal.ts'
import { jsonCase, refusedCleanly, survives } from './define.ts'

const oneReading = 'hardening.json-one-reading'
const prototypeNames = 'hardening.json-prototype-names'

/** A second member of the same name, before or after the first. */
function repeated(message: JsonObject, name: string, other: unknown, where: 'first' | 'last'): string {
  const member = `${JSON.stringify(name)}:${JSON.stringify(other)}`
  const text = JSON.stringify(message)
  return where === 'first' ? `{${member},${text.slice(1)}` : `${text.slice(0, -1)},${member}}`
}

/** Whether an answer fits one of the ids, so that no third one was made up. */
function answersOneOf({ response }: PeerAnswer, ids: readonly unknown[]): boolean {
  return response === undefined || (response['id'] ?? null) === null || ids.includes(response['id'])
}

async function repeatedNames(peer: Peer, channel: string, report: (input: string, ok: boolean, actual: string) => void): Promise<void> {
  // Over stdio a server may pass over a line that its reading makes invalid, over HTTP refuse it without a message.
  const oneOfBoth = (answer: PeerAnswer): boolean => isResult(answer) || refusedCleanly(oneReading).holds(answer)
  const call: PeerCall = { ...harmlessCall(peer), id: 'one-reading' }
  for (const where of ['first', 'last'] as const) {
    const method = await peer.deliver(repeated(peer.message(call), 'method', 'no/such-method', where), call)
    // The header fields, where there are any, name the good method: whatever is done must be that one.
    report(`${channel}: method twice, the unknown one ${where}`, oneOfBoth(method), describeAnswer(method))
    const id = await peer.deliver(repeated(peer.message(call), 'id', 'another-reading', where), call)
    report(`${channel}: id twice, another one ${where}`, answersOneOf(id, ['one-reading', 'another-reading']), describeAnswer(id))
    const version = await peer.deliver(repeated(peer.message(call), 'jsonrpc', '1.0', where), call)
    report(`${channel}: jsonrpc twice, a wrong one ${where}`, oneOfBoth(version), describeAnswer(version))
  }
}

export const cases: readonly Case[] = [
  jsonCase({
    id: 'json.envelope-read-once',
    title: 'A repeated envelope is judged and used in the same reading',
    requirements: [oneReading],
    channels: { era: 'modern' },
    async scenario(context) {
      await onChannels(context, newestOfEach(context.channels), async (peer, channel) => {
        const call = { ...harmlessCall(peer), id: 'one-envelope' }
        for (const where of ['first', 'last'] as const) {
          // A reader of the first envelope and a reader of the last one differ in the revision; over HTTP the field names the good one.
          const message = peer.message(call)
          const params = message['params'] as JsonObject
          const other = { _meta: { ...(params['_meta'] as JsonObject), 'io.modelcontextprotocol/protocolVersion': '1900-01-01' } }
          const answer = await peer.deliver(repeated(message, 'params', other, where), call)
          const ok = !isResult(answer) || where === 'first'
          context.observe({ requirement: oneReading, input: `${channel}: an unknown revision ${where}`, ok, expected: where === 'last' ? 'no result' : 'a result or a refusal', actual: describeAnswer(answer) }, answer)
        }
      })
    },
    explain: {
      sends: 'A request with params twice: one with a good envelope, the other with a revision that nobody knows.',
      expects: 'A refusal; where the good envelope comes last, and so is what most parsers keep, it may be served.',
      why: 'A guard that reads the first envelope and a handler that reads the last one let a request through that neither would serve.',
      failure: 'The envelope is checked on other bytes than those that are used.',
      fix: 'Refuse repeated names, or parse once and hand the same value to every check and to the handler.',
    },
  }),
  jsonCase({
    id: 'json.repeated-names',
    title: 'A repeated name is refused or read in one way',
    requirements: [oneReading],
    async scenario(context) {
      await onChannels(context, newestOfEach(context.channels), async (peer, channel) => repeatedNames(peer, channel, (input, ok, actual) => {
        context.observe({ requirement: oneReading, input, ok, expected: 'a refusal, or the answer to one of the two readings', actual })
      }))
    },
    explain: {
      sends: 'Requests that hold method, id or jsonrpc twice with different values, in both orders.',
      expects: 'A refusal, or the answer to one of the two readings, with an id that one of them has.',
      why: 'RFC 8259 leaves open which of two equal names counts, so that every layer may choose differently.',
      failure: 'The server falls over or mixes the two readings.',
      fix: 'Refuse a message with repeated names, as RFC 8259 §4 lets every receiver do.',
    },
  }),
  jsonCase({
    id: 'json.prototype-names',
    title: 'What stands under __proto__ is not taken for a member of the message',
    requirements: [prototypeNames],
    async scenario(context) {
      await onChannels(context, newestOfEach(context.channels), async (peer, channel) => {
        const control = harmlessCall(peer)
        for (const method of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
          await refuse(context, peer, { input: `${channel}: the method ${method}`, control, fault: (message) => ({ ...message, method }), expect: [refusedCleanly(prototypeNames)] })
        }
        await refuse(context, peer, {
          input: `${channel}: the method under __proto__`, control,
          fault: ({ method, ...message }) => `{"__proto__":${JSON.stringify({ method })},${JSON.stringify(message).slice(1)}`,
          expect: [refusedCleanly(prototypeNames)],
        })
        if (peer.channel.era === 'modern') {
          await refuse(context, peer, {
            input: `${channel}: the envelope under __proto__`, control,
            fault: (message) => JSON.stringify(withParams(message, () => ({ here: 1 }))).replace('{"here":1}', `{"__proto__":${JSON.stringify(message['params'])}}`),
            expect: [refusedCleanly(prototypeNames)],
          })
        }
        const polluting = await peer.deliver(`{"__proto__":{"error":{"code":1,"message":"x"},"polluted":1},"constructor":{"prototype":{"polluted":1}},${JSON.stringify(peer.message({ ...control, id: 'names' })).slice(1)}`, { ...control, id: 'names' })
        const after = await peer.call(control)
        const { holds, expected } = survives(prototypeNames)
        context.observe({ requirement: prototypeNames, input: `${channel}: members that would change every object`, ok: holds(polluting) && isResult(after), expected: `${expected}, and the next request served as ever`, actual: `${describeAnswer(polluting)}; then ${describeAnswer(after)}` })
      })
    },
    explain: {
      sends: 'Methods named __proto__, constructor, toString and the like; requests whose method or envelope stands under __proto__; and members that would change every object of a careless program.',
      expects: 'A JSON-RPC error for each of the first ones, and for the last one a result or a refusal, with the next request served as ever.',
      why: 'A table that is looked up by name finds what every object has, and a merge of parsed members can set it.',
      failure: 'The server looks names up in plain objects, or merges what it parsed into objects of its own.',
      fix: 'Look up own members only, keep tables in maps, and copy no name that the language gives a meaning.',
    },
  }),
]
