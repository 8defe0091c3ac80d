/**
 * What every transport does with the parameters it was given, and nothing else: read them, resolve a project name,
 * strip the banner, look the token up, judge, and look at the tag a second time, strictly.
 */
import { stripBanner } from './banner.ts'
import { invalid } from './input-faults.ts'
import { readAcceptInput } from './input.ts'
import { warningsOf, type Warning } from './strict-reading.ts'
import type { AcceptInput, TokenVerifier, Verdict } from './types.ts'
import { acceptHandoff } from './verdict.ts'

export interface Edge {
  /** Asked at most once, after everything else about the input was found to be in order. */
  readonly verifyToken: TokenVerifier
  /** The id of the project of this name; undefined for an unknown one. */
  readonly resolveProject: (name: string) => string | undefined
}

export interface Accepted {
  /** As it was judged: with its project resolved, and without the banner. */
  readonly input: AcceptInput
  readonly verdict: Verdict
  /** For the audit, never for the verdict. */
  readonly warnings: readonly Warning[]
}

/**
 * @param given The parameters as JSON gave them.
 * @throws HandoffError `invalid_input`, `payload_too_large`, before the token is looked at
 */
export async function acceptAtEdge(given: unknown, { verifyToken, resolveProject }: Edge): Promise<Accepted> {
  const { input, delivered } = readAtEdge(given, resolveProject)
  const warnings = warningsOf({ delivered, stripped: input.presented_body, token: input.goal_token })
  return { input, verdict: await acceptHandoff(input, verifyToken), warnings }
}

/** The first half, for whoever shows what happens: `delivered` is the body with its banner. @throws as `acceptAtEdge` */
export function readAtEdge(given: unknown, resolveProject: Edge['resolveProject']): { readonly input: AcceptInput; readonly delivered: string | undefined } {
  const read = readAcceptInput(given)
  const project_id = read.project_id ?? resolved(read.project_name, resolveProject)
  const presented_body = read.presented_body === undefined ? undefined : stripBanner(read.presented_body)
  return { input: { ...read, project_id, presented_body }, delivered: read.presented_body }
}

function resolved(name: string | undefined, resolveProject: Edge['resolveProject']): string | undefined {
  if (name === undefined) return undefined
  const id = resolveProject(name)
  if (id === undefined) throw invalid('project_name', 'There is no project of this name; give its project_id, or a name that the registry lists.')
  return id
}
