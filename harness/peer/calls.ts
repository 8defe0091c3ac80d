/**
 * Which tools of a target may be called, and with what: those that only read, with small arguments made from their
 * input schemas or taken from the target file. Nothing else of a target is ever called to see what it answers.
 */
import { isJsonObject } from '../wire/json.ts'
import type { TargetProfile } from '../target/profile.ts'
import type { JsonObject } from './peer.ts'
import { sampleArguments } from './sample.ts'
import type { Survey } from './survey.ts'

export interface CallableTool {
  readonly name: string
  readonly arguments: JsonObject
}

/** What only shows itself in one tool of many should still be seen; but a target may list a thousand. */
const maxTools = 64

/**
 * Those that the target file names first, then those annotated as read-only, in the order of the list. A tool whose
 * required arguments nothing is known about is left out.
 */
export function callableTools({ tools }: Pick<Survey, 'tools'>, { readOnlyTools, calls }: TargetProfile['claimed']): readonly CallableTool[] {
  const listed = tools.items.filter(({ name }) => typeof name === 'string')
  const named = readOnlyTools.flatMap((name) => listed.filter((tool) => tool['name'] === name))
  const annotated = listed.filter((tool) => !named.includes(tool) && isReadOnly(tool))
  return [...named, ...annotated].flatMap((tool) => {
    const name = String(tool['name'])
    const given = Object.hasOwn(calls, name) ? calls[name] : undefined
    const args = given ?? sampleArguments(tool['inputSchema'])
    return args === undefined ? [] : [{ name, arguments: args }]
  }).slice(0, maxTools)
}

function isReadOnly({ annotations }: JsonObject): boolean {
  return isJsonObject(annotations) && annotations['readOnlyHint'] === true
}
