/** The run events: the only way by which a run tells anybody anything. Reporters and evidence are functions of them. */
import type { Shard, Unexpected } from '../evidence/results.ts'
import type { Failure } from '../fuzz/failure.ts'
import type { CaseResult, Outcome, RootCause, Threshold } from './outcome.ts'

export interface TargetDescription {
  readonly name: string
  readonly driver: 'reference' | 'command' | 'url'
  readonly url: string
  readonly revision?: string
  readonly revisions: readonly string[]
  readonly auth: string
  readonly serverInfo?: { readonly name: string; readonly version: string }
}

export type RunEvent =
  | {
      readonly type: 'run-start'
      readonly time: string
      readonly harnessVersion: string
      readonly catalogueDigest: string
      readonly nodeVersion: string
      readonly seed: number
      readonly level: Threshold
      readonly suites: readonly string[]
      /** How many cases are in the plan. */
      readonly planned: number
      readonly shard?: Shard
    }
  | { readonly type: 'target'; readonly target: TargetDescription }
  | { readonly type: 'finding'; readonly finding: RootCause }
  /** Before the end of the case that found it. */
  | { readonly type: 'failure'; readonly failure: Failure }
  | { readonly type: 'case-start'; readonly id: string; readonly title: string }
  | { readonly type: 'case-end'; readonly result: CaseResult }
  | {
      readonly type: 'run-end'
      readonly time: string
      readonly durationMs: number
      readonly interrupted: boolean
      readonly counts: Readonly<Record<Outcome, number>>
      readonly exitCode: number
      readonly unexpected?: readonly Unexpected[]
    }

export type EventSink = (event: RunEvent) => void
