/** Requests that run at the same time, each on a connection of its own. */
import { randomUUID } from 'node:crypto'
import type { Case } from '../../harness/run/case.ts'
import type { PeerAnswer } from '../../harness/peer/peer.ts'
import { describeAnswer, needTelling } from '../support/answers.ts'
import { httpPeer } from '../support/http.ts'
import { modernHttpCase } from './define.ts'

const requirement = 'mcp-2026-07-28.requests-independent'
const pairs = 6

export const cases: readonly Case[] = [
  modernHttpCase({
    id: 'spec.concurrent-requests',
    title: 'Requests at the same time are each answered under their own id',
    requirements: [requirement],
    async scenario(context) {
      const peer = await httpPeer(context)
      const asked = Array.from({ length: pairs }, (_, index) => [
        { method: 'server/discover', id: `concurrent-${randomUUID()}` },
        { method: 'com.example/never-defined', id: 1_000 + index },
      ]).flat()
      const answers = await Promise.all(asked.map(async (call) => peer.call(call)))
      for (const [index, answer] of answers.entries()) {
        needTelling(answer)
        const call = asked[index]
        const due = call?.method === 'server/discover' ? 'result' : 'error'
        context.observe({
          requirement,
          input: `request ${index + 1}`,
          ok: answer.answer.kind === due && answer.response?.['id'] === call?.id && onlyOne(answer),
          expected: `one ${due}, under the id of the request`,
          actual: `${describeAnswer(answer)}${answer.response?.['id'] === call?.id ? '' : ', under another id'}`,
        }, answer)
      }
    },
    explain: {
      sends: 'Twelve requests at the same time, on connections of their own: server/discover under ids that are strings, and a method that nobody defines under ids that are numbers.',
      expects: 'Each is answered once, with what it asked for, under its own id.',
      why: 'The protocol is stateless: what another request of the same or another client is doing must not show in an answer.',
      failure: 'One server object serves all requests and keeps the id, or the connection to answer on, in a place that they share.',
      fix: 'Make the state of a request part of the request: a server object, or a context, of its own.',
    },
  }),
]

function onlyOne({ messages }: PeerAnswer): boolean {
  return messages.filter((message) => !Object.hasOwn(message, 'method')).length === 1
}
