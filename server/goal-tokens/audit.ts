/** The audit line of an acceptance: who asked what about which project, and what came of it; no body and no token. */
import type { AcceptInput, Verdict } from '../acceptance/types.ts'
import { canonicalJson } from '../../protocol/canonical-json.ts'

export interface Acceptance {
  /** ms since the epoch. */
  readonly now: number
  readonly agentId: string
  readonly input: Pick<AcceptInput, 'session_id' | 'project_id'>
  readonly verdict: Verdict
  /** What a strict reading of the body's tag finds amiss: slugs of ours. */
  readonly warnings: readonly string[]
}

/** One line of JSON in ASCII, so that what a caller called its session can do nothing to a terminal. */
export function auditLine({ now, agentId, input, verdict, warnings }: Acceptance): string {
  return canonicalJson({
    event: 'accept_handoff',
    time: new Date(now).toISOString(),
    agent: agentId,
    session_id: input.session_id ?? null,
    project_id: input.project_id ?? null,
    result: verdict.result,
    checks: checksRun(verdict),
    warnings,
  })
}

function checksRun(verdict: Verdict): string[] {
  const checks = {
    token: verdict.token_check,
    identity: verdict.identity_check,
    capability: verdict.capability_check,
    tool_manifest: verdict.tool_manifest_check,
    board: verdict.board_check,
  }
  return Object.entries(checks).flatMap(([name, check]) => (check === null ? [] : [name]))
}
