/** Other arguments for the call of a tool, as good as those that it has. */
import type { PeerCall, JsonObject } from '../../../harness/peer/peer.ts'
import type { Survey } from '../../../harness/peer/survey.ts'
import { isJsonObject, ownMember } from '../../../harness/wire/json.ts'
import { judgeValue } from './json-schema.ts'

/** @returns The call with one argument changed; undefined where the schema of its tool allows nothing simple. */
export function otherArguments({ tools }: Pick<Survey, 'tools'>, call: PeerCall): PeerCall | undefined {
  if (call.method !== 'tools/call') return undefined
  const schema = ownMember(tools.items.find(({ name }) => name === call.params?.['name']) ?? {}, 'inputSchema')
  const args = ownMember(call.params ?? {}, 'arguments')
  if (!isJsonObject(schema) || !isJsonObject(args)) return undefined
  const properties = ownMember(schema, 'properties')
  const candidates = isJsonObject(properties) ? Object.entries(properties).flatMap(([name, property]) => changed(args, name, property)) : []
  const other = candidates.find((candidate) => judgeValue(schema, candidate).kind === 'valid')
  return other === undefined ? undefined : { ...call, params: { ...call.params, arguments: other } }
}

function changed(args: JsonObject, name: string, property: unknown): JsonObject[] {
  const value = ownMember(args, name)
  const choices = isJsonObject(property) ? ownMember(property, 'enum') : undefined
  const values: unknown[] = Array.isArray(choices) ? choices.filter((choice) => choice !== value) : []
  if (typeof value === 'string') values.push(`${value}b`, 'b')
  if (typeof value === 'number') values.push(value + 1, value - 1)
  if (typeof value === 'boolean') values.push(!value)
  return values.map((each) => ({ ...args, [name]: each }))
}
