/** Checks of what callable tools answered when they were called once, the same in every revision that has the member. */
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, Peer } from '../../../harness/peer/peer.ts'
import type { CaseContext } from '../../../harness/run/case.ts'
import { isJsonObject, ownMember, readJson } from '../../../harness/wire/json.ts'
import { isResult } from '../answers.ts'
import { contentProblems } from '../formats/content.ts'
import { judgeValue } from '../schemas/json-schema.ts'
import { showing } from '../showing.ts'

interface Shown {
  readonly result: JsonObject
  readonly outputSchema: unknown
}

/** The complete results of callable tools. Ends the part as not applicable where there are none. */
async function shownResults(context: CaseContext, peer: Peer): Promise<readonly Shown[]> {
  const { tools } = await peer.survey()
  const shown = await showing(context, peer)
  if (shown.length === 0) context.notApplicable('the target has no tool that may be called')
  const results = shown.flatMap(({ tool, answer }) => {
    if (!isResult(answer) || answer.answer.kind !== 'result') return []
    const listed = tools.items.find(({ name }) => name === tool.name)
    return [{ result: answer.answer.result, outputSchema: listed === undefined ? undefined : ownMember(listed, 'outputSchema') }]
  })
  if (results.length === 0) context.inconclusive('no callable tool gave a complete result')
  return results
}

/** A tool with an output schema gives structured content that conforms to it; a tool error need not. */
export async function checkOutputConforms(context: CaseContext, peer: Peer, input: string, requirement: string): Promise<void> {
  let judged = 0
  let unclear: string | undefined
  const wrong: string[] = []
  const at: JsonObject[] = []
  for (const { result, outputSchema } of await shownResults(context, peer)) {
    if (!isJsonObject(outputSchema) || result['isError'] === true) continue
    judged += 1
    if (!Object.hasOwn(result, 'structuredContent')) {
      wrong.push('there is no structured content')
      at.push(result)
      continue
    }
    const verdict = judgeValue(outputSchema, result['structuredContent'])
    if (verdict.kind === 'invalid') {
      wrong.push(verdict.why)
      at.push(result)
    }
    if (verdict.kind === 'unclear') unclear = verdict.why
  }
  if (judged === 0) context.notApplicable('no callable tool with an output schema succeeded')
  context.observe({ requirement, input, ok: wrong.length === 0, expected: 'structured content as the output schema wants it', actual: wrong.length === 0 ? `as wanted in ${judged} results` : `${wrong.length} of ${judged} results are otherwise: ${[...new Set(wrong)].join('; ')}` }, at)
  if (unclear !== undefined) context.inconclusive(unclear)
}

/** Structured content is in a text block too; what is no object need only be told of. */
export async function checkStructuredText(context: CaseContext, peer: Peer, input: string, requirement: string): Promise<void> {
  const structured = (await shownResults(context, peer)).filter(({ result }) => Object.hasOwn(result, 'structuredContent'))
  if (structured.length === 0) context.notApplicable('no callable tool gave structured content')
  const without = structured.filter(({ result }) => !saidInText(result))
  context.observe({ requirement, input, ok: without.length === 0, expected: 'the structured content as JSON in a text block', actual: `${without.length} of ${structured.length} results lack it` }, without.map(({ result }) => result))
}

function saidInText({ content, structuredContent }: JsonObject): boolean {
  const texts = (Array.isArray(content) ? content : []).flatMap((block: unknown) => (isJsonObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : []))
  if (!isJsonObject(structuredContent)) return texts.some((text) => text !== '')
  return texts.some((text) => {
    const reading = readJson(text)
    return reading.ok && isDeepStrictEqual(reading.value, structuredContent)
  })
}

/** Content blocks are of a kind that a revision has (default: that of the channel), and whole. */
export async function checkContent(context: CaseContext, peer: Peer, input: string, requirement: string, revision = peer.channel.revision): Promise<void> {
  const results = await shownResults(context, peer)
  const judged = results.map(({ result }) => ({ result, problems: contentProblems(ownMember(result, 'content'), { revision }) }))
  const problems = judged.flatMap((each) => each.problems)
  context.observe({ requirement, input, ok: problems.length === 0, expected: 'content blocks with the members of their kind', actual: problems.length === 0 ? `${results.length} results with such content` : problems.slice(0, 3).join('; ') }, judged.filter((each) => each.problems.length > 0).map(({ result }) => result))
}
