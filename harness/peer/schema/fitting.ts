/** Which definition of its revision a message has to fit. Pure; everything is derived from the names of the schema. */
import type { JsonObject } from '../peer.ts'
import type { RevisionSchema } from './definitions.ts'

/** A part of a message, and the definition that it has to fit. */
export interface Fitting {
  readonly definition: string
  /** Where the part stands in the message: empty, or one member. */
  readonly at: '' | 'result'
}

export interface Judged {
  /** For reports: `result of tools/list`. */
  readonly what: string
  readonly fittings: readonly Fitting[]
  /** Problems that no definition is needed for. */
  readonly problems: readonly string[]
}

/** @param method The method of the request that is answered; undefined for a message that answers none. */
export function fittingFor(schema: RevisionSchema, method: string | undefined, message: JsonObject): Judged {
  const said = message['method']
  if (typeof said === 'string') {
    return Object.hasOwn(message, 'id') ? { what: known(schema, said, 'Request'), fittings: whole(withMethod(schema, said, 'Request') ?? 'JSONRPCRequest'), problems: [] }
      : { what: known(schema, said, 'Notification'), fittings: whole(withMethod(schema, said, 'Notification') ?? 'JSONRPCNotification'), problems: [] }
  }
  if (Object.hasOwn(message, 'error')) {
    return { what: method === undefined ? 'an error' : `error of ${known(schema, method, 'Request')}`, fittings: errorFittings(schema, message), problems: [] }
  }
  if (Object.hasOwn(message, 'result')) {
    const definition = resultDefinition(schema, method, message['result'])
    return {
      what: `result of ${known(schema, method ?? '', 'Request')}`,
      fittings: [...whole(first(schema, 'JSONRPCResultResponse', 'JSONRPCResponse')), ...(definition === undefined ? [] : [{ definition, at: 'result' as const }])],
      problems: [],
    }
  }
  return { what: 'a message', fittings: [], problems: ['it has none of method, result and error'] }
}

function whole(definition: string): Fitting[] {
  return [{ definition, at: '' }]
}

/** A method is named only where the schema has it: any other one is the target's own word. */
function known(schema: RevisionSchema, method: string, kind: 'Request' | 'Notification'): string {
  return withMethod(schema, method, kind) === undefined ? (kind === 'Request' ? 'another request' : 'another notification') : method
}

function withMethod(schema: RevisionSchema, method: string, kind: 'Request' | 'Notification'): string | undefined {
  return Object.keys(schema.definitions).find((name) => name.endsWith(kind) && property(schema, name, 'method')?.['const'] === method)
}

function property(schema: RevisionSchema, definition: string, name: string): JsonObject | undefined {
  const properties = schema.definitions[definition]?.['properties'] as Readonly<Record<string, JsonObject>> | undefined
  return properties?.[name]
}

function first(schema: RevisionSchema, ...names: string[]): string {
  return names.find((name) => schema.definitions[name] !== undefined) ?? 'JSONRPCMessage'
}

/**
 * The name of a request tells that of its result. A result of another kind than `complete` is that of an extension, or
 * asks for input; a result that hands out a task has a definition of its own in 2025-11-25.
 */
function resultDefinition(schema: RevisionSchema, method: string | undefined, result: unknown): string | undefined {
  const kind = member(result, 'resultType')
  if (kind === 'input_required' && schema.definitions['InputRequiredResult'] !== undefined) return 'InputRequiredResult'
  if (typeof kind === 'string' && kind !== 'complete' && schema.definitions['ResultType'] !== undefined) return 'Result'
  const request = method === undefined ? undefined : withMethod(schema, method, 'Request')
  if (request === undefined) return schema.definitions['Result'] === undefined ? undefined : 'Result'
  if (typeof member(result, 'task') === 'object' && member(result, 'content') === undefined && schema.definitions['CreateTaskResult'] !== undefined) return 'CreateTaskResult'
  const named = request.replace(/Request$/, 'Result')
  return schema.definitions[named] === undefined ? 'EmptyResult' : named
}

/** An error with a code that has a definition of its own has to fit that too. */
function errorFittings(schema: RevisionSchema, message: JsonObject): Fitting[] {
  const code = member(message['error'], 'code')
  const own = Object.keys(schema.definitions).find((name) => name.endsWith('Error') && codeOf(schema, name) === code && code !== undefined)
  return [...whole(first(schema, 'JSONRPCErrorResponse', 'JSONRPCError')), ...(own === undefined ? [] : whole(own))]
}

function codeOf(schema: RevisionSchema, definition: string): unknown {
  const parts = property(schema, definition, 'error')?.['allOf'] as readonly JsonObject[] | undefined
  return parts?.map((part) => (part['properties'] as Readonly<Record<string, JsonObject>> | undefined)?.['code']?.['const']).find((code) => code !== undefined)
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined
}
