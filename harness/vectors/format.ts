/** Golden vectors as their files hold them, once read: an input with its one right answer, as data. */
import type { JsonObject } from '../wire/json.ts'

export const vectorFlags = ['contract', 'reasons-exact', 'needs-clock', 'needs-issue', 'implementation-defined'] as const
export type VectorFlag = (typeof vectorFlags)[number]

/** A token that the target has to issue before the calls. */
export interface TokenSetup {
  /** What `{{token:ALIAS}}` stands for in the inputs. */
  readonly alias: string
  readonly projectId: string
  /** Absent: bound to no body. Nothing is replaced in it. */
  readonly body?: string
  readonly ttlS: number
  /** Seconds since the beginning of the vector, down to microseconds. */
  readonly mintedAtS: number
}

/** What a call must be answered with. */
export type Expected =
  /** Of `accept` the whole verdict, of `verify` the token check. */
  | { readonly kind: 'value'; readonly value: JsonObject }
  | { readonly kind: 'error'; readonly code: 'invalid_input' | 'payload_too_large'; readonly field: string | undefined }

export interface VectorCall {
  /** Seconds since the beginning of the vector, down to microseconds. */
  readonly atS: number
  readonly via: 'accept' | 'verify'
  /** As in the file: placeholders of tokens, `$repeat` and `$list` are still in it. */
  readonly input: JsonObject
  readonly expect: Expected
}

export interface Vector {
  readonly id: string
  readonly comment: string
  readonly flags: ReadonlySet<VectorFlag>
  readonly tokens: readonly TokenSetup[]
  readonly calls: readonly VectorCall[]
}

export interface VectorGroup {
  readonly name: string
  readonly source: string
  readonly vectors: readonly Vector[]
}

/** Whether everything of a vector happens at one instant, so that no clock has to be set for it. */
export function isTimeless({ tokens, calls }: Pick<Vector, 'tokens' | 'calls'>): boolean {
  return new Set([...tokens.map(({ mintedAtS }) => mintedAtS), ...calls.map(({ atS }) => atS)]).size <= 1
}
