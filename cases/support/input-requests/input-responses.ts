/** Answers to what a server asks its client for, made from the question itself (2026-07-28 client/elicitation, sampling, roots). */
import type { JsonObject } from '../../../harness/peer/peer.ts'
import { isJsonObject, ownMember } from '../../../harness/wire/json.ts'

/** @returns undefined where the request is of no kind that a client knows, or asks for what nothing simple fulfils. */
export function responseTo(request: unknown): JsonObject | undefined {
  if (!isJsonObject(request)) return undefined
  const params = ownMember(request, 'params')
  switch (ownMember(request, 'method')) {
    case 'elicitation/create':
      return isJsonObject(params) ? elicited(params) : undefined
    case 'sampling/createMessage':
      return { role: 'assistant', content: { type: 'text', text: 'An example.' }, model: 'handoff-conformance', stopReason: 'endTurn' }
    case 'roots/list':
      return { roots: [{ uri: 'file:///handoff-conformance', name: 'handoff-conformance' }] }
    default:
      return undefined
  }
}

function elicited(params: JsonObject): JsonObject | undefined {
  if (ownMember(params, 'mode') === 'url') return { action: 'accept' }
  const schema = ownMember(params, 'requestedSchema')
  const properties = isJsonObject(schema) ? ownMember(schema, 'properties') : undefined
  if (!isJsonObject(properties)) return undefined
  const values = Object.entries(properties).map(([name, property]) => [name, isJsonObject(property) ? fieldValue(property) : undefined] as const)
  return values.some(([, value]) => value === undefined) ? undefined : { action: 'accept', content: Object.fromEntries(values) }
}

const formats: Readonly<Record<string, string>> = { email: 'someone@example.com', uri: 'https://example.com/', date: '2026-07-28', 'date-time': '2026-07-28T12:00:00Z' }

/** A value for a `PrimitiveSchemaDefinition`. */
function fieldValue(property: JsonObject): unknown {
  const choices = choicesOf(property)
  if (choices !== undefined) return choices[0]
  switch (ownMember(property, 'type')) {
    case 'string': {
      const format = ownMember(property, 'format')
      return typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : 'example'.padEnd(numberAt(property, 'minLength') ?? 0, 'x').slice(0, numberAt(property, 'maxLength') ?? 100)
    }
    case 'integer':
    case 'number':
      return Math.ceil(numberAt(property, 'minimum') ?? Math.min(1, numberAt(property, 'maximum') ?? 1))
    case 'boolean':
      return true
    case 'array': {
      const items = ownMember(property, 'items')
      const all = isJsonObject(items) ? choicesOf(items) : undefined
      return all?.slice(0, Math.max(1, numberAt(property, 'minItems') ?? 1))
    }
    default:
      return undefined
  }
}

function choicesOf(property: JsonObject): readonly unknown[] | undefined {
  const values = ownMember(property, 'enum')
  if (Array.isArray(values) && values.length > 0) return values
  for (const name of ['oneOf', 'anyOf']) {
    const titled = ownMember(property, name)
    if (Array.isArray(titled) && titled.length > 0) return titled.map((each: unknown) => (isJsonObject(each) ? each['const'] : undefined))
  }
  return undefined
}

function numberAt(property: JsonObject, name: string): number | undefined {
  const value = ownMember(property, name)
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1_000 ? value : undefined
}
