/** What an issued token is: its form, its life, and the body that it is bound to. */
import { createHash } from 'node:crypto'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { answerInWords } from '../../harness/vectors/compare.ts'
import type { JsonObject } from '../../harness/wire/json.ts'
import { acceptCase, issuesTokens } from './define.ts'
import { hasClock } from './run-vector.ts'
import { badInput } from './themes.ts'
import { projectId } from './tokens.ts'
import { eachTransport, mappingOf } from './transports.ts'
import type { Transport } from './transports.ts'

const issuedToken = 'accept.issued-token'

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
      const answer = await transport.call(tool, input)
      const right = answer.kind === 'error' && answer.code === 'invalid_input'
      context.observe({
        requirement: badInput, input: `${name}, over ${transport.name}`, ok: right && answer.field === field,
        expected: `invalid_input at ${field}`, actual: `${answerInWords(answer)}${right && answer.field !== field ? ', and another field or none' : ''}`,
      }, answer)
    }
  })
}

async function issueOne(context: CaseContext, transport: Transport, tool: string, { name, input, ttlS, hash }: Issue, seen: Set<string>): Promise<void> {
  const frozen = hasClock(context, transport) ? Date.now() : undefined
  if (frozen !== undefined) await context.fixture.setClock(frozen)
  try {
    const before = Date.now()
    const answer = await transport.call(tool, { project_id: projectId, ...input })
    const tellable = answer.kind === 'value' ? answer.value : {}
    const { goal_token: token, expires_at: expiresAt, body_hash: bodyHash } = tellable
    if (typeof token === 'string') context.secret(token)
    const off = typeof expiresAt === 'string' ? Date.parse(expiresAt) - ((frozen ?? before) + ttlS * 1000) : Number.NaN
    const problem = answer.kind !== 'value' ? answerInWords(answer)
      : typeof token !== 'string' || !/^[0-9a-f]{16}$/.test(token) ? 'goal_token of another form'
        : seen.has(token) ? 'a token that was issued before'
          : Number.isNaN(off) ? 'expires_at that is no time'
            : Math.abs(off) > (frozen === undefined ? toleranceMs : 1) ? 'another expires_at'
              : (bodyHash ?? undefined) !== hash ? 'another body_hash' : undefined
    if (typeof token === 'string') seen.add(token)
    context.observe({ requirement: issuedToken, input: `${name}, over ${transport.name}`, ok: problem === undefined, expected: `a new token that is good for ${ttlS} s${hash === undefined ? '' : ', and the hash of its body'}`, actual: problem ?? 'that' }, answer)
  } finally {
    if (frozen !== undefined && !context.signal.aborted) await context.fixture.setClock(undefined)
  }
}

export const cases: readonly Case[] = [
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
]
