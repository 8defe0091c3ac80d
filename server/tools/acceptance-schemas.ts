/** The JSON Schemas of the acceptance tools. Their texts are read as they are; limits are bytes, which JSON Schema cannot count. */
import { limits } from '../acceptance/limits.ts'
import { acceptResults, tokenReasons } from '../acceptance/types.ts'
import { resultOrError, strictObject } from './schemas.ts'
import type { JsonSchema } from './tool.ts'

const string = { type: 'string' }
const strings = { type: 'array', items: string }
const boolean = { type: 'boolean' }
const hash = { type: 'string', pattern: '^[0-9a-f]{64}$' }

/** No text has more characters than bytes, so the schema refuses nothing that the tool takes. */
export function asGiven(description: string, bytes: number = limits.textBytes): JsonSchema {
  return { type: 'string', maxLength: bytes, description }
}

export function listOfNames(description: string): JsonSchema {
  return { type: 'array', maxItems: limits.tools, items: { type: 'string', maxLength: limits.textBytes }, description }
}

const itemText = { type: ['string', 'null'], maxLength: limits.textBytes }

export const liveItems: JsonSchema = {
  type: 'array',
  maxItems: limits.items,
  items: {
    type: 'object',
    properties: {
      id: itemText,
      status: itemText,
      depends_on: itemText,
      tool_requirements: { description: 'A list of objects that have a name, or the JSON text of one.' },
    },
  },
  description: 'The items of the board as they are now.',
}

const recovery = strictObject(
  {
    signal: { type: 'string', enum: ['spoofing_suspected', 'sibling_likely_acted', 'body_tampered'] },
    message: string,
    next_step: { type: 'string', enum: ['load_handoff', 'cross_check_live_board'] },
    next_step_hint: string,
  },
  ['signal', 'message', 'next_step', 'next_step_hint'],
)

const tokenCheck = strictObject({ valid: boolean, reason: { type: 'string', enum: tokenReasons }, recovery }, ['valid', 'reason'])

const identityCheck = strictObject(
  {
    checked: boolean,
    consistent: boolean,
    found: { type: ['object', 'null'], additionalProperties: string },
    reasons: strings,
  },
  ['checked', 'consistent', 'found', 'reasons'],
)

const capabilityCheck = strictObject({ required_tools: strings, available_tools: strings, missing_tools: strings }, ['required_tools', 'available_tools', 'missing_tools'])

const toolManifestCheck = strictObject(
  { expected_required_tools_hash: string, live_required_tools_hash: hash, matches: boolean },
  ['expected_required_tools_hash', 'live_required_tools_hash', 'matches'],
)

const boardCheck = strictObject(
  { expected_board_revision: string, live_board_revision: hash, matches: boolean },
  ['expected_board_revision', 'live_board_revision', 'matches'],
)

const verdict = {
  accepted: boolean,
  result: { type: 'string', enum: acceptResults },
  reasons: strings,
  token_check: orNull(tokenCheck),
  identity_check: orNull(identityCheck),
  capability_check: orNull(capabilityCheck),
  tool_manifest_check: orNull(toolManifestCheck),
  board_check: orNull(boardCheck),
  is_trusted_channel: { type: 'boolean', const: false },
  delivery_source: string,
}

export const issueResultSchema = resultOrError(
  strictObject(
    {
      goal_token: { type: 'string', pattern: '^[0-9a-f]{16}$' },
      expires_at: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' },
      body_hash: hash,
    },
    ['goal_token', 'expires_at'],
  ),
)

export const verifyResultSchema = resultOrError(tokenCheck)

export const verdictSchema = resultOrError(strictObject(verdict, Object.keys(verdict)))

function orNull(schema: JsonSchema): JsonSchema {
  return { ...schema, type: ['object', 'null'] }
}
