/** Checks of the JSON Schemas that tools are listed with, the same in every revision. */
import type { JsonObject } from '../../../harness/peer/peer.ts'
import type { CaseContext } from '../../../harness/run/case.ts'
import { isJsonObject, ownMember } from '../../../harness/wire/json.ts'
import { dialectOf, judgeSchema } from '../schemas/json-schema.ts'
import { referencesOf } from '../schemas/schema-references.ts'

/** More than enough to see how a server writes its schemas. */
const maxTools = 200

/** Input and output schemas that are objects; what is none is judged elsewhere. */
export function schemasOf(tools: readonly JsonObject[]): readonly JsonObject[] {
  return tools.slice(0, maxTools).flatMap((tool) => ['inputSchema', 'outputSchema'].map((name) => ownMember(tool, name)).filter(isJsonObject))
}

/** Every schema is one, in a dialect that is known. */
export function checkSchemasValid(context: CaseContext, tools: readonly JsonObject[], input: string, requirements: { readonly valid: string; readonly dialect: string }): void {
  const schemas = schemasOf(tools)
  const noObject = tools.filter((tool) => Object.hasOwn(tool, 'outputSchema') && !isJsonObject(tool['outputSchema'])).length
  const judged = schemas.map((schema) => judgeSchema(schema))
  const invalid = judged.filter(({ kind }) => kind === 'invalid')
  const why = [...new Set(invalid.map((verdict) => ('why' in verdict ? verdict.why : '')))].slice(0, 3).join('; ')
  const bad = invalid.length + noObject
  context.observe({
    requirement: requirements.valid, input, ok: bad === 0, expected: 'schemas that are valid in their dialect',
    actual: bad === 0 ? `${judged.filter(({ kind }) => kind === 'valid').length} valid schemas` : `${bad} invalid schemas of ${schemas.length + noObject}${why === '' ? '' : `: ${why}`}`,
  }, tools)
  const strange = schemas.filter((schema) => dialectOf(schema) === undefined).length
  context.observe({ requirement: requirements.dialect, input, ok: strange === 0, expected: 'no dialect, or a published one', actual: `${strange} of ${schemas.length} schemas name another` }, tools)
  const unclear = judged.find((verdict, index) => verdict.kind === 'unclear' && /^(?:2|draft-0[67])/.test(dialectOf(schemas[index] ?? {}) ?? ''))
  if (unclear !== undefined && 'why' in unclear) context.inconclusive(unclear.why)
}

/** References lead to what is there, and not onto the network. */
export function checkReferences(context: CaseContext, tools: readonly JsonObject[], input: string, requirements: { readonly resolves: string; readonly local: string }): void {
  const found = schemasOf(tools).map((schema) => referencesOf(schema))
  const sum = (name: 'count' | 'network' | 'dangling'): number => found.reduce((total, each) => total + each[name], 0)
  if (sum('count') === 0) context.notApplicable('no schema of a tool has a reference')
  context.observe({ requirement: requirements.resolves, input, ok: sum('dangling') === 0, expected: 'references that lead to a part of the same schema', actual: `${sum('dangling')} of ${sum('count')} references lead nowhere` }, tools)
  context.observe({ requirement: requirements.local, input, ok: sum('network') === 0, expected: 'no reference to the network', actual: `${sum('network')} of ${sum('count')} references lead onto the network` }, tools)
}
