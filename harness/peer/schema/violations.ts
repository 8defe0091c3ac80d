/** Holds one message against the schema of its revision, and says what does not fit in words that hold nothing of it. */
import type { ErrorObject } from 'ajv'
import type { JsonObject } from '../peer.ts'
import { schemaOf } from './definitions.ts'
import type { RevisionSchema } from './definitions.ts'
import { fittingFor } from './fitting.ts'
import { foundIn } from './found.ts'

export interface Violation {
  readonly what: string
  readonly where: string
  readonly rule: string
  /** What was there instead: its kind, or a word of the schemas. */
  readonly found: string
}

/** What is longer is judged up to its first violation. In UTF-16 code units. */
const maxWholeChars = 256 * 1024
/** Distinct ones of one message. */
const maxViolations = 50

/**
 * @param method The method of the request that the message answers; undefined where it answers none.
 * @param length How long its text is.
 * @throws Error for a revision without a schema.
 */
export function violationsOf(revision: string, method: string | undefined, message: JsonObject, length: number): Violation[] {
  const schema = schemaOf(revision)
  const { what, fittings, problems } = fittingFor(schema, method, message)
  const found = new Map<string, Violation>()
  const add = (where: string, rule: string, instead: string): void => {
    if (found.size < maxViolations) found.set(`${where} ${rule} ${instead}`, { what, where, rule, found: instead })
  }
  for (const rule of problems) add('', rule, 'none of them')
  for (const { definition, at } of fittings) {
    const validate = schema.validator(definition, length <= maxWholeChars)
    const value = at === '' ? excused(message) : message[at]
    if (validate(value)) continue
    for (const error of telling(validate.errors ?? [])) {
      add(`${at === '' ? '' : `/${at}`}${pointer(schema, error.instancePath)}`, ruleOf(error), foundIn(error))
    }
  }
  return [...found.values()]
}

/**
 * JSON-RPC 2.0 wants `id: null` where the id could not be read, the schemas no id: either will do in every revision.
 * So will a number with a fraction: an error has the id of its request, also of one that was refused for that id.
 */
function excused(message: JsonObject): JsonObject {
  const id = message['id'] ?? null
  return Object.hasOwn(message, 'error') && (id === null || typeof id === 'number') ? { ...message, id: 0 } : message
}

/** Without those that only repeat that a part did not fit. */
function telling(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath)
  return errors.filter(({ keyword, instancePath }) =>
    keyword !== 'if' && (keyword === 'anyOf' ? !unions.some((path) => instancePath.startsWith(`${path}/`)) : !unions.some((path) => instancePath === path || instancePath.startsWith(`${path}/`))))
}

/** Indexes become `*`, and so do names that no schema has: they are the target's own. */
function pointer({ names }: RevisionSchema, path: string): string {
  return path.split('/').map((part, index) => (index === 0 || names.has(unescaped(part)) ? part : '*')).join('/')
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function ruleOf({ keyword, params, schema, parentSchema }: ErrorObject): string {
  const given = params as Readonly<Record<string, unknown>>
  switch (keyword) {
    case 'required': return `has ${String(given['missingProperty'])}`
    case 'type': return `is of type ${[given['type']].flat().join(' or ')}`
    case 'const': return `is ${JSON.stringify(given['allowedValue'])}`
    case 'enum': return `is one of ${(given['allowedValues'] as readonly unknown[]).map((each) => JSON.stringify(each)).join(', ')}`
    case 'minimum': return `is ${String(given['limit'])} or more`
    case 'maximum': return `is ${String(given['limit'])} or less`
    case 'minItems': return `has ${String(given['limit'])} items or more`
    case 'maxItems': return `has ${String(given['limit'])} items or fewer`
    case 'additionalProperties': return 'has no other members than the schema names'
    case 'anyOf': return `is one of ${membersOf(schema ?? parentSchema?.['anyOf'])}`
    default: return `keeps ${keyword}`
  }
}

/** The members of a union by the names of their definitions. */
function membersOf(union: unknown): string {
  if (!Array.isArray(union)) return 'the kinds that the schema names'
  return union.map((member: JsonObject) => {
    const { $ref: reference, type } = member
    if (typeof reference === 'string') return reference.split('/').at(-1) ?? ''
    return typeof type === 'string' ? type : 'another kind'
  }).join(', ')
}
