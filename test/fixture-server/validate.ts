/** Judges values by the JSON Schemas of the fixture, whatever 2020-12 keywords they use; unknown ones are annotations. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonObject } from './feature.ts'

const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: false })

/** @returns What is wrong, without the value; undefined where nothing is. */
export function problemOf(schema: JsonObject, value: unknown): string | undefined {
  const validate = ajv.compile(schema)
  if (validate(value)) return undefined
  const [error] = validate.errors ?? []
  return error === undefined ? 'is not valid' : `${error.instancePath === '' ? 'the whole' : error.instancePath.slice(1, 80)} ${error.message ?? 'is not valid'}`
}
