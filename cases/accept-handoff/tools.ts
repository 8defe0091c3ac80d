/** What the tools say of themselves, and what arguments that nobody thinks of come to. */
import { randomUUID } from 'node:crypto'
import type { PeerCall } from '../../harness/peer/peer.ts'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { answerInWords } from '../../harness/vectors/compare.ts'
import type { AcceptAnswer } from '../../harness/vectors/compare.ts'
import { isJsonObject } from '../../harness/wire/json.ts'
import { eachChannel } from '../support/channels.ts'
import { endpointAnswer, toolAnswer } from './answers.ts'
import { acceptCase } from './define.ts'
import { plainRequest } from './plain-http.ts'
import { projectId } from './tokens.ts'
import { eachTransport, mappingOf } from './transports.ts'
import type { Transport } from './transports.ts'

const annotations = 'accept.annotations'
const noFault = 'hardening.accept-no-server-fault'

async function areTrue(context: CaseContext): Promise<void> {
  const { tool, issueTool, verifyTool } = mappingOf(context)
  await eachChannel(context, async (peer, channel) => {
    const { tools } = await peer.survey()
    for (const name of [tool, issueTool, verifyTool].filter((each) => each !== undefined)) {
      const listed = tools.items.find((each) => each['name'] === name)
      const claims = isJsonObject(listed?.['annotations']) ? listed['annotations'] : {}
      const wrong = ['readOnlyHint', 'idempotentHint'].filter((hint) => claims[hint] === true)
      context.observe({
        requirement: annotations, input: `${name === tool ? 'acceptance' : name === issueTool ? 'issue' : 'verification'}, ${channel}`, ok: listed !== undefined && wrong.length === 0,
        expected: 'a listed tool, neither read-only nor idempotent', actual: listed === undefined ? 'no such tool is listed' : wrong.length === 0 ? 'neither' : `${wrong.join(' and ')} true`,
      }, listed)
    }
  })
}

/** Values that JSON allows and few readers expect, written as JSON. */
const oddities: readonly (readonly [name: string, json: string])[] = [
  ['a number beyond doubles', '1e400'],
  ['a long number', '9'.repeat(400)],
  ['deep lists', `${'['.repeat(40)}${']'.repeat(40)}`],
  ['deep objects', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`],
  ['a member of all objects', '{"__proto__":{"accepted":true},"constructor":1,"toJSON":1}'],
  ['a zero character', '"\\u0000"'],
  ['a long text of escapes', `"${'\\u202e'.repeat(1000)}"`],
  ['half a surrogate pair', '"\\ud800"'],
  ['a list of nulls', '[null,null]'],
  ['false', 'false'],
]

const parameters = [
  'project_id', 'project_name', 'session_id', 'goal_token', 'presented_body', 'required_tools', 'available_tools', 'live_items',
  'expected_required_tools_hash', 'expected_board_revision', 'expected_repo_path', 'delivery_source',
]

async function neverFalls(context: CaseContext): Promise<void> {
  const { path, tool } = mappingOf(context)
  await eachTransport(context, async (transport) => {
    for (const [name, json] of oddities) {
      const faults: { readonly what: string; readonly answer: AcceptAnswer }[] = []
      await Promise.all(parameters.map(async (parameter) => {
        const { fault, answer } = transport.kind === 'plain' ? await plainly(context, path ?? '', parameter, json) : await overMcp(transport, tool, parameter, json)
        if (fault !== undefined) faults.push({ what: `${parameter}: ${fault}`, answer })
      }))
      const [first] = faults.toSorted((one, other) => (one.what < other.what ? -1 : 1))
      context.observe({
        requirement: noFault, input: `${name} in each parameter, over ${transport.name}`, ok: faults.length === 0,
        expected: 'a verdict or a refusal each time', actual: faults.length === 0 ? 'a verdict or a refusal each time' : `${faults.length} of ${parameters.length} otherwise; ${first?.what ?? ''}`,
      }, first?.answer)
    }
  })
}

async function plainly(context: CaseContext, path: string, parameter: string, json: string): Promise<Judged> {
  const reaction = await context.wire.send(plainRequest(path, context.alpha, projectId, `{"${parameter}":${json}}`))
  return judged(endpointAnswer(reaction), (what) => /^status 4\d\d/.test(what))
}

async function overMcp({ peer }: Transport, tool: string, parameter: string, json: string): Promise<Judged> {
  const like: PeerCall = { method: 'tools/call', params: { name: tool, arguments: { [parameter]: 'the-odd-value' } }, id: `odd-${randomUUID()}` }
  const answer = await peer.deliver(JSON.stringify(peer.message(like)).replace('"the-odd-value"', () => json), like)
  return judged(toolAnswer(answer), (what) => /(?:^status 4\d\d|JSON-RPC error -32(?:700|60[0-2])$)/.test(what))
}

interface Judged {
  readonly answer: AcceptAnswer
  readonly fault: string | undefined
}

function judged(answer: AcceptAnswer, isRefusal: (what: string) => boolean): Judged {
  return { answer, fault: faultOf(answer, isRefusal) }
}

/** What it was instead of a verdict or a refusal; undefined where it was one of them. */
function faultOf(answer: AcceptAnswer, isRefusal: (what: string) => boolean): string | undefined {
  switch (answer.kind) {
    case 'value':
      return typeof answer.value['accepted'] === 'boolean' ? undefined : answerInWords(answer)
    case 'error':
      return answer.code === 'invalid_input' || answer.code === 'payload_too_large' ? undefined : answerInWords(answer)
    case 'other':
      return isRefusal(answer.what) ? undefined : answer.what
  }
}

export const cases: readonly Case[] = [
  acceptCase({
    id: 'accept.annotations',
    title: 'No tool that issues or consumes tokens says that it only reads',
    requirements: [annotations],
    scenario: areTrue,
    explain: {
      sends: 'A call of tools/list.',
      expects: 'Neither readOnlyHint nor idempotentHint is true for the tools that issue, verify and accept.',
      why: 'Clients call what is read-only without asking, and repeat what is idempotent: a verification that was only meant as a look consumes the token.',
      failure: 'Verification is taken for a question, although a good token is gone after it.',
      fix: 'Set readOnlyHint and idempotentHint to false for all three.',
    },
  }),
  acceptCase({
    id: 'accept.no-server-fault',
    title: 'No argument makes the server fall over',
    requirements: [noFault],
    scenario: neverFalls,
    explain: {
      sends: 'In each parameter: numbers beyond any range, deep nesting, members that objects have by nature, control characters, halves of surrogate pairs, lists of nulls.',
      expects: 'A verdict or a refusal, and never an internal error, a 5xx status or silence.',
      why: 'What falls over on an odd value may do so between consuming a token and answering.',
      failure: 'A value is used before its type is checked, or the reader of JSON lets pass what the code behind it does not expect.',
      fix: 'Check every type and size before anything is done, and refuse the rest by name.',
    },
  }),
]
