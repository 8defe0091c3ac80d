/**
 * Checks the arguments of a call: null where an argument is optional means absent, strings are trimmed, then the
 * JSON Schema decides, then the rules for text that JSON Schema cannot say.
 */
import { HandoffError } from '../handoff/errors.ts'
import { fieldOf, messageOf, validatorOf } from './validation.ts'
import type { Tool } from './tool.ts'

export type Arguments = Readonly<Record<string, unknown>>

/**
 * @returns The canonical input: trimmed, without nulls.
 * @throws HandoffError `invalid_input` with the argument at fault, or `payload_too_large`
 */
export function checkInput(tool: Tool, given: unknown, maxMessageBytes: number): Arguments {
  const input = canonicalInput(tool, given)
  const isValid = validatorOf(tool.inputSchema)
  if (!isValid(input)) {
    const error = isValid.errors?.[0]
    throw new HandoffError('invalid_input', messageOf(error), optionalField(fieldOf(error)))
  }
  checkText('', given)
  const bytes = Buffer.byteLength(JSON.stringify(input))
  if (bytes > maxMessageBytes) {
    throw new HandoffError('payload_too_large', `The input has ${bytes} bytes; ${maxMessageBytes} are allowed.`)
  }
  return input as Arguments
}

function canonicalInput(tool: Tool, given: unknown): unknown {
  if (given === undefined) return {}
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const required = tool.inputSchema['required'] as readonly string[]
  const properties = tool.inputSchema['properties'] as object
  const isAbsent = (key: string, value: unknown) => value === null && Object.hasOwn(properties, key) && !required.includes(key)
  const present = Object.entries(given).filter(([key, value]) => !isAbsent(key, value))
  return Object.fromEntries(present.map(([key, value]) => [key, trimmed(value)]))
}

function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map((item: unknown) => trimmed(item))
  return value
}

/** Looks at the text as it was given: trimming would hide a carriage return at the end. */
function checkText(field: string, value: unknown): void {
  if (typeof value === 'string') {
    if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(value)) {
      throw new HandoffError('invalid_input', 'Control characters other than line feed and tab are not allowed.', { field })
    }
    if (!value.isWellFormed()) {
      throw new HandoffError('invalid_input', 'The text has half of a surrogate pair.', { field })
    }
  } else if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => checkText(`${field}[${index}]`, item))
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) checkText(field === '' ? key : `${field}.${key}`, member)
  }
}

function optionalField(field: string | undefined): { field?: string } {
  return field === undefined ? {} : { field }
}
