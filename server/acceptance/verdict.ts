/**
 * The verdict: five checks in a fixed order, of which the first failure returns. A pure function behind every
 * transport; what a token turned out to be is handed in.
 */
import { checkBoard, checkCapability, checkIdentity, checkToolManifest } from './checks.ts'
import { tokenCheck } from './token-check.ts'
import type { AcceptInput, AcceptResult, TokenReason, TokenVerifier, Verdict } from './types.ts'

export const defaultDeliverySource = 'chat_paste'

const toolManifestReason = "declared tool_requirements across the handoff's items changed since this envelope was generated"
const boardReason = "the live board's item id/status/depends_on state no longer matches this envelope's declared board_revision"

type Checks = Pick<Verdict, 'token_check' | 'identity_check' | 'capability_check' | 'tool_manifest_check' | 'board_check'>

const nothingChecked: Checks = { token_check: null, identity_check: null, capability_check: null, tool_manifest_check: null, board_check: null }

/**
 * @param input As `readAcceptInput` gives it, without a banner in its body.
 * @param tokenReason What the presented token came to; undefined where none was presented.
 */
export function decide(input: AcceptInput, tokenReason: TokenReason | undefined): Verdict {
  const checks: { -readonly [Name in keyof Checks]: Checks[Name] } = { ...nothingChecked }
  const verdict = (result: AcceptResult, reasons: readonly string[]): Verdict => ({
    accepted: result === 'ok',
    result,
    reasons,
    ...checks,
    is_trusted_channel: false,
    delivery_source: isGiven(input.delivery_source) ? input.delivery_source : defaultDeliverySource,
  })

  if (tokenReason !== undefined) {
    checks.token_check = tokenCheck(tokenReason)
    if (tokenReason !== 'ok') {
      const result = tokenReason === 'body_mismatch' ? 'BODY_HASH_MISMATCH' : 'STALE_HANDOFF'
      return verdict(result, [`handoff token verification failed: reason='${tokenReason}'`])
    }
  }
  checks.identity_check = checkIdentity(input)
  if (checks.identity_check?.consistent === false) return verdict('FOREIGN_PROJECT_CONFIG', checks.identity_check.reasons)
  checks.capability_check = checkCapability(input)
  const missing = checks.capability_check?.missing_tools ?? []
  if (missing.length > 0) return verdict('CAPABILITY_UNAVAILABLE', [`required tool(s) unavailable: ${missing.join(', ')}`])
  checks.tool_manifest_check = checkToolManifest(input)
  if (checks.tool_manifest_check?.matches === false) return verdict('TOOL_MANIFEST_DRIFT', [toolManifestReason])
  checks.board_check = checkBoard(input)
  if (checks.board_check?.matches === false) return verdict('BOARD_DIVERGENCE', [boardReason])
  return verdict('ok', [])
}

/**
 * The bare verdict, with the token looked up first: the body must have lost its banner already.
 *
 * @param verifyToken Asked once, and only where a token is presented.
 */
export async function acceptHandoff(input: AcceptInput, verifyToken: TokenVerifier): Promise<Verdict> {
  if (!isGiven(input.goal_token)) return decide(input, undefined)
  const reason = await verifyToken({ token: input.goal_token, project_id: input.project_id ?? '', presented_body: input.presented_body })
  return decide(input, reason)
}

/** For the parameters whose empty text means that they are missing. */
function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== ''
}
