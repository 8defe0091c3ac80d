/** Registry vectors as their files hold them, once read: a file, and what a server makes of it. */
import type { VectorText } from './bytes.ts'

export const registryFlags = ['contract', 'implementation-defined', 'problems-exact'] as const
export type RegistryFlag = (typeof registryFlags)[number]

export interface RegistryVectorAgent {
  readonly id: string
  readonly display_name: string
  readonly enabled: boolean
  readonly send_to: readonly string[]
  readonly receive_from: readonly string[]
  readonly disclosure_ceiling: string
  readonly token_sha256: string | null
  readonly expires_at: string | null
}

export interface RegistryVectorProblem {
  readonly code: string
  /** Absent where the problem is one of the file as a whole. */
  readonly line?: number
  readonly column?: number
}

export type RegistryExpectation =
  | { readonly kind: 'accepted'; readonly agents: readonly RegistryVectorAgent[]; readonly projects: readonly { readonly id: string; readonly name: string }[] }
  | { readonly kind: 'refused'; readonly problems: readonly RegistryVectorProblem[] }

export interface RegistryVector {
  readonly id: string
  readonly comment: string
  readonly flags: ReadonlySet<RegistryFlag>
  readonly bytes: Uint8Array
  readonly secrets: readonly string[]
  readonly expect: RegistryExpectation
}

export interface RegistryVectors {
  readonly vectors: readonly RegistryVector[]
  /** By their SHA-256. */
  readonly tokens: ReadonlyMap<string, string>
}

/** The same as the schema lets it through. */
export interface RegistryFileText {
  readonly tokens: Readonly<Record<string, string>>
  readonly groups: readonly { readonly vectors: readonly RegistryVectorText[] }[]
}

export interface RegistryVectorText extends Pick<RegistryVector, 'id' | 'comment'> {
  readonly flags: readonly RegistryFlag[]
  readonly file: { readonly text: VectorText } | { readonly base64: string }
  readonly secrets?: readonly string[]
  readonly expect:
    | { readonly accepted: { readonly agents: readonly RegistryVectorAgent[]; readonly projects: readonly { readonly id: string; readonly name: string }[] } }
    | { readonly refused: readonly RegistryVectorProblem[] }
}
