/** What becomes of answers that are missing, too many, malformed, or given on another connection. */
import type { Case } from '../../harness/run/case.ts'
import { describeAnswer, needTelling } from '../support/answers.ts'
import { isToolError } from '../support/asking.ts'
import { eachChannel } from '../support/channels.ts'
import { askAnew, askedCalls, askedOf, hasProgressed, inputRequestsOf, responsesTo, retryOf } from '../support/input-requests/input-requests.ts'
import { modernCase, modernHttpCase } from './define.ts'

const maxCalls = 8

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.input-missing',
    title: 'A retry without the answers is asked again',
    requirements: ['mcp-2026-07-28.input-missing-asked-again'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      const asking = (await askedCalls(context, peer)).filter(({ asked }) => inputRequestsOf(asked).length > 0)
      if (asking.length === 0) context.notApplicable('the target asks for no input that could be missing')
      for (const [index, known] of asking.slice(0, maxCalls).entries()) {
        const fresh = await askAnew(peer, known)
        if (fresh === undefined) continue
        const answer = await peer.call(retryOf(fresh, { responses: {} }))
        needTelling(answer)
        const ok = answer.answer.kind === 'result' && !isToolError(answer)
        context.observe({ requirement: 'mcp-2026-07-28.input-missing-asked-again', input: `${channel}: call ${index + 1}`, ok, expected: 'the questions again, or a result where the answers are not needed', actual: askedOf(answer) === undefined ? (isToolError(answer) ? 'a tool error' : describeAnswer(answer)) : 'questions' }, answer)
      }
    }),
    explain: {
      sends: 'Each call that asks for input, again with its state and an empty object of answers.',
      expects: 'A new request for the input that is missing, or a result where it is not needed after all.',
      why: 'A client may have lost an answer; asked again it can go on, and with an error it cannot.',
      failure: 'The server takes the state as proof that the answers are there, and falls over.',
      fix: 'Look for each answer, and ask for those that are missing.',
    },
  }),
  modernCase({
    id: 'spec.input-extra',
    title: 'Answers that nobody asked for change nothing',
    requirements: ['mcp-2026-07-28.input-extra-ignored'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      let tried = 0
      for (const [index, known] of (await askedCalls(context, peer)).slice(0, maxCalls).entries()) {
        const plain = await askAnew(peer, known)
        if (plain === undefined || responsesTo(plain.asked) === undefined || !hasProgressed(await peer.call(retryOf(plain)), plain)) continue
        const fresh = await askAnew(peer, known)
        if (fresh === undefined) continue
        tried += 1
        const answer = await peer.call(retryOf(fresh, { responses: { ...responsesTo(fresh.asked), 'handoff-conformance-unknown': { action: 'cancel' } } }))
        needTelling(answer)
        const ok = hasProgressed(answer, fresh)
        context.observe({ requirement: 'mcp-2026-07-28.input-extra-ignored', input: `${channel}: call ${index + 1}`, ok, expected: 'what comes without the further answer', actual: ok ? 'that' : `${describeAnswer(answer)} that goes no further` }, answer)
      }
      if (tried === 0) context.inconclusive('no call that asks for input could be answered')
    }),
    explain: {
      sends: 'Each call that asks for input, again with all answers, and then with one more under a key that was not asked for.',
      expects: 'The same as without the further answer.',
      why: 'Servers that ask step by step get answers that they no longer need, and clients may send all that they have.',
      failure: 'The answers are checked against a strict list of keys.',
      fix: 'Read the answers that are needed, and leave the others alone.',
    },
  }),
  modernCase({
    id: 'spec.input-malformed',
    title: 'Answers of the wrong kind are refused',
    requirements: ['mcp-2026-07-28.input-malformed-refused'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      const asking = (await askedCalls(context, peer)).filter(({ asked }) => inputRequestsOf(asked).length > 0)
      if (asking.length === 0) context.notApplicable('the target asks for no input that could be malformed')
      for (const [index, known] of asking.slice(0, maxCalls).entries()) {
        const [firstKey] = inputRequestsOf(known.asked).map(([key]) => key)
        if (firstKey === undefined) continue
        const faults: readonly (readonly [name: string, responses: unknown, askAgain: boolean])[] = [
          ['a text in place of the answers', 'yes', false],
          ['an array in place of the answers', [true], false],
          ['a number in place of an answer', { ...responsesTo(known.asked), [firstKey]: 7 }, true],
        ]
        for (const [name, responses, mayAskAgain] of faults) {
          const fresh = await askAnew(peer, known)
          if (fresh === undefined) continue
          const answer = await peer.call(retryOf(fresh, { responses }))
          needTelling(answer)
          const ok = answer.answer.kind === 'error' || (mayAskAgain && askedOf(answer) !== undefined && !hasProgressed(answer, fresh))
          context.observe({ requirement: 'mcp-2026-07-28.input-malformed-refused', input: `${channel}: call ${index + 1}: ${name}`, ok, expected: mayAskAgain ? 'a JSON-RPC error, or the same questions again' : 'a JSON-RPC error', actual: askedOf(answer) === undefined ? describeAnswer(answer) : 'questions' }, answer)
        }
      }
    }),
    explain: {
      sends: 'Each call that asks for input, again with a text and an array in place of the answers, and with a number in place of one of them.',
      expects: 'A JSON-RPC error; for a single answer of the wrong kind the question again will do as well.',
      why: 'What comes from a client is input like any other, and must be looked at before it is used.',
      failure: 'What is no object counts as no answers, or a member of the answer is read without looking whether it is there.',
      fix: 'Check inputResponses against the schema, and refuse with -32602.',
    },
  }),
  modernHttpCase({
    id: 'spec.input-retry-elsewhere',
    title: 'Answers are taken on another connection than that of the question',
    requirements: ['mcp-2026-07-28.input-retry-independent'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      let served = 0
      for (const [index, known] of (await askedCalls(context, peer)).slice(0, maxCalls).entries()) {
        const fresh = await askAnew(peer, known)
        if (fresh === undefined || responsesTo(fresh.asked) === undefined) continue
        const elsewhere = await context.peer(peer.channel, { identity: peer.identity, own: true })
        const answer = await elsewhere.call(retryOf(fresh))
        needTelling(answer)
        if (hasProgressed(answer, fresh)) served += 1
        // The same questions and tool errors can be about what was answered; a JSON-RPC error cannot.
        if (answer.answer.kind === 'result' && !hasProgressed(answer, fresh)) continue
        context.observe({ requirement: 'mcp-2026-07-28.input-retry-independent', input: `${channel}: call ${index + 1}`, ok: hasProgressed(answer, fresh), expected: 'a result, or the next question', actual: describeAnswer(answer) }, answer)
      }
      if (served === 0) context.inconclusive('no call that asks for input got any further with answers made from its questions')
    }),
    explain: {
      sends: 'Each call that asks for input, again with all answers and its state, on a new connection.',
      expects: 'A result, or the next question.',
      why: 'Requests are independent of one another: the retry may reach another connection, process or host.',
      failure: 'The server keeps what it asked with the connection.',
      fix: 'Put what is needed into requestState, or keep it under an identifier that is in there.',
    },
  }),
]
