/**
 * The JSON Schema building blocks of the tools: plain 2020-12 without references, so that every client can read them.
 * Lengths count Unicode code points after trimming.
 */
import { errorCodes } from '../handoff/errors.ts'
import { priorities, statuses } from '../handoff/types.ts'
import { ceilings } from '../registry/policy.ts'
import type { JsonSchema } from './tool.ts'

export const lengthNote = 'Limits count Unicode code points after white space at both ends is removed.'

const uuid = { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }
const time = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' }
const hash = { type: 'string', pattern: '^[0-9a-f]{64}$' }
const string = { type: 'string' }
const strings = { type: 'array', items: string }
const count = { type: 'integer', minimum: 0 }

/** A text that is not blank. */
export function text(minLength: number, maxLength: number, description: string): JsonSchema {
  return { type: 'string', minLength, maxLength, pattern: '\\S', description: `${description} ${lengthNote}` }
}

/** A list of texts that are not blank. */
export function textList(maxItems: number, maxLength: number, description: string): JsonSchema {
  const items = { type: 'string', minLength: 1, maxLength, pattern: '\\S' }
  return { type: 'array', maxItems, items, description: `${description} ${lengthNote}` }
}

export function oneOf(values: readonly string[], description: string): JsonSchema {
  return { type: 'string', enum: values, description }
}

export function wholeNumber(minimum: number, maximum: number, description: string): JsonSchema {
  return { type: 'integer', minimum, maximum, description }
}

/** The same schema for an argument that may be left out, or be null, which means the same. */
export function optional(schema: JsonSchema, fallback?: unknown): JsonSchema {
  const { type, enum: values, ...rest } = schema
  return {
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
    ...rest,
    ...(fallback === undefined ? {} : { default: fallback }),
  }
}

/** An object that knows these members and no others. */
export function strictObject(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** What a tool answers: its result, or an error that clients which validate can still read. */
export function resultOrError(result: JsonSchema): JsonSchema {
  return { type: 'object', anyOf: [result, errorResult] }
}

const errorResult = strictObject(
  {
    error: strictObject(
      {
        code: { type: 'string', enum: Object.keys(errorCodes) },
        message: string,
        retryable: { type: 'boolean' },
        field: { type: 'string', description: 'The argument at fault.' },
      },
      ['code', 'message', 'retryable'],
    ),
  },
  ['error'],
)

export const handoffSchema = strictObject(
  {
    id: uuid,
    thread_id: uuid,
    parent_id: uuid,
    depth: count,
    sender: string,
    recipient: string,
    title: string,
    summary: string,
    request: string,
    context_refs: strings,
    artifact_refs: strings,
    tags: strings,
    sensitivity: { type: 'string', enum: ceilings },
    priority: { type: 'string', enum: priorities },
    status: { type: 'string', enum: statuses },
    version: { type: 'integer', minimum: 1 },
    created_at: time,
    updated_at: time,
    expires_at: time,
  },
  [
    'id', 'thread_id', 'depth', 'sender', 'recipient', 'title', 'summary', 'request', 'context_refs', 'artifact_refs',
    'tags', 'sensitivity', 'priority', 'status', 'version', 'created_at', 'updated_at',
  ],
)

export const eventSchema = strictObject(
  {
    id: uuid,
    handoff_id: uuid,
    seq: { type: 'integer', minimum: 1 },
    actor: string,
    type: string,
    from_status: { type: 'string', enum: statuses },
    to_status: { type: 'string', enum: statuses },
    note: string,
    policy_revision: hash,
    created_at: time,
    prev_hash: hash,
    hash,
  },
  ['id', 'handoff_id', 'seq', 'actor', 'type', 'to_status', 'policy_revision', 'created_at', 'prev_hash', 'hash'],
)

export const changeResultSchema = resultOrError(
  strictObject({ handoff: handoffSchema, replayed: { type: 'boolean' } }, ['handoff', 'replayed']),
)

export const whoamiResultSchema = resultOrError(
  strictObject(
    {
      agent_id: string,
      display_name: string,
      disclosure_ceiling: { type: 'string', enum: ceilings },
      send_to: strings,
      receive_from: strings,
      policy_revision: hash,
    },
    ['agent_id', 'display_name', 'disclosure_ceiling', 'send_to', 'receive_from', 'policy_revision'],
  ),
)
