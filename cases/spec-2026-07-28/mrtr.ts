/** Requests for input: where they may come, what they hold, and that they ask only for what the client declared. */
import type { Case } from '../../harness/run/case.ts'
import { describeAnswer } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { completionCalls } from '../support/features/completion-checks.ts'
import { requestProblems, undeclared } from '../support/input-requests/input-request-checks.ts'
import { askedCalls, askedOf } from '../support/input-requests/input-requests.ts'
import { everyCapability } from '../support/showing.ts'
import type { JsonObject, PeerCall } from '../../harness/peer/peer.ts'
import { modernCase } from './define.ts'

/** What a client may declare, from nothing on; the last is what no server has been seen to need. */
const declarations: readonly (readonly [name: string, capabilities: JsonObject])[] = [
  ['nothing declared', {}],
  ['elicitation declared as an empty object', { elicitation: {} }],
  ['only URLs declared', { elicitation: { url: {} } }],
  ['only sampling declared', { sampling: {} }],
  ['only roots declared', { roots: {} }],
]
const maxCalls = 12

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.input-required-methods',
    title: 'Only three methods ask the client for input',
    requirements: ['mcp-2026-07-28.input-required-methods'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      const survey = await peer.survey()
      const has = (name: string): boolean => Object.hasOwn(survey.capabilities, name)
      const calls: PeerCall[] = [
        { method: 'server/discover' },
        ...(has('tools') ? [{ method: 'tools/list' }] : []),
        ...(has('prompts') ? [{ method: 'prompts/list' }] : []),
        ...(has('resources') ? [{ method: 'resources/list' }, { method: 'resources/templates/list' }] : []),
        ...(has('completions') ? completionCalls(survey).slice(0, 2) : []),
      ]
      for (const [index, call] of calls.entries()) {
        const answer = await peer.call({ ...call, capabilities: everyCapability })
        const asks = askedOf(answer) !== undefined
        context.observe({ requirement: 'mcp-2026-07-28.input-required-methods', input: `${channel}: ${call.method} (${index + 1})`, ok: !asks && answer.answer.kind !== 'none', expected: 'an answer that is no request for input', actual: asks ? 'a request for input' : describeAnswer(answer) }, answer)
      }
    }),
    explain: {
      sends: 'server/discover, every list that is declared, and completions, each with every capability of a client declared.',
      expects: 'No result whose resultType is input_required.',
      why: 'Clients answer and retry tools/call, prompts/get and resources/read only; any other method would be stuck.',
      failure: 'A layer before all methods asks for consent or a log-in by a request for input.',
      fix: 'Ask in the three methods that allow it, and use authorization for everything else.',
    },
  }),
  modernCase({
    id: 'spec.input-required-results',
    title: 'A request for input holds requests of a known kind, or a state',
    requirements: ['mcp-2026-07-28.input-required-content', 'mcp-2026-07-28.input-requests-known'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      for (const [index, { call, asked }] of (await askedCalls(context, peer)).entries()) {
        const input = `${channel}: ${call.method} (${index + 1})`
        const holds = Object.hasOwn(asked, 'inputRequests') || typeof asked['requestState'] === 'string'
        context.observe({ requirement: 'mcp-2026-07-28.input-required-content', input, ok: holds, expected: 'inputRequests, requestState, or both', actual: holds ? 'at least one' : 'neither' }, asked)
        const problems = requestProblems(asked)
        context.observe({ requirement: 'mcp-2026-07-28.input-requests-known', input, ok: problems.length === 0, expected: 'requests for an elicitation, a sampled message or roots, each with its parameters', actual: problems[0] ?? 'such requests' }, asked)
      }
    }),
    explain: {
      sends: 'Calls that only read, of tools, prompts and resources, by a client that declares everything; those that ask for input are judged.',
      expects: 'inputRequests or requestState, and among the requests only elicitation/create, sampling/createMessage and roots/list with their parameters.',
      why: 'A client that gets neither can only give up, and one that gets a request of another kind must not guess.',
      failure: 'The result is written by hand, and a member is named otherwise or left out.',
      fix: 'Build the result with the types of the SDK.',
    },
  }),
  modernCase({
    id: 'spec.input-requests-declared',
    title: 'Nothing is asked for that the client did not declare',
    requirements: ['mcp-2026-07-28.input-requests-declared', 'mcp-2026-07-28.elicitation-mode-declared', 'mcp-2026-07-28.sampling-tools-declared', 'mcp-2026-07-28.sampling-context-declared'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      for (const [index, { call }] of (await askedCalls(context, peer)).slice(0, maxCalls).entries()) {
        for (const [name, capabilities] of declarations) {
          const answer = await peer.call({ ...call, capabilities })
          const asked = askedOf(answer)
          const found = asked === undefined ? { requests: 0, modes: 0, tools: 0, context: 0 } : undeclared(asked, capabilities)
          const input = `${channel}: ${call.method} (${index + 1}), ${name}`
          const judge = (requirement: string, count: number, what: string): void => {
            context.observe({ requirement: `mcp-2026-07-28.${requirement}`, input, ok: count === 0, expected: `no ${what} that is not declared`, actual: count === 0 ? 'none' : `${count} of them` }, answer)
          }
          judge('input-requests-declared', found.requests, 'request')
          judge('elicitation-mode-declared', found.modes, 'mode of elicitation')
          judge('sampling-tools-declared', found.tools, 'use of tools')
          judge('sampling-context-declared', found.context, 'context of servers')
        }
      }
    }),
    explain: {
      sends: 'Each call that asks for input, again by clients that declare nothing, an empty elicitation, URLs only, sampling only and roots only.',
      expects: 'An error, a result, or questions of a declared kind and mode; an empty elicitation stands for forms, and an empty sampling for no tools.',
      why: 'Capabilities belong to one request; a client that cannot ask its user cannot answer.',
      failure: 'The server remembers what an earlier request declared, or looks only whether the capability is there and not what is in it.',
      fix: 'Look at the capabilities of the request at hand before each question, and refuse with -32021 where it cannot be asked.',
    },
  }),
]
