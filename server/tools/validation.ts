/** Compiles JSON Schemas, and turns what Ajv reports into the argument at fault and a plain sentence. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema } from './tool.ts'

/** Unknown names come from the caller: only so many UTF-16 units of them are repeated. */
const longestName = 100

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, ownProperties: true, validateFormats: false })

/**
 * The validator of a schema, compiled at its first use and shared by all who have the same schema object: compiling
 * costs more than the rest of a server's start.
 */
export function validatorOf(schema: JsonSchema): ValidateFunction {
  return ajv.compile(schema)
}

/** The argument at fault, for example `title` or `tags[3]`; undefined where it is the input as a whole. */
export function fieldOf(error: ErrorObject | undefined): string | undefined {
  if (error === undefined) return undefined
  const params = error.params as { missingProperty?: string; additionalProperty?: string }
  const parts = error.instancePath.split('/').slice(1)
  const last = params.missingProperty ?? params.additionalProperty
  if (last !== undefined) parts.push(last)
  if (parts.length === 0) return undefined
  return parts.map((part, index) => step(part, index)).join('').slice(0, longestName).toWellFormed()
}

function step(part: string, index: number): string {
  if (index === 0) return part
  return /^\d+$/.test(part) ? `[${part}]` : `.${part}`
}

/** In words, without the value: it may be long, or secret. */
export function messageOf(error: ErrorObject | undefined): string {
  if (error === undefined) return 'The input is not valid.'
  if (error.keyword === 'required') return 'A required argument is missing.'
  if (error.keyword === 'additionalProperties') return 'There is no such argument.'
  if (error.keyword === 'pattern') return 'The text must not be blank.'
  const allowed = (error.params as { allowedValues?: readonly (string | null)[] }).allowedValues
  if (allowed !== undefined) return `The value must be one of: ${allowed.filter((value) => value !== null).join(', ')}.`
  return `The value ${error.message ?? 'is not valid'}.`
}
