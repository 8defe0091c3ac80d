/**
 * The official JSON Schemas of the revisions that the harness speaks, kept as data in `harness/schemas`, and a validator
 * for each of their definitions, compiled when a message first needs it.
 */
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import type { Options, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { corrected } from './corrections.ts'
import { distinguished } from './unions.ts'
import type { Definitions, JsonSchema } from './unions.ts'

/** Those whose schema is there. */
export const schemaRevisions: readonly string[] = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']

export interface RevisionSchema {
  readonly definitions: Definitions
  /** Every name that stands under `properties` somewhere in the schema: all other names are a target's own. */
  readonly names: ReadonlySet<string>
  /**
   * @param whole False stops at the first violation, for messages whose violations could be beyond number.
   * @throws Error for a definition that there is none of.
   */
  validator(definition: string, whole: boolean): ValidateFunction
}

const loaded = new Map<string, RevisionSchema>()

/** @throws Error for a revision without a schema. */
export function schemaOf(revision: string): RevisionSchema {
  const known = loaded.get(revision) ?? load(revision)
  loaded.set(revision, known)
  return known
}

/** Formats are annotations in both drafts unless a schema's own dialect says otherwise, which these do not. */
const options: Options = {
  strict: false, validateFormats: false, messages: false, verbose: true, logger: false,
  // The schemas are data whose hashes a test checks: judging them by their meta-schema first would only cost time.
  validateSchema: false, meta: false, code: { optimize: false },
}

interface Document {
  readonly $schema: string
  readonly $defs?: Definitions
  readonly definitions?: Definitions
}

function load(revision: string): RevisionSchema {
  if (!schemaRevisions.includes(revision)) throw new Error(`there is no schema of revision ${revision}`)
  const document = JSON.parse(readFileSync(new URL(`../../schemas/${revision}.json`, import.meta.url), 'utf8')) as Document
  const place = document.$defs === undefined ? 'definitions' : '$defs'
  const definitions = distinguished(corrected(revision, document[place] ?? {}))
  const schema = { $schema: document.$schema, [place]: definitions }
  const compilers = new Map<boolean, Ajv>()
  const compilerFor = (whole: boolean): Ajv => {
    const known = compilers.get(whole)
    if (known !== undefined) return known
    const Compiler = document.$schema.includes('2020-12') ? Ajv2020 : Ajv
    const compiler = new Compiler({ ...options, allErrors: whole })
    compiler.addSchema(schema, 'mcp')
    compilers.set(whole, compiler)
    return compiler
  }
  return {
    definitions,
    names: namesIn(definitions),
    validator(definition, whole) {
      const validate = compilerFor(whole).getSchema(`mcp#/${place}/${definition}`)
      if (validate === undefined) throw new Error(`revision ${revision} has no definition ${definition}`)
      return validate as ValidateFunction
    },
  }
}

function namesIn(definitions: Definitions): Set<string> {
  const names = new Set<string>()
  const visit = (schema: JsonSchema): void => {
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties' && isSchema(value)) for (const name of Object.keys(value)) names.add(name)
      for (const each of Array.isArray(value) ? value : [value]) if (isSchema(each)) visit(each)
    }
  }
  visit(definitions)
  return names
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
