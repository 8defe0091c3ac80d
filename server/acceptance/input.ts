/** Reads the parameters of `accept_handoff` as they were given: strictly, before any check, and changing nothing. */
import { invalid, isObject, readText, readTexts, SizeFaults } from './input-faults.ts'
import { limits } from './limits.ts'
import { readItems } from './live-items.ts'
import type { AcceptInput } from './types.ts'

/** In the contract's order, in which they are also looked at. */
export const acceptParameters = [
  'project_id',
  'project_name',
  'session_id',
  'goal_token',
  'presented_body',
  'required_tools',
  'available_tools',
  'live_items',
  'expected_required_tools_hash',
  'expected_board_revision',
  'expected_repo_path',
  'delivery_source',
] as const satisfies readonly (keyof AcceptInput)[]

/**
 * Null is absent; nothing is trimmed or normalised; shape comes before size.
 *
 * @param given A JSON value.
 * @throws HandoffError `invalid_input`, `payload_too_large`, with the field at fault, such as `live_items[3].status`
 */
export function readAcceptInput(given: unknown): AcceptInput {
  if (given === undefined || given === null) return readAcceptInput({})
  if (!isObject(given)) throw invalid(undefined, 'The input must be an object.')
  const sizes = new SizeFaults()
  const optional = <Value>(name: keyof AcceptInput, read: (value: unknown, field: string, sizes: SizeFaults) => Value): Value | undefined => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    return value === undefined || value === null ? undefined : read(value, name, sizes)
  }
  const input: AcceptInput = {
    project_id: optional('project_id', readText),
    project_name: optional('project_name', readText),
    session_id: optional('session_id', readText),
    goal_token: optional('goal_token', readText),
    presented_body: optional('presented_body', readBody),
    required_tools: optional('required_tools', readTexts),
    available_tools: optional('available_tools', readTexts),
    live_items: optional('live_items', readItems),
    expected_required_tools_hash: optional('expected_required_tools_hash', readText),
    expected_board_revision: optional('expected_board_revision', readText),
    expected_repo_path: optional('expected_repo_path', readText),
    delivery_source: optional('delivery_source', readText),
  }
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(input, key)) throw invalid(key, 'There is no such argument.')
  }
  sizes.throwFirst()
  return input
}

function readBody(value: unknown, field: string, sizes: SizeFaults): string {
  return readText(value, field, sizes, limits.bodyBytes)
}
