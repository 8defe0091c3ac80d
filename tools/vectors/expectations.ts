/**
 * The right answers, written down by people from the contract and not taken from the code: each call of a vector names
 * its whole verdict through these, and the generator fails where `server/acceptance` says something else.
 */
import { createHash } from 'node:crypto'
import type { BoardCheck, CapabilityCheck, Checks, IdentityCheck, ManifestCheck, Recovery, Refusal, Result, TokenCheck, TokenReason, Verdict } from './format.ts'

type Failure = Exclude<TokenReason, 'ok'>
type Parts = Partial<Checks> & { readonly delivery_source?: string }

/** Stands for a text that has to be there and may say anything. */
const someText = '…'

const recoveries: Readonly<Record<Failure, readonly [signal: string, nextStep: string]>> = {
  not_found: ['spoofing_suspected', 'load_handoff'],
  wrong_project: ['spoofing_suspected', 'load_handoff'],
  already_consumed: ['sibling_likely_acted', 'cross_check_live_board'],
  expired: ['sibling_likely_acted', 'cross_check_live_board'],
  body_mismatch: ['body_tampered', 'load_handoff'],
}

function verdict(result: Result, reasons: readonly string[], parts: Parts): Verdict {
  return {
    accepted: result === 'ok',
    result,
    reasons,
    token_check: parts.token_check ?? null,
    identity_check: parts.identity_check ?? null,
    capability_check: parts.capability_check ?? null,
    tool_manifest_check: parts.tool_manifest_check ?? null,
    board_check: parts.board_check ?? null,
    is_trusted_channel: false,
    delivery_source: parts.delivery_source ?? 'chat_paste',
  }
}

/** Accepted. A check that is not named was skipped. */
export function ok(parts: Parts = {}): Verdict {
  return verdict('ok', [], parts)
}

export const tokenOk: TokenCheck = { valid: true, reason: 'ok' }

export function tokenFailed(reason: Failure): TokenCheck {
  const [signal, nextStep] = recoveries[reason]
  const recovery: Recovery = { signal, message: someText, next_step: nextStep, next_step_hint: someText }
  return { valid: false, reason, recovery }
}

/** The token was refused: nothing after it is reached. */
export function stale(reason: Failure, parts: Parts = {}): Verdict {
  const result = reason === 'body_mismatch' ? 'BODY_HASH_MISMATCH' : 'STALE_HANDOFF'
  return verdict(result, [`handoff token verification failed: reason='${reason}'`], { ...parts, token_check: tokenFailed(reason) })
}

/** A body without a readable tag. */
export const noTag: IdentityCheck = { checked: false, consistent: true, found: null, reasons: [] }

/** A tag that contradicts nothing. Pairs, so that a name like `__proto__` is a name like any other. */
export function consistent(...found: readonly (readonly [name: string, value: string])[]): IdentityCheck {
  return { checked: true, consistent: true, found: Object.fromEntries(found), reasons: [] }
}

/** @param reasons From `foreignId` and `foreignPath`. */
export function inconsistent(found: readonly (readonly [name: string, value: string])[], ...reasons: readonly string[]): IdentityCheck {
  return { checked: true, consistent: false, found: Object.fromEntries(found), reasons }
}

/** Both values with the quotes that the contract wants. */
export function foreignId(found: string, expected: string): string {
  return `presented body's <project_start_config project_id=${found}> disagrees with the project_id this envelope is being verified against (${expected})`
}

/** Both values with the quotes that the contract wants. */
export function foreignPath(found: string, expected: string): string {
  return `presented body's <project_start_config repo_path=${found}> disagrees with the receiver's own repo_path (${expected})`
}

export function foreign(check: IdentityCheck, parts: Parts = {}): Verdict {
  return verdict('FOREIGN_PROJECT_CONFIG', check.reasons, { ...parts, identity_check: check })
}

/** Each list as the verdict shows it: sorted and without duplicates. */
export function capability(required: readonly string[], available: readonly string[], missing: readonly string[] = []): CapabilityCheck {
  return { required_tools: required, available_tools: available, missing_tools: missing }
}

export function unavailable(check: CapabilityCheck, parts: Parts = {}): Verdict {
  return verdict('CAPABILITY_UNAVAILABLE', [`required tool(s) unavailable: ${check.missing_tools.join(', ')}`], { ...parts, capability_check: check })
}

/** @returns SHA-256 of a preimage that was written out by hand. */
export function sha256(preimage: string): string {
  return createHash('sha256').update(preimage, 'utf8').digest('hex')
}

/** @param expected A hash, as it was sent. @param livePreimage The text that is hashed. */
export function manifest(expected: string, livePreimage: string): ManifestCheck {
  const live = sha256(livePreimage)
  return { expected_required_tools_hash: expected, live_required_tools_hash: live, matches: expected === live }
}

/** @param expected A hash, as it was sent. @param livePreimage The text that is hashed. */
export function board(expected: string, livePreimage: string): BoardCheck {
  const live = sha256(livePreimage)
  return { expected_board_revision: expected, live_board_revision: live, matches: expected === live }
}

export function drift(check: ManifestCheck, parts: Parts = {}): Verdict {
  const reason = "declared tool_requirements across the handoff's items changed since this envelope was generated"
  return verdict('TOOL_MANIFEST_DRIFT', [reason], { ...parts, tool_manifest_check: check })
}

export function diverged(check: BoardCheck, parts: Parts = {}): Verdict {
  const reason = "the live board's item id/status/depends_on state no longer matches this envelope's declared board_revision"
  return verdict('BOARD_DIVERGENCE', [reason], { ...parts, board_check: check })
}

export function refused(field: string): Refusal {
  return { error: { code: 'invalid_input', field } }
}

export function tooLarge(field: string): Refusal {
  return { error: { code: 'payload_too_large', field } }
}
