/** What the library of the server makes of the file of a vector, written as an expectation. */
import { fileBytes } from '../../../harness/vectors/registry/bytes.ts'
import { parseRegistry } from '../../../server/registry/load.ts'
import type { Expectation, Problem, Vector } from './format.ts'

export interface Answer {
  readonly expectation: Expectation
  /** Everything that was said of the file, in which no secret may be. */
  readonly said: string
}

export function answerOf({ file }: Pick<Vector, 'file'>): Answer {
  const parsed = parseRegistry(fileBytes(file))
  if (!parsed.ok) {
    const refused = parsed.problems.map(({ code, line, column }): Problem => (line === 0 ? { code } : { code, line, column }))
    return { expectation: { refused }, said: JSON.stringify(parsed.problems) }
  }
  const agents = [...parsed.snapshot.agents.values()].map(({ id, displayName, enabled, sendTo, receiveFrom, disclosureCeiling, tokenSha256, expiresAt }) => ({
    id, display_name: displayName, enabled, send_to: [...sendTo], receive_from: [...receiveFrom], disclosure_ceiling: disclosureCeiling,
    token_sha256: tokenSha256 ?? null, expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  }))
  return { expectation: { accepted: { agents, projects: parsed.snapshot.projects } }, said: '' }
}
