/** The tools that may be called and that mirror parameters into fields, with arguments for all of these parameters. */
import type { CaseContext } from '../../../harness/run/case.ts'
import { callableTools } from '../../../harness/peer/calls.ts'
import type { CallableTool } from '../../../harness/peer/calls.ts'
import { argumentAt, mirroredDeclarations } from '../../../harness/peer/mirrored-params.ts'
import type { MirroredParam } from '../../../harness/peer/mirrored-params.ts'
import type { JsonObject, Peer, PeerCall } from '../../../harness/peer/peer.ts'
import { sampleArguments } from '../../../harness/peer/sample.ts'
import { objectAt } from '../../../harness/peer/survey.ts'

export interface MirroringTool {
  readonly name: string
  readonly params: readonly MirroredParam[]
  /** What the tool needs, and no more. */
  readonly least: JsonObject
  /** A value for each mirrored parameter, beside what the tool needs. */
  readonly full: JsonObject
}

const maxTools = 4

/** Ends this part of the case where the target has none. */
export async function mirroringTools(context: CaseContext, peer: Peer): Promise<readonly MirroringTool[]> {
  const survey = await peer.survey()
  const found = callableTools(survey, context.target.claimed).flatMap((tool) => mirroring(tool, objectAt(survey.tools.items.find(({ name }) => name === tool.name) ?? {}, 'inputSchema')))
  return found.length > 0 ? found.slice(0, maxTools) : context.notApplicable('the target has no tool that may be called and mirrors a parameter into a field')
}

export function callOf(tool: MirroringTool, args: JsonObject): PeerCall {
  return { method: 'tools/call', params: { name: tool.name, arguments: args } }
}

/** The arguments with another value at a path of properties. */
export function withArgument(args: JsonObject, [name = '', ...rest]: readonly string[], value: unknown): JsonObject {
  return { ...args, [name]: rest.length === 0 ? value : withArgument(objectAt(args, name), rest, value) }
}

/** Whether any text will do for it. */
export function isFreeText({ schema }: MirroredParam): boolean {
  return schema['type'] === 'string' && ['enum', 'const', 'pattern', 'format', 'maxLength', 'minLength'].every((name) => !Object.hasOwn(schema, name))
}

function mirroring({ name, arguments: least }: CallableTool, schema: JsonObject): MirroringTool[] {
  const params = mirroredDeclarations(schema).filter((param) => valueFor(param.schema) !== undefined)
  if (params.length === 0) return []
  let full = least
  for (const { path, schema: of } of params) {
    if (argumentAt(full, path) === undefined) full = withArgument(filled(full, path, schema), path, valueFor(of))
  }
  return [{ name, params, least, full }]
}

/** An object on the way gets what it needs itself. */
function filled(args: JsonObject, path: readonly string[], schema: JsonObject): JsonObject {
  let made = args
  for (let length = 1; length < path.length; length += 1) {
    const way = path.slice(0, length)
    const of = way.reduce((at, name) => objectAt(objectAt(at, 'properties'), name), schema)
    if (argumentAt(made, way) === undefined) made = withArgument(made, way, sampleArguments(of) ?? {})
  }
  return made
}

function valueFor(schema: JsonObject): string | number | boolean | undefined {
  const made = sampleArguments({ type: 'object', properties: { value: schema }, required: ['value'] })?.['value']
  if (isFreeText({ path: [], field: '', schema })) return 'mirrored text'
  return typeof made === 'string' || typeof made === 'boolean' || (typeof made === 'number' && Number.isSafeInteger(made)) ? made : undefined
}
