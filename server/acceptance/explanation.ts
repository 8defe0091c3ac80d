/** What an explained verdict holds: plain data, so that it can be printed as JSON and compared by a program. */
import type { StrictAttribute } from './strict-tag.ts'
import type { Warning } from './strict-reading.ts'
import type { TokenReason, Verdict } from './types.ts'

/** `not-reached`: an earlier check failed, so the verdict has null; what it would have found is shown all the same. */
export type CheckState = 'passed' | 'failed' | 'skipped' | 'not-reached'

/** @param reached The check in the verdict, null where it was not reached. */
export function stateOf(reached: object | null, passes: boolean): CheckState {
  if (reached === null) return 'not-reached'
  return passes ? 'passed' : 'failed'
}

export interface Step {
  readonly state: CheckState
  /** One sentence. */
  readonly why: string
}

/** Where something stands in a text, in bytes of UTF-8, which every language can count. */
export interface Place {
  readonly byte_offset: number
  readonly byte_length: number
}

export interface TextFacts {
  readonly bytes: number
  readonly sha256: string
}

export interface BodyFacts {
  /** As it was given. */
  readonly delivered: TextFacts
  /** The banner that was stripped. */
  readonly banner: Place | null
  /** What is hashed, and searched for the tag. */
  readonly stripped: TextFacts
}

export interface TokenStep extends Step {
  readonly presented: boolean
  /** What the token must belong to. */
  readonly project_id: string
  readonly presented_body_sha256: string | null
  readonly reason: TokenReason | null
  /** Where the reason comes from: the file, or an assumption for want of a server. */
  readonly reason_from: 'given' | 'assumed' | null
}

export interface ComparedAttribute {
  readonly attribute: 'project_id' | 'repo_path'
  readonly found: string | null
  readonly expected: string | null
  readonly compared: boolean
  readonly equal: boolean | null
}

export interface IdentityStep extends Step {
  readonly tag: (Place & { readonly text: string }) | null
  /** The contract's reading. */
  readonly found: Readonly<Record<string, string>> | null
  readonly compared: readonly ComparedAttribute[]
  /** The second reading, as markup; never part of the verdict. */
  readonly strict: { readonly closed: boolean; readonly attributes: readonly StrictAttribute[] } | null
}

export interface CapabilityStep extends Step {
  readonly required_tools: readonly string[] | null
  readonly available_tools: readonly string[] | null
  readonly missing_tools: readonly string[] | null
}

export interface HashStep extends Step {
  readonly expected: string | null
  /** The text that is hashed, as UTF-8. */
  readonly preimage: string | null
  readonly sha256: string | null
}

export interface Explanation {
  readonly schema: 1
  readonly verdict: Verdict
  readonly warnings: readonly { readonly name: Warning; readonly meaning: string }[]
  readonly body: BodyFacts | null
  readonly checks: {
    readonly token: TokenStep
    readonly identity: IdentityStep
    readonly capability: CapabilityStep
    readonly tool_manifest: HashStep
    readonly board: HashStep
  }
}
