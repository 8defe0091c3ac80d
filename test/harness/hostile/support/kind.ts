/** What a kind of hostile target is: how it is started, what is asked of it, and which outcomes it deserves. */
import type { Test } from 'tap'
import type { RunRecord } from '../../../../harness/evidence/results.ts'

/** Something that the harness is pointed at, as a target file says it. */
export interface HostileTarget {
  readonly place: HostilePlace
  /** Further secrets that it has come to know: nothing may show those either. */
  readonly tokens?: () => readonly string[]
  close(): Promise<void>
}

export type HostilePlace =
  | { readonly kind: 'url'; readonly url: string }
  /** A program that is spoken to over stdio. */
  | { readonly kind: 'stdio'; readonly command: readonly string[] }
  /** A driver that starts a handoff server of the reference adapter and makes its identities. */
  | { readonly kind: 'driver'; readonly command: readonly string[] }

/** What every run against a hostile target is given. */
export interface HostileSetting {
  /** The good token, which the harness sends and the target may do with whatever it likes. */
  readonly token: string
  /** Empty, and gone after the test. */
  readonly folder: string
}

export interface HostileKind {
  /** What it does, as the end of the sentence "a target that …". */
  readonly name: string
  start(setting: HostileSetting): Promise<HostileTarget>
  /** Globs of cases. */
  readonly cases: readonly string[]
  /** Further options of `run`. */
  readonly options?: readonly string[]
  /** Each exit code that tells the truth of it; 0 only where the specification allows what it does. */
  readonly codes: readonly (0 | 1 | 3)[]
  /** The finding by which every case is not run, where there is one. */
  readonly finding?: string
  /** The ids (or globs) of cases that it may pass, each with the reason why that is right; by default nothing passes. */
  readonly mayPass?: Readonly<Record<string, string>>
  /** What else must hold once the run is over. */
  check?(t: Test, run: RunRecord): void | Promise<void>
}
