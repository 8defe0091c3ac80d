/** The largest message that a server takes, found by asking, and one byte more. */
import type { Case } from '../../harness/run/case.ts'
import { describeAnswer } from '../../harness/peer/describe.ts'
import type { Peer, PeerAnswer } from '../../harness/peer/peer.ts'
import { isResult } from '../support/answers.ts'
import { newestOfEach, onChannels } from '../support/channels.ts'
import { harmlessCall, statusOfAnswer } from '../support/harmless.ts'
import { isError, jsonCase } from './define.ts'
import { withParameter } from './parameter.ts'

const refusal = 'status 413, another refusal of the client, or a closed connection'

const mebibyte = 1024 * 1024
/** A server that takes this much has no limit worth looking for. */
const largest = 16 * mebibyte
/** Limits that frameworks come with, tried first since each try sends the whole message. */
const usual = [100 * 1024, 1_000_000, 2_000_000, 4_000_000, 5 * mebibyte, 5_000_000, 6 * mebibyte, 10_000_000, 10 * mebibyte]

/** A request of exactly that many bytes. */
async function ofSize(peer: Peer, bytes: number): Promise<PeerAnswer> {
  const call = { ...harmlessCall(peer), id: 'size' }
  const message = peer.message(call)
  const bare = Buffer.byteLength(withParameter(message, '""'))
  return peer.deliver(withParameter(message, `"${'x'.repeat(bytes - bare)}"`), call)
}

/** A server may close the connection while the body still comes, and the close may overtake what it answered (RFC 9112 §9.6). */
function refusedFor(answer: PeerAnswer): boolean {
  if (answer.reaction?.kind === 'closed') return true
  const status = statusOfAnswer(answer)
  return status === 413 || status === 400 || (status !== undefined && status < 500 && isError(answer))
}

export const cases: readonly Case[] = [
  jsonCase({
    id: 'json.size',
    title: 'A message of the largest size is served, and one byte more is refused cleanly',
    requirements: ['hardening.json-size'],
    channels: { transport: 'http' },
    async scenario(context) {
      const requirement = 'hardening.json-size'
      await onChannels(context, newestOfEach(context.channels), async (peer, channel) => {
        if (peer.channel !== context.channels[0]) return
        let served = 64 * 1024
        const first = await ofSize(peer, served)
        if (!isResult(first)) context.inconclusive(`a message of ${served} bytes with a parameter that nobody knows was not served: ${describeAnswer(first)}`)
        let refused = served * 2
        let answer = await ofSize(peer, refused)
        while (isResult(answer)) {
          served = refused
          if (refused >= largest) context.notApplicable('the target has no limit on the size of a message up to 16 MiB')
          refused *= 2
          answer = await ofSize(peer, refused)
        }
        context.observe({ requirement, input: `${channel}: far too long`, ok: refusedFor(answer), expected: refusal, actual: describeAnswer(answer) }, answer)
        for (const guess of [served + 1, ...usual.flatMap((limit) => [limit, limit + 1])].filter((size) => size > served && size < refused)) {
          if (guess >= refused || guess <= served) continue
          if (isResult(await ofSize(peer, guess))) served = guess
          else refused = guess
        }
        while (refused - served > 1) {
          const middle = Math.floor((refused + served) / 2)
          if (isResult(await ofSize(peer, middle))) served = middle
          else refused = middle
        }
        const exact = await ofSize(peer, served)
        const over = await ofSize(peer, refused)
        context.observe({ requirement, input: `${channel}: the largest message`, ok: isResult(exact), expected: 'a result', actual: describeAnswer(exact) }, exact)
        context.observe({ requirement, input: `${channel}: one byte more`, ok: refusedFor(over), expected: refusal, actual: describeAnswer(over) }, over)
      })
    },
    explain: {
      sends: 'Requests padded with a parameter that nobody knows: twice the size each time until one is refused, then sizes between, down to one byte.',
      expects: 'Every refusal has status 413, is another refusal of the client, or closes the connection; the largest message is served each time that it is sent.',
      why: 'A sender can act on a refusal; an error of the server, or no answer at all, looks like an outage.',
      failure: 'The server meets the limit with a fault of its own, or waits for bytes that it does not take.',
      fix: 'Count the bytes while they come, and answer 413 before closing the connection.',
    },
  }),
]
