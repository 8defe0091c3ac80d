/** Ids: what is echoed, what is refused, and what an answer carries where none could be read. */
import type { Case } from '../../harness/run/case.ts'
import type { JsonObject, PeerAnswer } from '../../harness/peer/peer.ts'
import { describeAnswer, needTelling } from '../support/answers.ts'
import type { AnswerExpectation } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { refuse } from '../support/refusal.ts'
import { modernCase } from './define.ts'

const discover = { method: 'server/discover' } as const

const answerable: readonly (readonly [name: string, id: string | number])[] = [
  ['a word', 'abc'], ['an empty string', ''], ['digits as a string', '7'], ['zero', 0], ['a negative integer', -1], ['the largest safe integer', Number.MAX_SAFE_INTEGER],
  ['a string that is no ASCII', 'é – 日本 😀'], ['a long string', 'x'.repeat(200)], ['a name of every object', '__proto__'],
]

const unanswerable: readonly (readonly [name: string, id: unknown])[] = [
  ['null', null], ['a fraction', 1.5], ['true', true], ['an object', {}], ['a list', [1]],
]

const notServed: AnswerExpectation = {
  requirement: 'hardening.id-refused',
  expected: 'no result, and where there is an error, code -32600 or -32602',
  holds: ({ answer, response }) => answer.kind !== 'result' && !Object.hasOwn(response ?? {}, 'result') && (answer.kind !== 'error' || answer.code === -32_600 || answer.code === -32_602),
}

const noInventedId: AnswerExpectation = {
  requirement: 'mcp-2026-07-28.unread-id',
  expected: 'no id, or null, in the answer',
  holds: ({ response }) => response === undefined || (response['id'] ?? null) === null,
}

/** Some readers take a fraction for a number like any other, and give it back. */
function orEchoed(id: unknown): AnswerExpectation {
  return { ...noInventedId, holds: (answer) => noInventedId.holds(answer) || (id !== null && JSON.stringify(answer.response?.['id']) === JSON.stringify(id)) }
}

const unreadable: readonly (readonly [name: string, text: string])[] = [
  ['no JSON', 'this is no JSON'], ['an unfinished object', '{"jsonrpc":"2.0","id":"abc","method":'],
]

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.id-echoed',
    title: 'A response carries the id of its request, whatever string or integer it is',
    requirements: ['mcp-2026-07-28.id-echoed'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        for (const [name, id] of answerable) {
          const answer = await peer.call({ ...discover, id })
          needTelling(answer)
          context.observe({
            requirement: 'mcp-2026-07-28.id-echoed', input: `${channel}: ${name}`, ok: answer.answer.kind === 'result' && answer.response?.['id'] === id,
            expected: 'a result with the same id', actual: described(answer, id),
          })
        }
      })
    },
    explain: {
      sends: 'Requests whose ids are short, empty and long strings, digits as a string, zero, a negative and a very large integer.',
      expects: 'A result with an id of the same type and value.',
      why: 'A client with several requests under way only has the id to tell the answers apart.',
      failure: 'The server treats 0 or an empty string as no id, or turns numbers into strings.',
      fix: 'Keep the id as it came, and test for its presence and not for its truth.',
    },
  }),
  modernCase({
    id: 'spec.id-refused',
    title: 'A request whose id is neither a string nor an integer is not served',
    requirements: ['hardening.id-refused', 'mcp-2026-07-28.unread-id'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        for (const [name, id] of unanswerable) {
          await refuse(context, peer, { input: `${channel}: ${name}`, control: discover, fault: (message: JsonObject) => ({ ...message, id }), expect: [notServed, orEchoed(id)] })
        }
      })
    },
    explain: {
      sends: 'Requests whose ids are null, a fraction, true, an object and a list.',
      expects: 'No result: an error with code -32600 or -32602, without an id or with null, or no answer at all.',
      why: 'Such an id cannot be given back reliably, and null stands for a message that could not be read.',
      failure: 'The server takes any JSON value for an id, or invents another one for its answer.',
      fix: 'Check that the id is a string or an integer before the request is taken up.',
    },
  }),
  modernCase({
    id: 'spec.unread-id',
    title: 'The refusal of what cannot be read carries no invented id',
    requirements: ['mcp-2026-07-28.unread-id'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        let answered = 0
        for (const [name, text] of unreadable) {
          const answer = await refuse(context, peer, { input: `${channel}: ${name}`, control: discover, fault: () => text, expect: [noInventedId] })
          if (answer.response !== undefined) answered += 1
        }
        if (answered === 0) context.notApplicable('what cannot be read is not answered with a JSON-RPC error')
      })
    },
    explain: {
      sends: 'Texts that are no JSON.',
      expects: 'Where a JSON-RPC error comes back, it has no id, or null.',
      why: 'An invented id may be that of another request, which the client would then take for failed.',
      failure: 'The server fills in an id of its own, or one from an earlier request.',
      fix: 'Leave the id out of the answer where none could be read.',
    },
  }),
]

function described(answer: PeerAnswer, id: string | number): string {
  const { response } = answer
  if (response === undefined) return describeAnswer(answer)
  if (response['id'] === id) return describeAnswer(answer)
  return Object.hasOwn(response, 'id') ? `an id that is ${typeof response['id'] === typeof id ? 'another one' : `of type ${response['id'] === null ? 'null' : typeof response['id']}`}` : 'no id'
}
