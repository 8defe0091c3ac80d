/** What the tools say of themselves, what an issued token is, and what arguments nobody thinks of come to. */
import { createHash } from 'node:crypto'
import { describeAnswer } from '../../harness/peer/describe.ts'
import type { PeerCall } from '../../harness/peer/peer.ts'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { answerInWords } from '../../harness/vectors/compare.ts'
import { isJsonObject } from '../../harness/wire/json.ts'
import type { JsonObject } from '../../harness/wire/json.ts'
import { eachChannel } from '../support/channels.ts'
import { fellOver } from '../support/harmless.ts'
import { acceptCase, issuesTokens } from './define.ts'
import { plainRequest } from './plain-http.ts'
import { hasClock } from './run-vector.ts'
import { badInput } from './themes.ts'
import { projectId } from './tokens.ts'
import { callTool, eachTransport, mappingOf } from './transports.ts'
import type { Transport } from './transports.ts'

const annotations = 'accept.annotations'
const issuedToken = 'accept.issued-token'
const noFault = 'accept.no-server-fault'

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
      })
    }
  })
}

const body = '/goal\nhello'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** How far clocks may be apart, and how long an answer may take, where the clock cannot be set. In ms. */
const toleranceMs = 10_000

interface Issue {
  readonly name: string
  readonly input: JsonObject
  readonly ttlS: number
  readonly hash?: string
}

const issues: readonly Issue[] = [
  { name: 'no life given', input: {}, ttlS: 300 },
  { name: 'the shortest life', input: { ttl_s: 1 }, ttlS: 1 },
  { name: 'the longest life', input: { ttl_s: 86_400 }, ttlS: 86_400 },
  { name: 'null as life and body', input: { ttl_s: null, body: null }, ttlS: 300 },
  { name: 'a body', input: { body }, ttlS: 300, hash: sha256(body) },
  { name: 'an empty body', input: { body: '' }, ttlS: 300, hash: sha256('') },
  { name: 'a body with a banner, which is not stripped', input: { body: '\n<goal_token></goal_token>\n<!-- SECURITY: -->x' }, ttlS: 300, hash: sha256('\n<goal_token></goal_token>\n<!-- SECURITY: -->x') },
]

const badIssues: readonly (readonly [name: string, input: JsonObject, field: string])[] = [
  ['no life at all', { project_id: projectId, ttl_s: 0 }, 'ttl_s'],
  ['a negative life', { project_id: projectId, ttl_s: -1 }, 'ttl_s'],
  ['a life that is too long', { project_id: projectId, ttl_s: 86_401 }, 'ttl_s'],
  ['half a second', { project_id: projectId, ttl_s: 1.5 }, 'ttl_s'],
  ['a life that is a text', { project_id: projectId, ttl_s: '300' }, 'ttl_s'],
  ['a body that is a number', { project_id: projectId, body: 1 }, 'body'],
  ['no project', {}, 'project_id'],
  ['an unknown argument', { project_id: projectId, goal_token: '0000000000000000' }, 'goal_token'],
]

async function issueAll(context: CaseContext): Promise<void> {
  const tool = mappingOf(context).issueTool ?? ''
  const seen = new Set<string>()
  await eachTransport(context, async (transport) => {
    if (transport.kind === 'plain') return
    for (const issue of issues) await issueOne(context, transport, tool, issue, seen)
    for (const [name, input, field] of badIssues) {
      const answer = await callTool(transport.peer, tool, input)
      const right = answer.kind === 'error' && answer.code === 'invalid_input'
      context.observe({
        requirement: badInput, input: `${name}, over ${transport.name}`, ok: right && answer.field === field,
        expected: `invalid_input at ${field}`, actual: `${answerInWords(answer)}${right && answer.field !== field ? ', and another field or none' : ''}`,
      })
    }
  })
}

async function issueOne(context: CaseContext, transport: Transport, tool: string, { name, input, ttlS, hash }: Issue, seen: Set<string>): Promise<void> {
  const frozen = hasClock(context, transport) ? Date.now() : undefined
  if (frozen !== undefined) await context.fixture.setClock(frozen)
  try {
    const before = Date.now()
    const answer = await callTool(transport.peer, tool, { project_id: projectId, ...input })
    const tellable = answer.kind === 'value' ? answer.value : {}
    const { goal_token: token, expires_at: expiresAt, body_hash: bodyHash } = tellable
    if (typeof token === 'string') context.secret(token)
    const off = typeof expiresAt === 'string' ? Date.parse(expiresAt) - ((frozen ?? before) + ttlS * 1000) : Number.NaN
    const problem = answer.kind !== 'value' ? answerInWords(answer)
      : typeof token !== 'string' || !/^[0-9a-f]{16}$/.test(token) ? 'goal_token of another form'
        : seen.has(token) ? 'a token that was issued before'
          : Number.isNaN(off) ? 'expires_at that is no time'
            : Math.abs(off) > (frozen === undefined ? toleranceMs : 1) ? 'another expires_at'
              : bodyHash !== hash ? 'another body_hash' : undefined
    if (typeof token === 'string') seen.add(token)
    context.observe({ requirement: issuedToken, input: `${name}, over ${transport.name}`, ok: problem === undefined, expected: `a new token that is good for ${ttlS} s${hash === undefined ? '' : ', and the hash of its body'}`, actual: problem ?? 'that' })
  } finally {
    if (frozen !== undefined && !context.signal.aborted) await context.fixture.setClock(undefined)
  }
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
      const faults: string[] = []
      await Promise.all(parameters.map(async (parameter) => {
        const actual = transport.kind === 'plain' ? await plainly(context, path ?? '', parameter, json) : await overMcp(transport, tool, parameter, json)
        if (actual !== undefined) faults.push(`${parameter}: ${actual}`)
      }))
      context.observe({
        requirement: noFault, input: `${name} in each parameter, over ${transport.name}`, ok: faults.length === 0,
        expected: 'a verdict or a refusal each time', actual: faults.length === 0 ? 'a verdict or a refusal each time' : `${faults.length} of ${parameters.length} otherwise; ${faults.toSorted()[0] ?? ''}`,
      })
    }
  })
}

async function plainly(context: CaseContext, path: string, parameter: string, json: string): Promise<string | undefined> {
  const reaction = await context.wire.send(plainRequest(path, context.alpha, projectId, `{"${parameter}":${json}}`))
  if (reaction.kind !== 'response') return reaction.kind
  const { status } = reaction.response
  return status === 200 || (status >= 400 && status < 500) ? undefined : `status ${status}`
}

async function overMcp({ peer }: Transport, tool: string, parameter: string, json: string): Promise<string | undefined> {
  const like: PeerCall = { method: 'tools/call', params: { name: tool, arguments: { [parameter]: 'the-odd-value' } } }
  const answer = await peer.deliver(JSON.stringify(peer.message(like)).replace('"the-odd-value"', () => json), like)
  const internal = answer.answer.kind === 'error' && answer.answer.code === -32_603
  const toolFault = answer.answer.kind === 'result' && answer.answer.result['isError'] === true && isInternal(answer.answer.result['structuredContent'])
  return internal || toolFault || fellOver(answer) ? `${describeAnswer(answer)}${toolFault ? ', an internal error' : ''}` : undefined
}

function isInternal(content: unknown): boolean {
  const error = isJsonObject(content) ? content['error'] : undefined
  return isJsonObject(error) && typeof error['code'] === 'string' && /internal|unexpected/.test(error['code'])
}

export const cases: readonly Case[] = [
  acceptCase({
    id: 'accept.annotations',
    title: 'No tool that issues or consumes tokens says that it only reads',
    requirements: [annotations],
    scenario: areTrue,
    explain: {
      sends: 'tools/list.',
      expects: 'Neither readOnlyHint nor idempotentHint is true for the tools that issue, verify and accept.',
      why: 'Clients call what is read-only without asking, and repeat what is idempotent: a verification that was only meant as a look consumes the token.',
      failure: 'Verification is taken for a question, although a good token is gone after it.',
      fix: 'Set readOnlyHint and idempotentHint to false for all three.',
    },
  }),
  acceptCase({
    id: 'accept.issued-tokens',
    title: 'Issued tokens have the form and the life of the contract',
    requirements: [issuedToken, badInput],
    appliesTo: issuesTokens,
    fixture: 'own',
    scenario: issueAll,
    explain: {
      sends: 'Calls of the tool that issues tokens, with and without a life and a body, and with a life or body that is none.',
      expects: '16 lower-case hexadecimal characters each time anew, expires_at so many seconds later, body_hash where there is a body; invalid_input that names the field for the others.',
      why: 'Whoever writes and reads envelopes relies on the form of the token and on the instant of its end.',
      failure: 'Another default, a life in milliseconds, an empty body taken for none, or a banner stripped at the issue.',
      fix: 'Take 8 random bytes as hexadecimal, 300 seconds where nothing is given, and hash the body as it comes.',
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
