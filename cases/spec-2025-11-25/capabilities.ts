/** What was negotiated holds: a server serves what it declares, declares what it serves, and asks for nothing undeclared. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { JsonObject, Peer, PeerAnswer, PeerCall } from '../../harness/peer/peer.ts'
import { objectAt } from '../../harness/peer/survey.ts'
import { describeAnswer, isResult, needTelling } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { completions } from '../support/methods.ts'
import { showing } from '../support/showing.ts'
import { legacyCase, saw } from './define.ts'
import { isRequest } from './exchange.ts'

/** The method whose list shows that a server offers something, and the member of its result. */
const lists = [
  { capability: 'tools', method: 'tools/list', member: 'tools' },
  { capability: 'resources', method: 'resources/list', member: 'resources' },
  { capability: 'prompts', method: 'prompts/list', member: 'prompts' },
] as const

/** What a client must have declared before a server asks it for this. */
const clientCapability: Readonly<Record<string, string>> = {
  'roots/list': 'roots', 'sampling/createMessage': 'sampling', 'elicitation/create': 'elicitation',
}

/** The methods that stand for what a target declares, with parameters that they take. */
async function declaredCalls(peer: Peer): Promise<readonly (PeerCall & { readonly capability: string })[]> {
  const survey = await peer.survey()
  const { capabilities } = survey
  const [uri] = survey.resources.items.flatMap((resource) => (typeof resource['uri'] === 'string' ? [resource['uri']] : []))
  const [completion] = completions(survey)
  return [
    ...lists.flatMap(({ capability, method }) => (Object.hasOwn(capabilities, capability) ? [{ capability, method }] : [])),
    ...(Object.hasOwn(capabilities, 'logging') ? [{ capability: 'logging', method: 'logging/setLevel', params: { level: 'info' } }] : []),
    ...(completion === undefined ? [] : [{ capability: 'completions', ...completion }]),
    ...(objectAt(capabilities, 'resources')['subscribe'] === true && uri !== undefined
      ? [{ capability: 'resources.subscribe', method: 'resources/subscribe', params: { uri } }, { capability: 'resources.subscribe', method: 'resources/unsubscribe', params: { uri } }]
      : []),
  ]
}

/** Whether an answer shows that there is something to be had; an empty list shows nothing. */
function offers(answer: PeerAnswer, member: string): boolean {
  const items = answer.answer.kind === 'result' ? answer.answer.result[member] : undefined
  return Array.isArray(items) && items.length > 0
}

/** Requests of the target among the messages of an answer that its client did not declare itself ready for. */
function undeclared(messages: readonly JsonObject[]): string[] {
  return messages.filter(isRequest).map(({ method }) => String(method)).filter((method) => Object.hasOwn(clientCapability, method))
}

async function askUndeclared(context: CaseContext, peer: Peer, capabilities: JsonObject, channel: string): Promise<void> {
  const lacking = lists.filter(({ capability }) => !Object.hasOwn(capabilities, capability))
  if (lacking.length === 0 && Object.hasOwn(capabilities, 'logging')) context.notApplicable('it declares tools, resources, prompts and logging')
  for (const { capability, method, member } of lacking) {
    const answer = await peer.call({ method })
    needTelling(answer)
    saw(context, 'mcp-2025-11-25.declares-what-it-serves', `${channel}: ${method} without ${capability}`, !offers(answer, member), 'an error, or an empty list', offers(answer, member) ? 'a list with items' : describeAnswer(answer))
  }
  if (Object.hasOwn(capabilities, 'logging')) return
  const said = (await showing(context, peer)).flatMap(({ answer }) => answer.messages)
  const logged = said.filter(({ method }) => method === 'notifications/message').length
  saw(context, 'mcp-2025-11-25.declares-what-it-serves', `${channel}: log messages without logging`, logged === 0, 'no log messages', `${logged} log messages`)
}

export const cases: readonly Case[] = [
  legacyCase({
    id: 'legacy.capabilities-served',
    title: 'What the server declares is served',
    requirements: ['hardening.legacy-serves-what-it-declares'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const calls = await declaredCalls(peer)
        if (calls.length === 0) context.notApplicable('the target declares no capability that a method stands for')
        for (const { capability, method, params } of calls) {
          const answer = await peer.call({ method, ...(params === undefined ? {} : { params }) })
          needTelling(answer)
          saw(context, 'hardening.legacy-serves-what-it-declares', `${channel}: ${method} with ${capability}`, isResult(answer), 'a result', describeAnswer(answer))
        }
      })
    },
    explain: {
      sends: 'For each declared capability the method that stands for it, with parameters taken from what the server lists.',
      expects: 'A result for each of these requests.',
      why: 'The capabilities are all that a client has to decide what it may ask for.',
      failure: 'A capability is declared for a method that has no handler, such as subscribe on a server without subscriptions.',
      fix: 'Declare exactly the capabilities that have a handler.',
    },
  }),
  legacyCase({
    id: 'legacy.capabilities-declared',
    title: 'What the server offers is declared',
    requirements: ['mcp-2025-11-25.declares-what-it-serves'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => askUndeclared(context, peer, (await peer.survey()).capabilities, channel))
    },
    explain: {
      sends: 'The list methods of the capabilities that the server does not declare, and, where it declares no logging, calls of its tools that only read.',
      expects: 'An error or an empty list for each method, and no log message on the answer of a tool.',
      why: 'A client never asks for what was not declared, so that whatever is offered without it stays unseen, or arrives uninvited.',
      failure: 'A handler is registered without its capability, or the capabilities are written by hand and out of date.',
      fix: 'Derive the capabilities from the handlers that exist.',
    },
  }),
  legacyCase({
    id: 'legacy.client-capabilities',
    title: 'A client that declares nothing is asked for nothing',
    requirements: ['mcp-2025-11-25.client-capabilities-respected'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const calls = await showing(context, peer)
        if (calls.length === 0) context.notApplicable('the target has no tool that may be called')
        for (const [index, { answer }] of calls.entries()) {
          const asked = undeclared(answer.messages)
          const input = `${channel}: a call of tool ${index + 1}`
          saw(context, 'mcp-2025-11-25.client-capabilities-respected', input, asked.length === 0, 'no request for what the client did not declare', asked.length === 0 ? 'none' : asked.join(', '))
        }
      })
    },
    explain: {
      sends: 'Calls of the tools that only read, by a client that declared no capability at all.',
      expects: 'No request for sampling, elicitation or roots on their answers.',
      why: 'A client without the capability has no handler: the tool waits for an answer that never comes.',
      failure: 'The tool asks without looking at what the client declared in initialize.',
      fix: 'Look at the capabilities of the client first, and do without or fail clearly where one is missing.',
    },
  }),
]
