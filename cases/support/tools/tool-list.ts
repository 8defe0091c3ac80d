/** Checks of how tools are listed, the same in every revision; a case names the requirements that it judges by. */
import type { CaseContext } from '../../../harness/run/case.ts'
import type { JsonObject, Peer } from '../../../harness/peer/peer.ts'
import { isJsonObject, ownMember } from '../../../harness/wire/json.ts'
import { describeAnswer } from '../answers.ts'

/** The tools of a target that declares them. Ends the part as not applicable where it does not, or lists none. */
export async function listedTools(context: CaseContext, peer: Peer): Promise<readonly JsonObject[]> {
  const { capabilities, tools } = await peer.survey()
  if (!Object.hasOwn(capabilities, 'tools')) context.notApplicable('the target declares no tools')
  if (tools.refused !== undefined) context.inconclusive(`tools/list was not served: ${describeAnswer(tools.refused)}`)
  if (tools.items.length === 0) context.notApplicable('the target lists no tools')
  return tools.items
}

/** A declared list is answered. @param capability For example `tools`, whose list is `tools/list` with the member `tools`. */
export async function checkListed(context: CaseContext, peer: Peer, input: string, { capability, requirement }: { readonly capability: 'tools' | 'resources' | 'prompts'; readonly requirement: string }): Promise<void> {
  const survey = await peer.survey()
  if (!Object.hasOwn(survey.capabilities, capability)) context.notApplicable(`the target declares no ${capability}`)
  const { pages, refused } = survey[capability]
  const ok = refused === undefined && pages.every((page) => Array.isArray(page[capability]))
  context.observe({ requirement, input, ok, expected: `a result with an array of ${capability}`, actual: refused === undefined ? (ok ? 'one' : `a result without an array of ${capability}`) : describeAnswer(refused) }, refused ?? pages.filter((page) => !Array.isArray(page[capability])))
}

/** Names have the length and the characters that every client can pass on, and each is there once. */
export function checkNames(context: CaseContext, tools: readonly JsonObject[], input: string, requirements: { readonly characters: string; readonly unique: string }): void {
  const names = tools.map((tool) => ownMember(tool, 'name'))
  const isBad = (name: unknown): boolean => typeof name !== 'string' || !/^[A-Za-z0-9_.-]{1,128}$/.test(name)
  const bad = names.filter(isBad).length
  const repeated = names.length - new Set(names).size
  context.observe({ requirement: requirements.characters, input, ok: bad === 0, expected: '1 to 128 letters, digits, underscores, hyphens and dots', actual: `${bad} of ${names.length} names are otherwise` }, tools.filter((tool) => isBad(ownMember(tool, 'name'))))
  context.observe({ requirement: requirements.unique, input, ok: repeated === 0, expected: 'each name once', actual: `${repeated} of ${names.length} names are repeated` }, tools.filter((_, at) => names.indexOf(names[at]) !== at))
}

export function checkInputSchemas(context: CaseContext, tools: readonly JsonObject[], input: string, requirement: string): void {
  const bad = tools.filter((tool) => {
    const schema = ownMember(tool, 'inputSchema')
    return !isJsonObject(schema) || ownMember(schema, 'type') !== 'object'
  })
  context.observe({ requirement, input, ok: bad.length === 0, expected: 'an inputSchema of the type "object" for each tool', actual: `${bad.length} of ${tools.length} tools have another one, or none` }, bad)
}
