/** Calls that are refused, each with a token of its own that has to be good afterwards. */
import type { Identity } from '../../harness/fixture/driver.ts'
import { describeAnswer } from '../../harness/peer/describe.ts'
import type { PeerAnswer, PeerCall } from '../../harness/peer/peer.ts'
import { describeReaction } from '../../harness/run/describe.ts'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { speaksHttp } from '../../harness/target/profile.ts'
import { answerInWords } from '../../harness/vectors/compare.ts'
import type { AcceptAnswer } from '../../harness/vectors/compare.ts'
import type { JsonObject } from '../../harness/wire/json.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { endpointAnswer, toolAnswer } from './answers.ts'
import { acceptCase } from './define.ts'
import { plainRequest } from './plain-http.ts'
import { badInput } from './themes.ts'
import { freshToken, observeReason, present, projectId } from './tokens.ts'
import { eachTransport, mappingOf, needTokens } from './transports.ts'
import type { Transport } from './transports.ts'

const nothingConsumed = 'accept.nothing-consumed'
const strictJson = 'hardening.accept-strict-json'

interface Fault {
  readonly name: string
  readonly requirement: string
  readonly expected: string
  /** Makes the faulty call with that token. @returns What came of it, and whether that is a refusal. */
  send(context: CaseContext, transport: Transport, token: string): Promise<Sent>
}

interface Sent {
  readonly refused: boolean
  readonly actual: string
  /** As it came. */
  readonly answer: object
}

/** Input that is read and refused. */
function input(name: string, change: (good: JsonObject) => JsonObject): Fault {
  return {
    name,
    requirement: badInput,
    expected: 'an error with a code',
    async send(_, transport, token) {
      const answer = await transport.accept(change({ project_id: projectId, goal_token: token }), true)
      return { refused: answer.kind === 'error', actual: answerInWords(answer), answer }
    },
  }
}

/** A text that is no message, made from that of a good call. */
function text(name: string, requirement: string, change: (good: string, token: string) => string | Uint8Array): Fault {
  return {
    name,
    requirement,
    expected: 'an error, and no verdict',
    async send(context, transport, token) {
      const { path, tool } = mappingOf(context)
      if (transport.kind === 'plain') {
        const body = JSON.stringify({ goal_token: token, delivery_source: 'chat_paste' })
        return refusalOver(endpointAnswer(await context.wire.send(plainRequest(path ?? '', context.alpha, projectId, change(body, token)))))
      }
      const call: PeerCall = { method: 'tools/call', params: { name: tool, arguments: { project_id: projectId, goal_token: token, delivery_source: 'chat_paste' } }, id: `refused-${token}` }
      const answer = await transport.peer.deliver(change(JSON.stringify(transport.peer.message(call)), token), call)
      return isSilence(answer, transport) ? { refused: true, actual: 'no answer', answer } : refusalOver(toolAnswer(answer), describeAnswer(answer))
    },
  }
}

/** Over stdio a line that is no message need not be answered. */
function isSilence({ response }: PeerAnswer, { kind }: Transport): boolean {
  return kind === 'stdio' && response === undefined
}

function refusalOver(answer: AcceptAnswer, told = answerInWords(answer)): Sent {
  const refused = answer.kind === 'error' || (answer.kind === 'other' && /status 4\d\d|JSON-RPC error -32(?:700|60[0-2])/.test(told))
  return { refused, actual: told, answer }
}

/** A good call without good credentials. */
function stranger(name: string, identity: Identity | undefined): Fault {
  return {
    name,
    requirement: nothingConsumed,
    expected: 'status 401',
    async send(context, transport, token) {
      const { path, tool } = mappingOf(context)
      const request = transport.kind === 'plain'
        ? plainRequest(path ?? '', identity, projectId, JSON.stringify({ goal_token: token }))
        : transport.peer.probe({ method: 'tools/call', params: { name: tool, arguments: { project_id: projectId, goal_token: token } } }).request(identity)
      const reaction = await context.wire.send(request)
      return { refused: statusOf(reaction) === 401, actual: describeReaction(reaction), answer: reaction }
    },
  }
}

function statusOf(reaction: Reaction): number | undefined {
  return reaction.kind === 'response' ? reaction.response.status : undefined
}

const overBody = 1024 * 1024 + 1

const inputFaults: readonly Fault[] = [
  input('a list of tools that is a text', (good) => ({ ...good, required_tools: 'meridian' })),
  input('a tool name that is a number', (good) => ({ ...good, required_tools: ['meridian', 7], available_tools: [] })),
  input('an item that is no object', (good) => ({ ...good, live_items: ['i1'] })),
  input('a status that is a list, in the last item', (good) => ({ ...good, live_items: [{ id: 'i1' }, { id: 'i2', status: [] }] })),
  input('a body that is an object', (good) => ({ ...good, presented_body: {} })),
  input('a hash that is true', (good) => ({ ...good, live_items: [], expected_board_revision: true })),
  input('a delivery source that is a number', (good) => ({ ...good, delivery_source: 1 })),
  input('a body that is too large', (good) => ({ ...good, presented_body: 'x'.repeat(overBody) })),
  input('a session id that is too long', (good) => ({ ...good, session_id: 'x'.repeat(4097) })),
  input('an argument that does not exist', (good) => ({ ...good, goal_tokens: [] })),
]

const textFaults: readonly Fault[] = [
  text('a text that ends too early', badInput, (good) => good.slice(0, -1)),
  text('a text with something behind it', badInput, (good) => `${good}}`),
  text('the token twice', strictJson, (good, token) => good.replace(`"goal_token":"${token}"`, (member) => `${member},${member}`)),
  text('bytes that are not UTF-8', strictJson, (good) => Buffer.from(good.replace('chat_paste', 'chat_\u00ffpaste'), 'latin1')),
]

async function refuseAll(context: CaseContext): Promise<void> {
  needTokens(context)
  await eachTransport(context, async (transport) => {
    const strangers = speaksHttp(context.target) && context.target.demandsCredentials && transport.kind !== 'stdio'
      ? [stranger('no credentials', undefined), stranger('credentials of nobody', { ...context.alpha, token: `${context.alpha.token.slice(0, -4)}AAAA` })]
      : []
    for (const fault of [...inputFaults, ...textFaults, ...strangers]) await refuseOne(context, transport, fault)
    // A name is resolved where no project is given, which a path always does.
    if (transport.kind !== 'plain') await refuseOne(context, transport, input('a name of no project', ({ goal_token: token }) => ({ goal_token: token, project_name: 'no such project' })))
  })
}

async function refuseOne(context: CaseContext, transport: Transport, fault: Fault): Promise<void> {
  const name = `${fault.name}, over ${transport.name}`
  await context.attempt(name, async () => {
    const token = await freshToken(context, transport)
    const { refused, actual, answer } = await fault.send(context, transport, token)
    context.observe({ requirement: fault.requirement, input: name, ok: refused, expected: fault.expected, actual }, answer)
    // What was not refused may have consumed the token rightly.
    if (refused) observeReason(context, nothingConsumed, `${name}: the token afterwards`, await present(transport, token), 'ok')
  })
}

export const cases: readonly Case[] = [
  acceptCase({
    id: 'accept.nothing-consumed',
    title: 'A refused call consumes no token',
    requirements: [nothingConsumed, badInput, strictJson],
    scenario: refuseAll,
    explain: {
      sends: 'Calls with a good token and one fault each: a wrong type, something too large, an unknown argument or project name, JSON that is cut, repeats a name or is not UTF-8, and no or wrong credentials. Then the same token in a good call.',
      expects: 'Each faulty call is refused, and the token is ok afterwards.',
      why: 'A receiver that made a mistake has to be able to mend it and ask again, and a stranger must not be able to void the tokens of others.',
      failure: 'The token is verified before the rest of the input is read, or before the caller is known.',
      fix: 'Read and check the whole input first, and touch the token only when nothing of it can be refused any more.',
    },
  }),
]
