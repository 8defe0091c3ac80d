/** JSON-RPC in the earlier revisions: unknown methods, and ids. Bodies that are no message are looked at in every revision by the cases about JSON. */
import type { Case } from '../../harness/run/case.ts'
import type { PeerAnswer } from '../../harness/peer/peer.ts'
import { describeAnswer, errorCode, isResult, needTelling } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { refuse } from '../support/refusal.ts'
import { legacyCase, saw } from './define.ts'
import { plainCall } from './plain-call.ts'

const unknownMethods: readonly string[] = ['com.example/unknown', 'tools/unknown', 'toString', 'server/unknown']
const goodIds: readonly (string | number)[] = ['abc', '', '0', 'ä€😀', 0, 1, -7, 2_147_483_648]
const badIds: readonly { readonly name: string; readonly id: unknown }[] = [
  { name: 'null', id: null }, { name: 'a fraction', id: 1.5 }, { name: 'an object', id: { of: 'client' } }, { name: 'true', id: true },
]

function typeOf(id: unknown): string {
  return id === null ? 'null' : typeof id
}

function unanswered(answer: PeerAnswer): boolean {
  return answer.answer.kind !== 'result' && answer.response?.['result'] === undefined
}

export const cases: readonly Case[] = [
  legacyCase({
    id: 'legacy.unknown-method',
    title: 'A method that the server does not have is answered as such',
    requirements: ['mcp-2025-11-25.unknown-method'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const control = await plainCall(context, peer)
        for (const method of unknownMethods) {
          const input = `${channel}: ${method}`
          await context.attempt(input, async () => {
            await refuse(context, peer, { input, control, fault: (message) => ({ ...message, method }), expect: [errorCode('mcp-2025-11-25.unknown-method', -32_601)] })
          })
        }
      })
    },
    explain: {
      sends: 'Requests for methods that no server has: one of a foreign namespace, two that look like real ones, and toString.',
      expects: 'A JSON-RPC error with code -32601 and the id of the request.',
      why: 'A newer client finds out by it what an older server can do.',
      failure: 'The server answers with another code, with nothing, or finds toString in the table of its handlers.',
      fix: 'Look methods up by their own names only, and answer -32601 where there is none.',
    },
  }),
  legacyCase({
    id: 'legacy.id-echoed',
    title: 'A response carries the id of its request, unchanged',
    requirements: ['mcp-2025-11-25.response-id'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const call = await plainCall(context, peer)
        for (const [index, id] of goodIds.entries()) {
          const input = `${channel}: id ${index + 1} (${typeof id === 'number' ? id : `a string of ${id.length} characters`})`
          await context.attempt(input, async () => {
            const answer = await peer.call({ ...call, id })
            needTelling(answer)
            const given = answer.response?.['id']
            saw(context, 'mcp-2025-11-25.response-id', input, isResult(answer), 'a result with the same id of the same type', given === undefined || given === id ? describeAnswer(answer) : `an id that is another ${typeOf(given)}`)
          })
        }
        const refused = await peer.call({ method: 'com.example/unknown', id: 'refused' })
        needTelling(refused)
        saw(context, 'mcp-2025-11-25.response-id', `${channel}: an error`, refused.answer.kind === 'error' && refused.response?.['id'] === 'refused', 'an error with the same id', describeAnswer(refused))
      })
    },
    explain: {
      sends: 'Well-formed requests with ids that are texts (one empty, one that looks like a number, one beyond ASCII) and integers (0, negative, beyond 31 bits), and one that is refused.',
      expects: 'A response with the same id of the same type for each.',
      why: 'The id is all that tells a client which of its requests was answered.',
      failure: 'Ids are tested for truth, so that 0 and the empty text get lost, or turned into text.',
      fix: 'Keep the id as it was parsed and give it back as it is.',
    },
  }),
  legacyCase({
    id: 'legacy.id-invalid',
    title: 'A request whose id is no string and no integer is not served',
    requirements: ['hardening.legacy-id-invalid'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const control = await plainCall(context, peer)
        for (const { name, id } of badIds) {
          const input = `${channel}: ${name}`
          await context.attempt(input, async () => {
            await refuse(context, peer, {
              input,
              // Over stdio silence is an answer too.
              control: peer.channel.transport === 'http' ? control : { ...control, timeoutMs: 5_000 },
              fault: (message) => ({ ...message, id }),
              expect: [{ requirement: 'hardening.legacy-id-invalid', expected: 'no result', holds: unanswered }],
            })
          })
        }
      })
    },
    explain: {
      sends: 'Well-formed requests whose id is null, a fraction, an object, or true.',
      expects: 'An error, or nothing at all, and no result.',
      why: 'No client can tell what such an answer belongs to.',
      failure: 'The id is passed through without a look at its type, or rounded.',
      fix: 'Refuse as an invalid request whatever has an id that is neither a string nor an integer.',
    },
  }),
]
