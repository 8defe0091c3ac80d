/** The shape of the registry vectors, as `vectors/registry/schema.json` says it, so that the generator cannot write another. */
import type { Ceiling } from '../../../server/registry/policy.ts'
import type { RegistryProblemCode } from '../../../server/registry/problem.ts'

export type Flag = 'contract' | 'implementation-defined' | 'problems-exact'

/** A text, or parts of it one after the other: `$repeat` is a text so many times, `$series` once for each number, which stands for `{n}`. */
export type Text = string | readonly (string | { readonly $repeat: readonly [string, number] } | { readonly $series: readonly [string, number, number] })[]

/** What the file holds: the UTF-8 of a text, or bytes. */
export type File = { readonly text: Text } | { readonly base64: string }

export interface Agent {
  readonly id: string
  readonly display_name: string
  readonly enabled: boolean
  readonly send_to: readonly string[]
  readonly receive_from: readonly string[]
  readonly disclosure_ceiling: Ceiling
  readonly token_sha256: string | null
  /** ISO 8601 UTC with milliseconds. */
  readonly expires_at: string | null
}

export interface Project {
  readonly id: string
  readonly name: string
}

/** An entry, or as many as there are numbers, each of which stands for `{n}` in every text of it. */
export type Entries<Entry> = readonly (Entry | { readonly $series: readonly [Entry, number, number] })[]

export interface Content {
  readonly agents: Entries<Agent>
  readonly projects: Entries<Project>
}

export interface Problem {
  readonly code: RegistryProblemCode
  /** Absent where the problem is one of the file as a whole. */
  readonly line?: number
  readonly column?: number
}

export type Expectation = { readonly accepted: Content } | { readonly refused: readonly Problem[] }

export interface Vector {
  readonly id: string
  /** What an implementation does wrong that fails it. */
  readonly comment: string
  readonly flags: readonly Flag[]
  readonly file: File
  /** Texts of the file that must be in nothing that anybody is told. */
  readonly secrets?: readonly string[]
  readonly expect: Expectation
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
  /** The tokens whose hashes stand in the files, by their hashes. */
  readonly tokens: Readonly<Record<string, string>>
  readonly groups: readonly Group[]
}
