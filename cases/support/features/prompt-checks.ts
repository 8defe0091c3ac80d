/** Checks of how prompts are given and refused, the same in every revision. */
import { randomUUID } from 'node:crypto'
import type { JsonObject, Peer, PeerAnswer, PeerCall } from '../../../harness/peer/peer.ts'
import type { CaseContext } from '../../../harness/run/case.ts'
import { isJsonObject, ownMember } from '../../../harness/wire/json.ts'
import { isResult } from '../answers.ts'
import type { AnswerExpectation } from '../answers.ts'
import { askInVain } from '../asking.ts'
import { blockProblems } from '../formats/content.ts'

const maxPrompts = 12
const control: PeerCall = { method: 'prompts/list' }

/** Ends the part as not applicable where the target declares no prompts. */
export async function listedPrompts(context: CaseContext, peer: Peer): Promise<readonly JsonObject[]> {
  const { capabilities, prompts } = await peer.survey()
  if (!Object.hasOwn(capabilities, 'prompts')) context.notApplicable('the target declares no prompts')
  return prompts.items.filter(({ name }) => typeof name === 'string').slice(0, maxPrompts)
}

/** The call of a prompt, with something for each argument that it requires. */
export function promptCall(prompt: JsonObject): PeerCall {
  const args = requiredArguments(prompt).map((name) => [name, sampleFor(name)] as const)
  return { method: 'prompts/get', params: { name: prompt['name'], ...(args.length === 0 ? {} : { arguments: Object.fromEntries(args) }) } }
}

/** Arguments are texts without a schema: what is named after a URI has to be one, since prompts put it where a URI stands. */
function sampleFor(name: string): string {
  return /ur[il]/i.test(name) ? 'https://example.com/' : 'example'
}

function requiredArguments(prompt: JsonObject): readonly string[] {
  const args = ownMember(prompt, 'arguments')
  return (Array.isArray(args) ? args : []).flatMap((each: unknown) => (isJsonObject(each) && each['required'] === true && typeof each['name'] === 'string' ? [each['name']] : []))
}

export async function checkUnknownPrompt(context: CaseContext, peer: Peer, channel: string, expect: readonly AnswerExpectation[]): Promise<void> {
  await listedPrompts(context, peer)
  const call = { method: 'prompts/get', params: { name: `no_such_prompt_${randomUUID().slice(0, 8)}` } }
  await askInVain(context, peer, { input: `${channel}: a name that no prompt has`, call, expect, control })
}

/** Each required argument is left out once, of every prompt that has some. */
export async function checkMissingArguments(context: CaseContext, peer: Peer, channel: string, expect: readonly AnswerExpectation[]): Promise<void> {
  const demanding = (await listedPrompts(context, peer)).filter((prompt) => requiredArguments(prompt).length > 0)
  if (demanding.length === 0) context.notApplicable('no prompt of the target requires an argument')
  for (const [index, prompt] of demanding.entries()) {
    for (const [position, missing] of requiredArguments(prompt).entries()) {
      const input = `${channel}: prompt ${index + 1} without its required argument ${position + 1}`
      const { params } = promptCall(prompt)
      const rest = Object.entries((params?.['arguments'] ?? {}) as JsonObject).filter(([name]) => name !== missing)
      await context.attempt(input, async () => {
        await askInVain(context, peer, { input, call: { method: 'prompts/get', params: { name: prompt['name'], arguments: Object.fromEntries(rest) } }, expect, control })
      })
    }
  }
}

/** What prompts consist of. Where an argument must be a special one, the prompt is refused and left out. */
export async function checkPromptContent(context: CaseContext, peer: Peer, input: string, requirement: string): Promise<void> {
  const problems: string[] = []
  let judged = 0
  const wrong: PeerAnswer[] = []
  for (const prompt of await listedPrompts(context, peer)) {
    const answer = await peer.call(promptCall(prompt))
    if (!isResult(answer) || answer.answer.kind !== 'result') continue
    const messages = answer.answer.result['messages']
    judged += 1
    const found = Array.isArray(messages) ? messages.flatMap((message: unknown) => messageProblems(message, peer)) : ['there is no array of messages']
    problems.push(...found)
    if (found.length > 0) wrong.push(answer)
  }
  if (judged === 0) context.notApplicable('the target has no prompt that could be read')
  context.observe({ requirement, input, ok: problems.length === 0, expected: 'content with the members of its kind, data in base64 and media types', actual: problems.length === 0 ? `${judged} prompts with such content` : [...new Set(problems)].slice(0, 3).join('; ') }, wrong)
}

function messageProblems(message: unknown, peer: Peer): string[] {
  if (!isJsonObject(message)) return ['a message is no object']
  const role = ownMember(message, 'role')
  return [
    ...(role === 'user' || role === 'assistant' ? [] : ['a message has no role of the two']),
    ...blockProblems(ownMember(message, 'content'), { revision: peer.channel.revision, mediaTypeOfResources: 'needed' }).map((problem) => `content ${problem}`),
  ]
}
