/**
 * Reads one of our JSON documents back from bytes that may have come from anywhere: one reading only (no repeated key,
 * no `__proto__`), bounded depth, and the shape that its schema demands. What is said of a mistake never quotes a value.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { parseStrictJson, StrictJsonError } from '../../protocol/strict-json.ts'
import { visibleLine } from './visible.ts'

export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string }

/** None of our documents nests deeper. */
const maxDepth = 512

/** Parses the text. Never throws. */
export function readDocument(text: Uint8Array | string, depth: number = maxDepth): Reading<unknown> {
  let value: unknown
  try {
    value = parseStrictJson(text, { maxDepth: depth })
  } catch (error) {
    if (error instanceof StrictJsonError) return { ok: false, why: `the text ${error.message.slice('The text '.length, -1)}` }
    throw error
  }
  return namesPrototype(value) ? { ok: false, why: 'it has a key that every object has already, such as __proto__' } : { ok: true, value }
}

/** Such a key is no member that any of our documents has, and whoever looks others up by name would find what is not there. */
function namesPrototype(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false
  if (Array.isArray(value)) return value.some(namesPrototype)
  return Object.entries(value).some(([key, item]) => key in Object.prototype || namesPrototype(item))
}

/** A check against a schema, compiled when it is first needed; ends at the first mistake, for a file may be all mistakes. */
export function schemaCheck(schema: object): (value: unknown) => string | undefined {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(schema)
    return validate(value) ? undefined : describe(validate.errors?.[0])
  }
}

function describe(error: ErrorObject | undefined): string {
  if (error === undefined) return 'it does not fit its schema'
  const where = error.instancePath === '' ? 'the document' : shortened(error.instancePath.slice(1).replaceAll('/', '.'))
  switch (error.keyword) {
    case 'additionalProperties': return `${where} has an unknown key ${JSON.stringify(shortened(String(error.params['additionalProperty'])))}`
    case 'required': return `${where} lacks ${JSON.stringify(error.params['missingProperty'])}`
    case 'enum': return `${where} must be one of ${(error.params['allowedValues'] as unknown[]).join(', ')}`
    case 'const': return `${where} must be ${JSON.stringify(error.params['allowedValue'])}`
    default: return `${where} ${error.message ?? 'is wrong'}`
  }
}

/** Keys come from the file as well. */
function shortened(text: string): string {
  const line = visibleLine(text)
  return line.length <= 120 ? line : `${line.slice(0, 120)}…`
}
