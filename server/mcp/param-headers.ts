/**
 * Holds the `Mcp-Param-*` fields of a tool call against its arguments (2026-07-28, basic/transports/streamable-http
 * "Custom Headers from Tool Parameters" and "Server Validation"). The SDK does so for its high-level server only.
 */
import { isRecord } from './message-id.ts'

/** One parameter of a tool that its input schema mirrors into a field. */
export interface MirroredParam {
  /** Names of properties, from the root of the arguments. */
  readonly path: readonly string[]
  /** The whole name of the field, as declared. */
  readonly field: string
  readonly integer: boolean
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const mirroredTypes: readonly unknown[] = ['string', 'integer', 'boolean']

/** Every `x-mcp-header` that is reached through `properties` alone and declared as the specification wants it. */
export function mirroredParams(inputSchema: unknown, path: readonly string[] = []): readonly MirroredParam[] {
  const properties = isRecord(inputSchema) ? inputSchema['properties'] : undefined
  if (!isRecord(properties)) return []
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isRecord(property)) return []
    const here = [...path, name]
    const { 'x-mcp-header': header, type } = property
    const declared = typeof header === 'string' && token.test(header) && mirroredTypes.includes(type)
    return [...(declared ? [{ path: here, field: `Mcp-Param-${header}`, integer: type === 'integer' }] : []), ...mirroredParams(property, here)]
  })
}

/**
 * What is wrong with the fields of a call, as one sentence; undefined where nothing is.
 * @param field Gives the value of a field by its name in lower case; undefined where it was not sent.
 */
export function paramHeaderProblem(params: readonly MirroredParam[], args: unknown, field: (name: string) => string | undefined): string | undefined {
  for (const param of params) {
    const value = valueAt(args, param.path)
    const sent = field(param.field.toLowerCase())
    // An argument of another type is a fault of the input: the tool says so.
    if (typeof value === 'object' && value !== null) continue
    if (value === undefined || value === null) {
      if (sent !== undefined) return `${param.field} was sent, but the call has no such argument.`
      continue
    }
    if (sent === undefined) return `${param.field} is missing, and the call has such an argument.`
    const decoded = decodeFieldValue(sent)
    if (decoded === undefined) return `${param.field} holds characters that no such field may have.`
    if (!isSame(decoded, value, param)) return `${param.field} is not what the call has as that argument.`
  }
  return undefined
}

/** A field value as text: what the Base64 form stands for, else as it is; undefined where it can be neither. */
export function decodeFieldValue(value: string): string | undefined {
  if (!/^[\t\x20-\x7e]*$/.test(value)) return undefined
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1]
  if (encoded === undefined) return value
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.toString('base64') !== encoded) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Integers are compared as numbers: `42.0` is `42`. */
function isSame(decoded: string, value: unknown, { integer }: MirroredParam): boolean {
  if (integer && typeof value === 'number') return /^-?\d+(?:\.\d+)?$/.test(decoded) && Number.isSafeInteger(value) && Number(decoded) === value
  return decoded === String(value)
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let at = args
  for (const name of path) at = isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined
  return at
}
