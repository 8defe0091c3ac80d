/** The endpoint over plain HTTP: its statuses, and the project in its path. */
import { describeReaction } from '../../harness/run/describe.ts'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { isJsonObject, readJson } from '../../harness/wire/json.ts'
import type { JsonObject } from '../../harness/wire/json.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { endpointAnswer, refusalAround } from './answers.ts'
import { acceptCase, hasPlainHttp } from './define.ts'
import { plainRequest } from './plain-http.ts'
import { observeReason, projectId } from './tokens.ts'
import { eachTransport, issueToken, mappingOf, needTokens } from './transports.ts'

const plainHttp = 'accept.plain-http'
const slashInPath = 'hardening.accept-slash-in-path'

interface Request {
  readonly name: string
  readonly project?: string
  readonly body: string | Uint8Array
  readonly status: number
  /** Of the error, where the contract names one that the status does not tell already. */
  readonly code?: string
}

const json = (body: JsonObject): string => JSON.stringify(body)

const requests: readonly Request[] = [
  { name: 'no input at all', body: '{}', status: 200 },
  { name: 'the project of the path in the body too', body: json({ project_id: projectId }), status: 200 },
  { name: 'null as the project in the body', body: json({ project_id: null }), status: 200 },
  { name: 'a verdict that rejects', body: json({ goal_token: '0000000000000000' }), status: 200 },
  { name: 'a project with characters of its own', project: 'a b%2F\u00e9\u{1f600}', body: '{}', status: 200 },
  { name: 'another project in the body', body: json({ project_id: 'proj-beta' }), status: 400 },
  { name: 'an empty project in the body', body: json({ project_id: '' }), status: 400 },
  { name: 'a project in the body that is a number', body: json({ project_id: 1 }), status: 400 },
  { name: 'no body', body: '', status: 400 },
  { name: 'JSON that is cut', body: '{"goal_token":', status: 400 },
  { name: 'a list', body: '[]', status: 400 },
  { name: 'a text', body: '"proj-alpha"', status: 400 },
  { name: 'null', body: 'null', status: 400 },
  { name: 'a wrong type', body: json({ live_items: 'i1' }), status: 400, code: 'invalid_input' },
  { name: 'too many items', body: json({ live_items: Array.from({ length: 10_001 }, () => ({})) }), status: 413, code: 'payload_too_large' },
  { name: 'a body that is too large', body: json({ presented_body: 'x'.repeat(1024 * 1024 + 1) }), status: 413, code: 'payload_too_large' },
]

async function askAll(context: CaseContext): Promise<void> {
  const { path = '' } = mappingOf(context)
  for (const { name, project = projectId, body, status, code } of requests) {
    await context.attempt(name, async () => {
      const reaction = await context.wire.send(plainRequest(path, context.alpha, project, body))
      // Throws where nothing can be told.
      const answer = endpointAnswer(reaction)
      const seen = objectIn(reaction)
      const isVerdict = answer.kind === 'value' && typeof seen?.['accepted'] === 'boolean'
      const right = reaction.kind === 'response' && reaction.response.status === status && isVerdict === (status === 200) && (code === undefined || refusalAround(seen)?.code === code)
      context.observe({
        requirement: plainHttp, input: name, ok: right && !(status !== 200 && seen?.['accepted'] === true),
        expected: status === 200 ? 'status 200 and a verdict' : `status ${status}${code === undefined ? '' : ` with ${code}`}, and no verdict`,
        actual: `${describeReaction(reaction)}${isVerdict ? ', a verdict' : ''}`,
      }, reaction)
    })
  }
}

function objectIn(reaction: Reaction): JsonObject | undefined {
  const reading = reaction.kind === 'response' ? readJson(reaction.response.body) : undefined
  return reading?.ok === true && isJsonObject(reading.value) ? reading.value : undefined
}

/** The project of the path is the one that the token must be for, also where it is percent-encoded. */
async function projectOfPath(context: CaseContext): Promise<void> {
  needTokens(context)
  const { path = '' } = mappingOf(context)
  await eachTransport(context, async (transport) => {
    if (transport.kind !== 'plain') return
    for (const project of ['proj-alpha', 'a/b', 'caf\u00e9 \u{1f680}', '%2e%2e', 'a+b']) {
      const requirement = project.includes('/') ? slashInPath : plainHttp
      const name = `the project ${JSON.stringify(project)}`
      const token = await issueToken(context, transport, { projectId: project, ttlS: 300 })
      const ask = async (other: string): Promise<void> => {
        const answer = endpointAnswer(await context.wire.send(plainRequest(path, context.alpha, other, json({ goal_token: token }))))
        observeReason(context, requirement, other === project ? name : `another project than ${JSON.stringify(project)}`, answer, other === project ? 'ok' : 'wrong_project')
      }
      await ask(`${project}x`)
      await ask(project)
    }
  })
}

export const cases: readonly Case[] = [
  acceptCase({
    id: 'accept.plain-http',
    title: 'Over plain HTTP each outcome has the status of the contract',
    requirements: [plainHttp],
    channels: { transport: 'http' },
    appliesTo: hasPlainHttp,
    scenario: askAll,
    explain: {
      sends: 'POST to the endpoint with good input, malformed JSON, what is no object, wrong types, too much, and a project in the body beside that of the path.',
      expects: 'Status 200 with a verdict for good input; 400 for what is malformed, invalid or contradicts itself; 413 for too much; never a verdict with those.',
      why: 'Clients without MCP have only the status to tell a rejected envelope, which is an answer, from a call that was never judged.',
      failure: 'A rejection has a status of an error, or a refused call is answered with 200 or 500; the project of the body wins over that of the path.',
      fix: 'Map invalid_input to 400 and payload_too_large to 413, give every verdict 200, and compare the two projects before anything else.',
    },
  }),
  acceptCase({
    id: 'accept.plain-http-project',
    title: 'The project in the path is decoded once, and is the one that counts',
    requirements: [plainHttp, slashInPath],
    channels: { transport: 'http' },
    appliesTo: hasPlainHttp,
    scenario: projectOfPath,
    explain: {
      sends: 'Tokens of projects whose ids hold a slash, white space, letters outside ASCII or a percent sign, presented with that project percent-encoded in the path, and with another one.',
      expects: 'The reason ok for its own project, and wrong_project for the other.',
      why: 'A path that is decoded twice, or not at all, names another project than the sender meant.',
      failure: 'The segment is compared as it stands in the path, decoded twice, or read as a form where + is a space.',
      fix: 'Split the path first, then decode the segment once, as UTF-8.',
    },
  }),
]
