/**
 * Reads a YAML file against a JSON Schema and says of every mistake where it stands: line and column, the key, and
 * what would be right, never a value.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { LineCounter, isMap, isNode, isScalar, parseDocument } from 'yaml'
import type { Document } from 'yaml'
import { didYouMean } from '../commands/suggest.ts'

export interface YamlProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

export type YamlReading =
  | { readonly ok: true; readonly value: unknown; position(path: readonly (string | number)[]): { line: number; column: number } }
  | { readonly ok: false; readonly problems: readonly YamlProblem[] }

/** A screenful of them is enough to begin with. */
const maxMistakes = 20

/** What is wrong with a file, up to a screenful, each with its place in front: the message of an error. */
export function mistakesText(path: string, problems: readonly YamlProblem[]): string {
  const told = problems.slice(0, maxMistakes).map(({ line, column, message }) => `${path}:${line}:${column} ${message}`)
  const rest = problems.length - told.length
  return [...told, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
}

/** Compiles a JSON Schema 2020-12. @throws Error for a schema that is none. */
export function compileSchema(schema: object): ValidateFunction {
  return new Ajv2020({ allErrors: true, strict: true, strictRequired: false }).compile(schema)
}

/** Duplicate keys, several documents, aliases that expand beyond a cap and keys that are no text are mistakes too. */
export function readStrictYaml(text: string, validate: ValidateFunction): YamlReading {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, strict: true, version: '1.2', schema: 'core', stringKeys: true, prettyErrors: false })
  const at = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const syntax = [...document.errors, ...document.warnings].map((error) => ({ ...at(error.pos[0]), message: yamlMessage(error.code, error.message) }))
  if (syntax.length > 0) return { ok: false, problems: syntax }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 20 })
  } catch {
    return { ok: false, problems: [{ line: 1, column: 1, message: 'its aliases cannot be resolved, or expand too far' }] }
  }
  const position = (path: readonly (string | number)[]): { line: number; column: number } => at(offsetOf(document, path))
  if (validate(value)) return { ok: true, value, position }
  const problems = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'propertyNames').map((error): YamlProblem => {
    const path = pathOf(error)
    return { ...position(path), message: describe(error, knownKeys(validate.schema, error)) }
  })
  return { ok: false, problems: problems.toSorted((one, other) => one.line - other.line || one.column - other.column) }
}

/** The library's own text may quote the line; its code says as much. */
function yamlMessage(code: string, message: string): string {
  if (code === 'DUPLICATE_KEY') return 'the key is there twice'
  if (code === 'MULTIPLE_DOCS') return 'the file must hold one document'
  if (code === 'NON_STRING_KEY') return 'a key must be text'
  return `it is no valid YAML (${message.split(/[:\n]/, 1)[0]?.slice(0, 100) ?? code})`
}

/** Where the mistake stands: for an unknown key the key itself, else the value. */
function pathOf(error: ErrorObject): (string | number)[] {
  const path: (string | number)[] = error.instancePath.split('/').slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
  if (error.keyword === 'additionalProperties') path.push(String(error.params['additionalProperty']))
  if (error.propertyName !== undefined) path.push(error.propertyName)
  return path
}

/** The keys that may stand where an unknown one does. */
function knownKeys(schema: unknown, { keyword, schemaPath }: ErrorObject): string[] {
  if (keyword !== 'additionalProperties' || !schemaPath.startsWith('#/')) return []
  const owner = schemaPath.slice(2).split('/').slice(0, -1).map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((part, key) => (typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[key] : undefined), schema)
  const properties = typeof owner === 'object' && owner !== null ? (owner as { properties?: unknown }).properties : undefined
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}

function describe(error: ErrorObject, known: readonly string[]): string {
  const where = error.instancePath === '' ? 'the file' : error.instancePath.slice(1).replaceAll('/', '.')
  switch (error.keyword) {
    case 'additionalProperties':
      return [`unknown key ${JSON.stringify(error.params['additionalProperty'])}${error.instancePath === '' ? '' : ` in ${where}`}`, didYouMean(String(error.params['additionalProperty']), known) ?? ''].join('. ').replace(/\. $/, '')
    case 'required':
      return `${where} lacks ${JSON.stringify(error.params['missingProperty'])}`
    case 'enum':
      return `${where} must be one of ${(error.params['allowedValues'] as unknown[]).join(', ')}`
    case 'const':
      return `${where} must be ${JSON.stringify(error.params['allowedValue'])}`
    default:
      return `${error.propertyName === undefined ? where : `${where}: the name ${JSON.stringify(error.propertyName)}`} ${error.message ?? 'is wrong'}`
  }
}

/** The offset of the key that a path ends in, or of the value where it ends in a list, or of what is nearest above. */
function offsetOf(document: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    const last = path[length - 1]
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => (isScalar(key) ? key.value : key) === String(last))
      if (pair !== undefined && isNode(pair.key)) return pair.key.range?.[0] ?? 0
    }
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node)) return node.range?.[0] ?? 0
  }
  return isNode(document.contents) ? document.contents.range?.[0] ?? 0 : 0
}
