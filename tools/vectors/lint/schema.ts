/** The files against their JSON Schema. */
import { Ajv2020 } from 'ajv/dist/2020.js'

/** @returns One sentence a file, with the first place that is wrong. */
export function schemaProblems(files: ReadonlyMap<string, string>, schema: string): string[] {
  const isValid = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true }).compile(JSON.parse(schema) as object)
  return [...files].flatMap(([name, text]) => {
    let file: unknown
    try {
      file = JSON.parse(text)
    } catch {
      return [`${name} is no JSON`]
    }
    if (isValid(file)) return []
    const error = isValid.errors?.[0]
    return [`${name}${error?.instancePath ?? ''} ${error?.message ?? 'is not valid'}`]
  })
}
