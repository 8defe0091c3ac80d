/** What cases about goal tokens do again and again: get one, present it, and say what came of it. */
import type { CaseContext } from '../../harness/run/case.ts'
import { answerInWords } from '../../harness/vectors/compare.ts'
import type { AcceptAnswer } from '../../harness/vectors/compare.ts'
import { valueAt } from '../../harness/target/adapter.ts'
import { issueToken } from './transports.ts'
import type { Transport } from './transports.ts'

/** The project of every token that is about something else. */
export const projectId = 'proj-alpha'

/** Long enough for any case, in seconds. */
const ttlS = 300

export async function freshToken(context: CaseContext, transport: Transport, options: { readonly body?: string; readonly ttlS?: number } = {}): Promise<string> {
  return issueToken(context, transport, { projectId, ttlS, ...options })
}

/** Presents a token and nothing else. */
export async function present(transport: Transport, token: string): Promise<AcceptAnswer> {
  return transport.accept({ project_id: projectId, goal_token: token })
}

/** `ok`, another reason of the token check, or in words what there was instead. */
export function tokenReason(answer: AcceptAnswer): string {
  const reason = answer.kind === 'value' ? valueAt(answer.value, 'token_check.reason') : undefined
  return typeof reason === 'string' && reasons.has(reason) ? reason : answerInWords(answer)
}

const reasons: ReadonlySet<string> = new Set(['ok', 'not_found', 'already_consumed', 'expired', 'wrong_project', 'body_mismatch'])

/** States that the token was found so. */
export function observeReason(context: CaseContext, requirement: string, input: string, answer: AcceptAnswer, wanted: string): boolean {
  const actual = tokenReason(answer)
  context.observe({ requirement, input, ok: actual === wanted, expected: `the token is ${wanted}`, actual }, answer)
  return actual === wanted
}
