/** What the schema of a target file lets through, in the file's own words. */
import type { StartText } from './placeholder-rules.ts'
import type { AuthKind } from './profile.ts'

export interface TokenText {
  readonly token_env?: string
  readonly token_file?: string
}

export interface ClientText {
  readonly client_id: string
  readonly client_secret_env: string
  readonly scopes?: readonly string[]
}

export interface OAuthText extends ClientText {
  readonly issuer?: string
  readonly resource?: string
  readonly beta?: ClientText
}

export interface DriverText {
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly timeout_ms?: number
}

/** One target. */
export interface TargetText {
  readonly name?: string
  readonly transport?: 'http' | 'stdio'
  readonly url?: string
  readonly start?: StartText
  readonly revisions?: readonly string[]
  readonly auth?: { readonly kind: AuthKind; readonly identities?: { readonly alpha?: TokenText; readonly beta?: TokenText }; readonly oauth?: OAuthText }
  readonly registry?: { readonly format: 'agents-yaml' | 'agents-json'; readonly projects?: boolean; readonly validate?: { readonly command: readonly string[]; readonly many?: boolean } }
  readonly driver?: DriverText
  readonly probes?: { readonly read_only_tools?: readonly string[]; readonly calls?: Readonly<Record<string, Readonly<Record<string, unknown>>>> }
  readonly handoff?: { readonly adapter: string; readonly max_depth?: number }
  readonly accept_handoff?: { readonly tool: string; readonly issue_tool?: string; readonly verify_tool?: string; readonly path?: string }
  readonly limits?: { readonly rate_per_second?: number; readonly allow_destructive?: boolean }
  readonly expected?: string
  readonly manifest?: string
}

/** A whole file: one target, or a list of them and nothing else. */
export interface FileText extends TargetText {
  readonly version: 1
  readonly targets?: readonly TargetText[]
}
