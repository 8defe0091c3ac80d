/** The shape of the vector files, as `vectors/accept-handoff/schema.json` says it, so that the generator cannot write another. */
import type { AcceptResult, BoardCheck, CapabilityCheck, IdentityCheck, TokenReason, ToolManifestCheck } from '../../server/acceptance/index.ts'

export type { AcceptResult as Result, BoardCheck, CapabilityCheck, IdentityCheck, TokenReason, ToolManifestCheck as ManifestCheck }

export type Flag = 'contract' | 'reasons-exact' | 'needs-clock' | 'needs-issue' | 'implementation-defined'

export interface Recovery {
  readonly signal: string
  /** Written as `…`: only its presence is compared. */
  readonly message: string
  readonly next_step: string
  /** Written as `…`: only its presence is compared. */
  readonly next_step_hint: string
}

export type TokenCheck =
  | { readonly valid: true; readonly reason: 'ok' }
  | { readonly valid: false; readonly reason: Exclude<TokenReason, 'ok'>; readonly recovery: Recovery }

export interface Checks {
  readonly token_check: TokenCheck | null
  readonly identity_check: IdentityCheck | null
  readonly capability_check: CapabilityCheck | null
  readonly tool_manifest_check: ToolManifestCheck | null
  readonly board_check: BoardCheck | null
}

export interface Verdict extends Checks {
  readonly accepted: boolean
  readonly result: AcceptResult
  readonly reasons: readonly string[]
  readonly is_trusted_channel: false
  readonly delivery_source: string
}

export interface Refusal {
  readonly error: { readonly code: 'invalid_input' | 'payload_too_large'; readonly field: string }
}

export type Expectation = Verdict | TokenCheck | Refusal

/** What is sent: placeholders for tokens, `$repeat` and `$list` are still in it. */
export type Input = Readonly<Record<string, unknown>>

export interface SetupToken {
  readonly alias: string
  readonly project_id: string
  readonly body?: string
  readonly ttl_s: number
  /** Seconds since the beginning of the vector. */
  readonly minted_at_s: number
}

export interface Call {
  /** Seconds since the beginning of the vector, down to microseconds. */
  readonly at_s: number
  /** Default: `accept`. */
  readonly via?: 'accept' | 'verify'
  readonly input: Input
  readonly expect: Expectation
}

export interface Vector {
  readonly id: string
  /** What an implementation does wrong that fails it. */
  readonly comment: string
  readonly flags: readonly Flag[]
  readonly setup: { readonly tokens: readonly SetupToken[] }
  readonly calls: readonly Call[]
}

export interface Group {
  readonly name: string
  /** The section of the contract. */
  readonly source: string
  readonly vectors: readonly Vector[]
}

export interface VectorFile {
  readonly schema: 1
  readonly generator: string
  readonly groups: readonly Group[]
}

export function isRefusal(expect: Expectation): expect is Refusal {
  return 'error' in expect
}

export function isVerdict(expect: Expectation): expect is Verdict {
  return 'accepted' in expect
}
