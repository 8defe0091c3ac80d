/**
 * Judges JSON Schemas that a target wrote, in the dialect that they name (2026-07-28 basic/index "JSON Schema Usage").
 * Nothing is ever fetched; size and time are bounded, since a schema can be made to cost as much as its author likes.
 */
import { Ajv } from 'ajv'
import type { Options, ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonObject } from '../../../harness/peer/peer.ts'
import { ownMember } from '../../../harness/wire/json.ts'
import { withinTime } from '../formats/time-limit.ts'

export type Dialect = '2020-12' | '2019-09' | 'draft-07' | 'draft-06' | 'draft-04' | 'draft-03'

const largestSchema = 512 * 1024
const largestValue = 1024 * 1024

const options: Options = { strict: false, logger: false, validateFormats: false, unicodeRegExp: false, ownProperties: true, addUsedSchema: false, allErrors: false }

/** @returns undefined for a dialect that has never been published. */
export function dialectOf(schema: JsonObject): Dialect | undefined {
  const named = ownMember(schema, '$schema')
  if (named === undefined) return '2020-12'
  if (typeof named !== 'string') return undefined
  const found = /^https?:\/\/json-schema\.org\/(?:draft\/(2020-12|2019-09)|(draft-0[3467]))\/schema#?$/.exec(named)
  return (found?.[1] ?? found?.[2]) as Dialect | undefined
}

export type SchemaVerdict =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly why: string }
  /** Nothing can tell: it is too large, takes too long, or its dialect is unknown here. */
  | { readonly kind: 'unclear'; readonly why: string }

/** Whether a schema is one, by the meta-schema of its dialect. */
export function judgeSchema(schema: JsonObject): SchemaVerdict {
  if (JSON.stringify(schema).length > largestSchema) return { kind: 'unclear', why: `a schema has more than ${largestSchema} characters` }
  const reader = readerFor(schema)
  if (reader === undefined) return { kind: 'unclear', why: 'no validator of the dialect is at hand' }
  const judged = withinTime(() => reader.validateSchema(bare(schema), false) === true)
  if (!judged.done) return { kind: 'unclear', why: 'a schema takes too long to read' }
  if (judged.value) return { kind: 'valid' }
  const [error] = reader.errors ?? []
  return { kind: 'invalid', why: `the keyword at fault is ${keywordOf(error?.instancePath ?? '')}` }
}

/** Whether a value is as a schema wants it. `unclear` also where the schema refers to what is not in it. */
export function judgeValue(schema: JsonObject, value: unknown): SchemaVerdict {
  if (JSON.stringify(value).length > largestValue) return { kind: 'unclear', why: 'a value is too large to be judged' }
  const validator = compiled.get(schema) ?? compile(schema)
  compiled.set(schema, validator)
  if (typeof validator === 'string') return { kind: 'unclear', why: validator }
  const judged = withinTime(() => (validator(value) ? undefined : `the keyword ${validator.errors?.[0]?.keyword ?? 'false'} is not met`))
  if (!judged.done) return { kind: 'unclear', why: 'a schema takes too long to be applied' }
  return judged.value === undefined ? { kind: 'valid' } : { kind: 'invalid', why: judged.value }
}

const compiled = new WeakMap<JsonObject, ValidateFunction | string>()

/** @returns Why there is no validator, where there is none. */
function compile(schema: JsonObject): ValidateFunction | string {
  if (JSON.stringify(schema).length > largestSchema) return 'a schema is too large to be applied'
  // One for each schema: what a target names `$id` in one must not be found from another.
  const validator = validatorOf(schema, { ...options, validateSchema: false, meta: false })
  if (validator === undefined) return 'no validator of the dialect is at hand'
  try {
    const made = withinTime(() => validator.compile(bare(schema)))
    return made.done ? made.value : 'a schema takes too long to be compiled'
  } catch {
    return 'a schema cannot be compiled'
  }
}

const readers = new Map<Dialect | undefined, Validator | undefined>()

/** One for each dialect: compiling a meta-schema costs more than all the schemas of a target. */
function readerFor(schema: JsonObject): Validator | undefined {
  const dialect = dialectOf(schema)
  if (!readers.has(dialect)) {
    const reader = validatorOf(schema, options)
    // Compiles the meta-schema, which is ours and may take its time.
    void reader?.validateSchema({})
    readers.set(dialect, reader)
  }
  return readers.get(dialect)
}

type Validator = Ajv | Ajv2019 | Ajv2020

function validatorOf(schema: JsonObject, given: Options): Validator | undefined {
  switch (dialectOf(schema)) {
    case '2020-12':
      return new Ajv2020(given)
    case '2019-09':
      return new Ajv2019(given)
    // What draft-07 added to draft-06 are keywords that a schema of draft-06 does not have.
    case 'draft-07':
    case 'draft-06':
      return new Ajv(given)
    case 'draft-04':
    case 'draft-03':
    case undefined:
      return undefined
  }
}

/** The dialect is chosen already, whichever way its name is written. */
function bare(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema'))
}

const keywords = new Set([
  '$id', '$ref', '$anchor', '$defs', 'definitions', 'type', 'properties', 'required', 'items', 'prefixItems', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not',
  'if', 'then', 'else', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'pattern', 'format', 'additionalProperties',
  'patternProperties', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'multipleOf', 'description', 'title', 'dependentRequired',
])

/** The last keyword on the way to the error; never a name that the target chose. */
function keywordOf(pointer: string): string {
  return pointer.split('/').findLast((part) => keywords.has(part)) ?? 'the schema itself'
}
