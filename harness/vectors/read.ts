/**
 * Reads a file of golden vectors, strictly: what is unknown, missing, repeated or of the wrong type is an error that
 * names the place, since a vector that is misread would judge every target by another rule.
 */
import { parseStrictJson, StrictJsonError } from '../../protocol/strict-json.ts'
import { HarnessError } from '../errors.ts'
import { isJsonObject } from '../wire/json.ts'
import type { JsonObject } from '../wire/json.ts'
import { expand } from './expand.ts'
import { vectorFlags } from './format.ts'
import type { Expected, TokenSetup, Vector, VectorCall, VectorFlag, VectorGroup } from './format.ts'

/** Deeper than any input that a server has to read. */
const maxDepth = 256

/**
 * @param text The whole file.
 * @param name What to call it in messages.
 * @throws HarnessError `vectors_invalid`, naming the first place that is wrong.
 */
export function parseVectors(text: string, name: string): readonly VectorGroup[] {
  try {
    const file = objectOf(jsonOf(text), '', ['schema', 'generator', 'groups'])
    if (file['schema'] !== 1) throw new Fault('schema', 'must be 1')
    textOf(file['generator'], 'generator')
    const groups = listOf(file['groups'], 'groups').map((group, at) => readGroup(group, `groups[${at}]`))
    checkIds(groups)
    return groups
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new HarnessError('vectors_invalid', `${name}: ${error.place === '' ? 'the file' : error.place} ${error.message}`, { cause: error })
  }
}

class Fault extends Error {
  readonly place: string

  constructor(place: string, message: string) {
    super(message)
    this.place = place
  }
}

/** Halves of surrogate pairs are what some vectors are about; everything else that two parsers could read differently is refused. */
function jsonOf(text: string): unknown {
  try {
    parseStrictJson(text.replaceAll(/\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g, '\\u0041'), { maxDepth })
  } catch (error) {
    if (error instanceof StrictJsonError) throw new Fault('', `cannot be read: ${error.message}`)
    throw error
  }
  return JSON.parse(text)
}

function readGroup(value: unknown, place: string): VectorGroup {
  const group = objectOf(value, place, ['name', 'source', 'vectors'])
  return {
    name: textOf(group['name'], `${place}.name`),
    source: textOf(group['source'], `${place}.source`),
    vectors: listOf(group['vectors'], `${place}.vectors`).map((vector, at) => readVector(vector, `${place}.vectors[${at}]`)),
  }
}

function readVector(value: unknown, at: string): Vector {
  const vector = objectOf(value, at, ['id', 'comment', 'flags', 'setup', 'calls'])
  const id = textOf(vector['id'], `${at}.id`)
  const place = `${at} (${id})`
  const flags = listOf(vector['flags'], `${place}.flags`).map((flag): VectorFlag => {
    const known = vectorFlags.find((each) => each === flag)
    if (known === undefined) throw new Fault(`${place}.flags`, `must hold only ${vectorFlags.join(', ')}`)
    return known
  })
  const setup = objectOf(vector['setup'], `${place}.setup`, ['tokens'])
  const tokens = listOf(setup['tokens'], `${place}.setup.tokens`).map((token, index) => readToken(token, `${place}.setup.tokens[${index}]`))
  const calls = listOf(vector['calls'], `${place}.calls`).map((call, index) => readCall(call, `${place}.calls[${index}]`))
  if (calls.length === 0) throw new Fault(`${place}.calls`, 'must not be empty')
  if (new Set(tokens.map(({ alias }) => alias)).size !== tokens.length) throw new Fault(`${place}.setup.tokens`, 'has the same alias twice')
  const dry = new Map(tokens.map(({ alias }) => [alias, '']))
  for (const [index, call] of calls.entries()) tryExpanding(call.input, dry, `${place}.calls[${index}].input`)
  return { id, comment: textOf(vector['comment'], `${place}.comment`), flags: new Set(flags), tokens, calls }
}

function tryExpanding(value: unknown, tokens: ReadonlyMap<string, string>, place: string): void {
  try {
    expand(value, tokens)
  } catch (error) {
    throw new Fault(place, `cannot be expanded: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function readToken(value: unknown, place: string): TokenSetup {
  const token = objectOf(value, place, ['alias', 'project_id', 'ttl_s', 'minted_at_s'], ['body'])
  const ttlS = secondsOf(token['ttl_s'], `${place}.ttl_s`)
  const { body } = token
  if (body !== undefined && typeof body !== 'string') throw new Fault(`${place}.body`, 'must be a text')
  return {
    alias: textOf(token['alias'], `${place}.alias`),
    projectId: textOf(token['project_id'], `${place}.project_id`),
    ...(body === undefined ? {} : { body }),
    ttlS,
    mintedAtS: secondsOf(token['minted_at_s'], `${place}.minted_at_s`),
  }
}

function readCall(value: unknown, place: string): VectorCall {
  const call = objectOf(value, place, ['at_s', 'input', 'expect'], ['via'])
  const { via = 'accept', input } = call
  if (via !== 'accept' && via !== 'verify') throw new Fault(`${place}.via`, 'must be accept or verify')
  if (!isJsonObject(input)) throw new Fault(`${place}.input`, 'must be an object')
  return { atS: secondsOf(call['at_s'], `${place}.at_s`), via, input, expect: readExpected(call['expect'], via, `${place}.expect`) }
}

/** Members of a verdict, in the order in which it has them. */
export const verdictMembers = [
  'accepted', 'result', 'reasons', 'token_check', 'identity_check', 'capability_check', 'tool_manifest_check', 'board_check', 'is_trusted_channel', 'delivery_source',
] as const

function readExpected(value: unknown, via: VectorCall['via'], place: string): Expected {
  if (!isJsonObject(value)) throw new Fault(place, 'must be an object')
  if (Object.hasOwn(value, 'error')) {
    const error = objectOf(objectOf(value, place, ['error'])['error'], `${place}.error`, ['code'], ['field'])
    const { code, field } = error
    if (code !== 'invalid_input' && code !== 'payload_too_large') throw new Fault(`${place}.error.code`, 'must be invalid_input or payload_too_large')
    return { kind: 'error', code, field: field === undefined ? undefined : textOf(field, `${place}.error.field`) }
  }
  return { kind: 'value', value: via === 'accept' ? objectOf(value, place, verdictMembers) : objectOf(value, place, ['valid', 'reason'], ['recovery']) }
}

function checkIds(groups: readonly VectorGroup[]): void {
  const seen = new Set<string>()
  for (const { id } of groups.flatMap(({ vectors }) => vectors)) {
    if (seen.has(id)) throw new Fault('', `has the vector ${id} twice`)
    seen.add(id)
  }
}

function objectOf(value: unknown, place: string, required: readonly string[], optional: readonly string[] = []): JsonObject {
  if (!isJsonObject(value)) throw new Fault(place, 'must be an object')
  for (const key of required) if (!Object.hasOwn(value, key)) throw new Fault(place, `lacks ${JSON.stringify(key)}`)
  for (const key of Object.keys(value)) if (!required.includes(key) && !optional.includes(key)) throw new Fault(place, `has the unknown key ${JSON.stringify(key)}`)
  return value
}

function listOf(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Fault(place, 'must be a list')
  return value
}

function textOf(value: unknown, place: string): string {
  if (typeof value !== 'string' || value === '') throw new Fault(place, 'must be a text that is not empty')
  return value
}

function secondsOf(value: unknown, place: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw new Fault(place, 'must be a number of seconds')
  return value
}
