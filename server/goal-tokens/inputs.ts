/** Reads what the two token tools are given, by the rules of accept_handoff: null is absent, nothing is trimmed, shape comes before size. */
import { invalid, isObject, readText, SizeFaults } from '../acceptance/input-faults.ts'
import { limits } from '../acceptance/limits.ts'
import type { PresentedToken } from '../acceptance/types.ts'
import type { IssueRequest } from './goal-tokens.ts'

/** Seconds. */
export const defaultTtlS = 300
export const longestTtlS = 86_400

/** @throws HandoffError `invalid_input`, `payload_too_large`, with the field at fault */
export function readIssueInput(given: unknown): IssueRequest {
  const { values, sizes } = open(given, ['project_id', 'body', 'ttl_s'])
  const projectId = readText(values.get('project_id'), 'project_id', sizes)
  // A call that names no project is judged as if it named the empty one, and no token may fit it.
  if (projectId === '') throw invalid('project_id', 'It must not be empty.')
  const body = optionalBody(values, 'body', sizes)
  const ttlS = values.get('ttl_s') ?? defaultTtlS
  const isWhole = typeof ttlS === 'number' && Number.isInteger(ttlS)
  if (!isWhole || ttlS < 1 || ttlS > longestTtlS) throw invalid('ttl_s', `It must be a whole number of seconds from 1 to ${longestTtlS}.`)
  sizes.throwFirst()
  return { projectId, body, ttlS }
}

/** @throws HandoffError `invalid_input`, `payload_too_large`, with the field at fault */
export function readVerifyInput(given: unknown): PresentedToken {
  const { values, sizes } = open(given, ['project_id', 'token', 'presented_body'])
  const project_id = readText(values.get('project_id'), 'project_id', sizes)
  const token = readText(values.get('token'), 'token', sizes)
  const presented_body = optionalBody(values, 'presented_body', sizes)
  sizes.throwFirst()
  return { project_id, token, presented_body }
}

/** The arguments that are there, and where to note what is too large of them. */
function open(given: unknown, known: readonly string[]): { readonly values: ReadonlyMap<string, unknown>; readonly sizes: SizeFaults } {
  if (!isObject(given)) throw invalid(undefined, 'The input must be an object.')
  const unknownName = Object.keys(given).find((name) => !known.includes(name))
  if (unknownName !== undefined) throw invalid(unknownName, 'There is no such argument.')
  const present = Object.entries(given).filter(([, value]) => value !== null)
  return { values: new Map(present), sizes: new SizeFaults() }
}

function optionalBody(values: ReadonlyMap<string, unknown>, name: string, sizes: SizeFaults): string | undefined {
  const value = values.get(name)
  return value === undefined ? undefined : readText(value, name, sizes, limits.bodyBytes)
}
