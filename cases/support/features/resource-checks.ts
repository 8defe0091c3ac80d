/** Checks of how resources are listed, read and refused, the same in every revision but for the code, which cases name. */
import { randomUUID } from 'node:crypto'
import type { JsonObject, Peer, PeerAnswer } from '../../../harness/peer/peer.ts'
import type { Survey } from '../../../harness/peer/survey.ts'
import type { CaseContext } from '../../../harness/run/case.ts'
import { isJsonObject, ownMember } from '../../../harness/wire/json.ts'
import { isResult } from '../answers.ts'
import type { AnswerExpectation } from '../answers.ts'
import { askInVain } from '../asking.ts'
import { resourceProblems } from '../formats/content.ts'
import { isUri, schemeOf } from '../formats/uri.ts'

/** More than enough to see how a server writes what it reads. */
const maxRead = 12
const common = new Set(['file', 'http', 'https', 'git', 'ftp', 'data'])

/** What a target that declares resources has. Ends the part as not applicable where it declares none. */
export async function resourceSurvey(context: CaseContext, peer: Peer): Promise<Survey> {
  const survey = await peer.survey()
  if (!Object.hasOwn(survey.capabilities, 'resources')) context.notApplicable('the target declares no resources')
  return survey
}

/** URIs that no resource has: of a scheme that nobody uses, and, where no template can match it, beside a listed one. */
export function absentUris({ resources, templates }: Survey): readonly string[] {
  const nonce = randomUUID().slice(0, 8)
  const [first] = resources.items.map(({ uri }) => uri).filter((uri) => typeof uri === 'string' && isUri(uri) && !/[?#]/.test(uri))
  const beside = typeof first === 'string' && templates.items.length === 0 ? [`${first}-${nonce}`] : []
  return [`handoff-conformance-absent://${nonce}`, ...beside]
}

export interface AbsentRequirements {
  readonly refused: AnswerExpectation
  readonly notEmpty: string
  readonly namesUri: string
}

export async function checkAbsent(context: CaseContext, peer: Peer, channel: string, requirements: AbsentRequirements): Promise<void> {
  const survey = await resourceSurvey(context, peer)
  for (const [index, uri] of absentUris(survey).entries()) {
    const input = `${channel}: ${index === 0 ? 'a scheme that nobody uses' : 'beside a listed resource'}`
    await context.attempt(input, async () => {
      const notEmpty: AnswerExpectation = { requirement: requirements.notEmpty, expected: 'no result with an empty list of contents', holds: (answer) => !hasNoContents(answer) }
      const asked = await askInVain(context, peer, { input, call: { method: 'resources/read', params: { uri } }, expect: [requirements.refused, notEmpty], control: { method: 'resources/list' } })
      const { answer } = asked
      if (answer.kind !== 'error') return
      const named = isJsonObject(answer.data) && ownMember(answer.data, 'uri') === uri
      context.observe({ requirement: requirements.namesUri, input, ok: named, expected: 'data.uri with the URI that was asked for', actual: named ? 'there' : 'not there' }, asked)
    })
  }
}

function hasNoContents({ answer }: PeerAnswer): boolean {
  return answer.kind === 'result' && Array.isArray(answer.result['contents']) && answer.result['contents'].length === 0
}

/** `resources/read` without a URI, and with one that is no string. */
export async function checkUriRequired(context: CaseContext, peer: Peer, channel: string, expect: readonly AnswerExpectation[]): Promise<void> {
  await resourceSurvey(context, peer)
  const faults: readonly [input: string, params: JsonObject][] = [['no uri', {}], ['a number as uri', { uri: 7 }], ['null as uri', { uri: null }]]
  for (const [input, params] of faults) {
    await askInVain(context, peer, { input: `${channel}: ${input}`, call: { method: 'resources/read', params }, expect, control: { method: 'resources/list' } })
  }
}

/** Listed resources, read one after the other; what is refused or asks back is left out. */
export async function readListed(context: CaseContext, peer: Peer): Promise<readonly unknown[]> {
  const { resources } = await resourceSurvey(context, peer)
  const contents: unknown[] = []
  for (const { uri } of resources.items.slice(0, maxRead)) {
    if (typeof uri !== 'string') continue
    const answer = await peer.call({ method: 'resources/read', params: { uri } })
    if (!isResult(answer) || answer.answer.kind !== 'result') continue
    const read = answer.answer.result['contents']
    contents.push(...(Array.isArray(read) ? (read as unknown[]) : [undefined]))
  }
  return contents
}

/** What is read is text, or a blob in base64. */
export async function checkContents(context: CaseContext, peer: Peer, input: string, requirement: string): Promise<void> {
  const contents = await readListed(context, peer)
  if (contents.length === 0) context.notApplicable('the target lists no resource that could be read')
  const problems = contents.flatMap((content) => resourceProblems(content).filter((problem) => /text|blob|object/.test(problem)))
  context.observe({ requirement, input, ok: problems.length === 0, expected: 'text, or a blob in base64', actual: problems.length === 0 ? `${contents.length} contents of the kind` : `one that ${problems[0] ?? ''} (${problems.length} of ${contents.length})` })
}

/** Listed URIs follow the grammar: those of a scheme of the server's own, and those of a common one. */
export async function checkUris(context: CaseContext, peer: Peer, input: string, requirements: { readonly custom: string; readonly common: string }): Promise<void> {
  const { resources } = await resourceSurvey(context, peer)
  const uris = resources.items.map(({ uri }) => uri)
  if (uris.length === 0) context.notApplicable('the target lists no resources')
  for (const kind of ['custom', 'common'] as const) {
    const of = uris.filter((uri) => (typeof uri === 'string' && common.has(schemeOf(uri) ?? '')) === (kind === 'common'))
    if (of.length === 0) continue
    const bad = of.filter((uri) => typeof uri !== 'string' || !isUri(uri))
    context.observe({ requirement: requirements[kind], input: `${input}: ${kind} schemes`, ok: bad.length === 0, expected: 'URIs of RFC 3986', actual: `${bad.length} of ${of.length} are none` }, resources.items.filter(({ uri }) => bad.includes(uri)))
  }
}
