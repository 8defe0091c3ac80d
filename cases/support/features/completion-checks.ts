/** Checks of completion, the same in every revision. */
import { randomUUID } from 'node:crypto'
import type { JsonObject, Peer, PeerAnswer, PeerCall } from '../../../harness/peer/peer.ts'
import type { Survey } from '../../../harness/peer/survey.ts'
import type { CaseContext } from '../../../harness/run/case.ts'
import { isJsonObject, ownMember } from '../../../harness/wire/json.ts'
import type { AnswerExpectation } from '../answers.ts'
import { describeAnswer, isResult, needTelling } from '../answers.ts'
import { askInVain } from '../asking.ts'
import { harmlessCall } from '../harmless.ts'

const maxCalls = 12

/** A completion for every argument of every prompt and every variable of every template. */
export function completionCalls({ prompts, templates }: Survey): readonly PeerCall[] {
  const ofPrompts = prompts.items.flatMap((prompt) => {
    const args = ownMember(prompt, 'arguments')
    return (Array.isArray(args) ? args : []).flatMap((each: unknown) => (isJsonObject(each) ? [call({ type: 'ref/prompt', name: prompt['name'] }, each['name'])] : []))
  })
  const ofTemplates = templates.items.flatMap(({ uriTemplate }) => (typeof uriTemplate === 'string' ? variables(uriTemplate).map((name) => call({ type: 'ref/resource', uri: uriTemplate }, name)) : []))
  return [...ofPrompts, ...ofTemplates].slice(0, maxCalls)
}

/** RFC 6570 §2: an operator, then names with modifiers, separated by commas. */
function variables(template: string): string[] {
  return [...template.matchAll(/\{[+#./;?&]?([^{}]+)\}/g)].flatMap(([, names = '']) => names.split(',').map((name) => name.replace(/(?::\d+|\*)$/, '')))
}

function call(ref: JsonObject, name: unknown): PeerCall {
  return { method: 'completion/complete', params: { ref, argument: { name, value: '' } } }
}

/** Whoever completes declares it, and whoever does not declare it refuses the method. */
export async function checkUndeclared(context: CaseContext, peer: Peer, input: string, requirements: { readonly declared: string; readonly refused: AnswerExpectation }): Promise<void> {
  const survey = await peer.survey()
  if (Object.hasOwn(survey.capabilities, 'completions')) context.notApplicable('the target declares completions')
  const [wellFormed = call({ type: 'ref/prompt', name: 'none' }, 'none')] = completionCalls(survey)
  const answer = await peer.call(wellFormed)
  needTelling(answer)
  const completes = isResult(answer)
  context.observe({ requirement: requirements.declared, input, ok: !completes, expected: 'no completion where none are declared', actual: describeAnswer(answer) }, answer)
  if (!completes) context.observe({ requirement: requirements.refused.requirement, input, ok: requirements.refused.holds(answer), expected: requirements.refused.expected, actual: describeAnswer(answer) }, answer)
}

async function declaredSurvey(context: CaseContext, peer: Peer): Promise<Survey> {
  const survey = await peer.survey()
  if (!Object.hasOwn(survey.capabilities, 'completions')) context.notApplicable('the target declares no completions')
  return survey
}

/** At most 100 strings. */
export async function checkCompletions(context: CaseContext, peer: Peer, input: string, requirement: string): Promise<void> {
  let judged = 0
  const wrong: PeerAnswer[] = []
  let most = 0
  for (const each of completionCalls(await declaredSurvey(context, peer))) {
    const answer = await peer.call(each)
    if (!isResult(answer) || answer.answer.kind !== 'result') continue
    judged += 1
    const { completion } = answer.answer.result
    const values: unknown = isJsonObject(completion) ? completion['values'] : undefined
    if (Array.isArray(values)) most = Math.max(most, values.length)
    if (!Array.isArray(values) || values.length > 100 || !values.every((value) => typeof value === 'string')) wrong.push(answer)
  }
  if (judged === 0) context.notApplicable('the target completed nothing that it lists')
  context.observe({ requirement, input, ok: wrong.length === 0, expected: 'a list of at most 100 strings', actual: wrong.length === 0 ? `at most ${most} strings` : `${wrong.length} of ${judged} completions are otherwise (up to ${most} values)` }, wrong)
}

/** A prompt that does not exist, and what the request must have. */
export async function checkInvalidCompletions(context: CaseContext, peer: Peer, channel: string, expect: readonly AnswerExpectation[]): Promise<void> {
  const survey = await declaredSurvey(context, peer)
  const faults: [input: string, params: JsonObject][] = [['no reference', { argument: { name: 'a', value: '' } }]]
  if (Object.hasOwn(survey.capabilities, 'prompts')) {
    faults.push(['a prompt that does not exist', { ref: { type: 'ref/prompt', name: `no_such_prompt_${randomUUID().slice(0, 8)}` }, argument: { name: 'a', value: '' } }])
  }
  const [known] = completionCalls(survey)
  if (known !== undefined) faults.push(['no argument', { ref: known.params?.['ref'] }])
  for (const [input, params] of faults) {
    await context.attempt(`${channel}: ${input}`, async () => {
      await askInVain(context, peer, { input: `${channel}: ${input}`, call: { method: 'completion/complete', params }, expect, control: harmlessCall(peer) })
    })
  }
}
