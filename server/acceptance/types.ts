/** The words of the acceptance contract as types: what is asked, what a token can turn out to be, and the verdict. */

/** Why an envelope was accepted or not. */
export const acceptResults = [
  'ok',
  'STALE_HANDOFF',
  'BODY_HASH_MISMATCH',
  'FOREIGN_PROJECT_CONFIG',
  'CAPABILITY_UNAVAILABLE',
  'TOOL_MANIFEST_DRIFT',
  'BOARD_DIVERGENCE',
] as const
export type AcceptResult = (typeof acceptResults)[number]

/** What the verification of a goal token came to; only `ok` consumes it. */
export const tokenReasons = ['ok', 'not_found', 'already_consumed', 'expired', 'wrong_project', 'body_mismatch'] as const
export type TokenReason = (typeof tokenReasons)[number]

/** One item of the board as it is now, after reading: a missing, null or empty text is `""`. */
export interface LiveItem {
  readonly id: string
  readonly status: string
  readonly depends_on: string
  /** The names that the item's `tool_requirements` declare, without empty ones, in their order. */
  readonly tools: readonly string[]
}

/** The parameters of `accept_handoff` after reading; an absent one is undefined. */
export interface AcceptInput {
  readonly project_id: string | undefined
  readonly project_name: string | undefined
  readonly session_id: string | undefined
  readonly goal_token: string | undefined
  readonly presented_body: string | undefined
  readonly required_tools: readonly string[] | undefined
  readonly available_tools: readonly string[] | undefined
  readonly live_items: readonly LiveItem[] | undefined
  readonly expected_required_tools_hash: string | undefined
  readonly expected_board_revision: string | undefined
  readonly expected_repo_path: string | undefined
  readonly delivery_source: string | undefined
}

/** What to do about a token that was refused. */
export interface Recovery {
  readonly signal: 'spoofing_suspected' | 'sibling_likely_acted' | 'body_tampered'
  readonly message: string
  readonly next_step: 'load_handoff' | 'cross_check_live_board'
  readonly next_step_hint: string
}

export type TokenCheck =
  | { readonly valid: true; readonly reason: 'ok' }
  | { readonly valid: false; readonly reason: Exclude<TokenReason, 'ok'>; readonly recovery: Recovery }

export interface IdentityCheck {
  /** Whether the body has a readable tag. */
  readonly checked: boolean
  readonly consistent: boolean
  /** Every attribute that was read. */
  readonly found: Readonly<Record<string, string>> | null
  readonly reasons: readonly string[]
}

/** Each list sorted by code point and without duplicates. */
export interface CapabilityCheck {
  readonly required_tools: readonly string[]
  readonly available_tools: readonly string[]
  readonly missing_tools: readonly string[]
}

export interface ToolManifestCheck {
  readonly expected_required_tools_hash: string
  readonly live_required_tools_hash: string
  readonly matches: boolean
}

export interface BoardCheck {
  readonly expected_board_revision: string
  readonly live_board_revision: string
  readonly matches: boolean
}

/** Always these ten members; a check that was skipped or not reached is null. */
export interface Verdict {
  readonly accepted: boolean
  readonly result: AcceptResult
  readonly reasons: readonly string[]
  readonly token_check: TokenCheck | null
  readonly identity_check: IdentityCheck | null
  readonly capability_check: CapabilityCheck | null
  readonly tool_manifest_check: ToolManifestCheck | null
  readonly board_check: BoardCheck | null
  /** What arrives by paste is never a trusted channel, whoever accepted it. */
  readonly is_trusted_channel: false
  readonly delivery_source: string
}

/** A token as it is presented, with what it must fit. */
export interface PresentedToken {
  readonly token: string
  /** `""` where no project was given, which fits no token. */
  readonly project_id: string
  /** Without its banner; undefined where none was presented, which is not the same as an empty one. */
  readonly presented_body: string | undefined
}

/** Looks a token up and consumes it where everything fits. */
export type TokenVerifier = (presented: PresentedToken) => TokenReason | Promise<TokenReason>
