/** Values at the edge of what parsers hold: deep nesting, large numbers, odd strings. */
import type { Case } from '../../harness/run/case.ts'
import { describeAnswer } from '../../harness/peer/describe.ts'
import type { Peer, PeerAnswer } from '../../harness/peer/peer.ts'
import { isResult } from '../support/answers.ts'
import { newestOfEach, onChannels } from '../support/channels.ts'
import { harmlessCall } from '../support/harmless.ts'
import { refuse } from '../support/refusal.ts'
import { isError, jsonCase, survives } from './define.ts'
import { withParameter } from './parameter.ts'

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

/** Ids that a binary64 cannot tell from their neighbours or cannot hold at all, as they are written. */
const wideIds = ['9007199254740993', '-9007199254740993', '18446744073709551617', '1e400']

/** A request with any text for its id, and the id of what it is answered with, as it was written. */
async function withId(peer: Peer, id: string): Promise<{ readonly answer: PeerAnswer; readonly written: string | undefined }> {
  const call = { ...harmlessCall(peer), id: 'wide' }
  const lines: Uint8Array[] = []
  const unwatch = peer.stdio?.watch((line) => lines.push(line))
  const answer = await peer.deliver(JSON.stringify(peer.message(call)).replace('"id":"wide"', `"id":${id}`), call)
  unwatch?.()
  if (answer.reaction?.kind === 'response') lines.push(answer.reaction.response.body)
  return { answer, written: lines.map(idText).find((text) => text !== undefined && !Number.isSafeInteger(Number(text))) }
}

/** What stands behind `"id":` where that is no string. Over stdio, others ask meanwhile, with ids that a double can hold. */
function idText(text: Uint8Array): string | undefined {
  return /"id"\s*:\s*([^",}\s]+)/.exec(Buffer.from(text).toString('utf8'))?.[1]
}

/** A refusal by the client's fault; over stdio silence is one. */
function isRefused(answer: PeerAnswer): boolean {
  if (isError(answer)) return true
  if (answer.reaction === undefined) return answer.answer.kind === 'none'
  return answer.reaction.kind === 'response' && answer.reaction.response.status >= 400 && answer.reaction.response.status < 500
}

const strings: readonly { readonly name: string; readonly id: string }[] = [
  { name: 'a NUL', id: 'a\u0000b' },
  { name: 'a lone high surrogate', id: 'a\ud800b' },
  { name: 'a lone low surrogate', id: 'a\udc00b' },
  { name: 'control characters', id: '\u0001\u001f\u007f\u0085' },
  { name: 'line separators', id: 'a\u2028b\u2029c' },
  { name: 'the replacement character', id: 'a\ufffdb' },
  { name: 'a character beyond the first plane', id: 'a\u{1f600}b' },
]

export const cases: readonly Case[] = [
  jsonCase({
    id: 'json.depth',
    title: 'Nesting is served where it is ordinary, and does no harm where it is not',
    requirements: ['hardening.json-depth'],
    async scenario(context) {
      const requirement = 'hardening.json-depth'
      await onChannels(context, newestOfEach(context.channels), async (peer, channel) => {
        const control = harmlessCall(peer)
        const ordinary = { ...control, id: 'depth' }
        const served = await peer.deliver(withParameter(peer.message(ordinary), nested(60)), ordinary)
        context.observe({ requirement, input: `${channel}: 64 deep`, ok: isResult(served), expected: 'a result', actual: describeAnswer(served) }, served)
        await refuse(context, peer, { input: `${channel}: 20 000 deep`, control, fault: (message) => withParameter(message, nested(20_000)), expect: [survives(requirement)] })
      })
    },
    explain: {
      sends: 'A request with a parameter that the method does not know and that nests 64 deep, and one that nests 20 000 deep.',
      expects: 'The first is served; the second is served or refused without a fault of the server, which then serves as ever.',
      why: 'A parser may limit depth, but a message that ends the process takes the service from everybody.',
      failure: 'The server recurses for every level and runs out of stack, or refuses ordinary data.',
      fix: 'Cap depth before parsing, at some hundred levels, and refuse what is deeper as a parse error.',
    },
  }),
  jsonCase({
    id: 'json.wide-ids',
    title: 'An id that a double cannot hold is given back as it was or refused',
    requirements: ['hardening.json-numbers'],
    async scenario(context) {
      await onChannels(context, newestOfEach(context.channels), async (peer, channel) => {
        for (const id of wideIds) {
          const { answer, written } = await withId(peer, id)
          const ok = written === id || (isRefused(answer) && (written === undefined || written === 'null'))
          const actual = `${describeAnswer(answer)}, ${written === undefined ? 'no id' : written === id ? 'the same id' : 'another id'}`
          context.observe({ requirement: 'hardening.json-numbers', input: `${channel}: the id ${id}`, ok, expected: 'the same id, or a refusal without one', actual })
        }
      })
    },
    explain: {
      sends: 'Requests whose ids are integers beyond 2^53, and a number beyond the range of a double.',
      expects: 'A response with exactly that id, or a refusal without an id; over stdio, no response at all is as good.',
      why: 'A response with a rounded id answers nobody, or another request that is waiting.',
      failure: 'The server parses ids into doubles and writes back what is left of them.',
      fix: 'Refuse ids that are no safe integers and no strings, or keep their text.',
    },
  }),
  jsonCase({
    id: 'json.numbers',
    title: 'Numbers at the edge of a double do no harm where the server ignores them',
    requirements: ['hardening.json-numbers'],
    async scenario(context) {
      await onChannels(context, newestOfEach(context.channels), async (peer, channel) => {
        for (const number of ['1e400', '-1e400', '1e-400', '-0', '9007199254740993', `1${'0'.repeat(4_000)}`]) {
          const input = number.length > 20 ? 'an integer of 4 001 digits' : number
          await refuse(context, peer, { input: `${channel}: ${input}`, control: harmlessCall(peer), fault: (message) => withParameter(message, number), expect: [survives('hardening.json-numbers')] })
        }
      })
    },
    explain: {
      sends: 'Requests with a parameter that the method does not know and that holds a number beyond the range or the precision of a double.',
      expects: 'A result or a refusal, and no fault of the server.',
      why: 'RFC 8259 §6 lets a receiver limit range and precision, so that such numbers are legal and yet met rarely.',
      failure: 'The server throws while it converts a number that it has no use for.',
      fix: 'Handle every number that JSON can write, or refuse it as an invalid request.',
    },
  }),
  jsonCase({
    id: 'json.strings',
    title: 'Strings with odd characters are given back as they were or refused',
    requirements: ['hardening.json-strings'],
    async scenario(context) {
      await onChannels(context, newestOfEach(context.channels), async (peer, channel) => {
        for (const { name, id } of strings) {
          const call = { ...harmlessCall(peer), id }
          const answer = await peer.call(call)
          const own = answer.response?.['id']
          const ok = (isResult(answer) && own === id) || (isError(answer) && ((own ?? null) === null || own === id))
          context.observe({ requirement: 'hardening.json-strings', input: `${channel}: ${name} in the id`, ok, expected: 'the same id, or a refusal', actual: describeAnswer(answer) }, answer)
        }
      })
    },
    explain: {
      sends: 'Requests whose ids hold a NUL, lone surrogates, control characters, line separators, the replacement character, and a character beyond the first plane, all escaped as JSON wants it.',
      expects: 'A response with the same id, or a refusal.',
      why: 'These are legal strings that databases, logs and C libraries cut or replace; an id that changes on the way answers nobody.',
      failure: 'A layer of the server cuts strings at NUL, or encodes lone surrogates as replacement characters.',
      fix: 'Keep strings as they came, or refuse those that cannot be kept.',
    },
  }),
]
