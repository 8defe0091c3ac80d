/**
 * Whether an adapter fits what a target lists: a mapping to a tool, an argument or a result that is not there would
 * make every case about handoffs fail or pass for the wrong reason, so that it is told before the run.
 */
import { HarnessError } from '../errors.ts'
import { isJsonObject, ownMember } from '../wire/json.ts'
import { operationKinds } from '../handoff/contract.ts'
import type { Adapter, OperationMapping } from './adapter.ts'
import type { ToolSummary } from './profile.ts'

/** More would not help to see what is wrong. */
const maxTold = 5

/**
 * A target that lists no tools at all is another matter, and told by its control.
 * @throws HarnessError `adapter_mismatch`, with each field that does not fit
 */
export function requireFit(adapter: Adapter, tools: readonly ToolSummary[]): void {
  if (tools.length === 0) return
  const misfits = misfitsOf(adapter, tools)
  if (misfits.length === 0) return
  const rest = misfits.length - maxTold
  throw new HarnessError('adapter_mismatch', `handoff.adapter: ${adapter.source ?? adapter.name} does not fit: ${misfits.slice(0, maxTold).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`,
    adapter.source === undefined ? {} : { remedy: `Correct those keys of ${adapter.source}: see docs/adapters.md.` })
}

/** Each field of an adapter that a target does not have, in words; none where it fits. */
export function misfitsOf(adapter: Adapter, tools: readonly ToolSummary[]): string[] {
  return operationKinds.flatMap((kind) => {
    const operation = adapter.operations[kind]
    const tool = tools.find(({ name }) => name === operation.tool)
    if (tool === undefined) return [`operations.${kind}.tool is ${JSON.stringify(operation.tool)}, which the target does not list`]
    return [
      ...Object.entries(operation.arguments).filter(([, name]) => !takes(tool.inputSchema, name)).map(([of, name]) =>
        `operations.${kind}.arguments.${of} is ${JSON.stringify(name)}, which the tool ${tool.name} does not take`),
      ...resultPaths(adapter, operation).filter(({ path }) => denies(tool.outputSchema, path)).map(({ at, says }) =>
        `${at.replace('operations.', `operations.${kind}.`)} is ${JSON.stringify(says)}, which the result of the tool ${tool.name} does not have`),
    ]
  })
}

/** Any argument, where the schema does not say which there are. */
function takes(schema: unknown, argument: string): boolean {
  if (!isJsonObject(schema)) return true
  const properties = ownMember(schema, 'properties')
  if (!isJsonObject(properties) || isComposed(schema) || Object.hasOwn(properties, argument)) return true
  const others = ownMember(schema, 'additionalProperties')
  return others === true || isJsonObject(others) || ownMember(schema, 'patternProperties') !== undefined
}

interface ResultPath {
  /** Where in the adapter it stands, but for the operation. */
  readonly at: string
  readonly says: string
  /** From the result; `[]` is an element of a list. */
  readonly path: readonly string[]
}

/** Every path that is read from the result of an operation, through the objects that the adapter describes once. */
function resultPaths({ handoff, event }: Adapter, { results }: OperationMapping): ResultPath[] {
  const own = Object.entries(results).map(([name, says]) => ({ at: `operations.results.${name}`, says, path: says.split('.') }))
  const within = (result: string, isList: boolean, fields: Readonly<Record<string, string>>, at: string): ResultPath[] => {
    const base = results[result]
    if (base === undefined) return []
    return Object.entries(fields).map(([name, says]) => ({ at: `${at}.${name}`, says, path: [...base.split('.'), ...(isList ? ['[]'] : []), ...says.split('.')] }))
  }
  return [...own, ...within('handoff', false, handoff, 'handoff'), ...within('handoffs', true, handoff, 'handoff'), ...within('events', true, event, 'event')]
}

/** Only what a schema rules out: one that allows more than it names, or that is put together of others, denies nothing. */
function denies(schema: unknown, path: readonly string[]): boolean {
  let at = schema
  for (const name of path) {
    if (!isJsonObject(at) || isComposed(at)) return false
    if (name === '[]') {
      at = ownMember(at, 'items')
      continue
    }
    const properties = ownMember(at, 'properties')
    if (!isJsonObject(properties)) return false
    if (!Object.hasOwn(properties, name)) return ownMember(at, 'additionalProperties') === false && ownMember(at, 'patternProperties') === undefined
    at = properties[name]
  }
  return false
}

function isComposed(schema: Record<string, unknown>): boolean {
  return ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if'].some((keyword) => Object.hasOwn(schema, keyword))
}
