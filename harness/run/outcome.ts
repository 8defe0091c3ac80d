/** What a case saw and what it came to: the vocabulary that every part after the cases shares. */
import type { Level } from './requirement.ts'

/** What the case saw against what one requirement wants, for one input. */
export interface Observation {
  readonly requirement: string
  readonly level: Level
  /** Which of the case's inputs, in words, where it has several. */
  readonly input?: string
  readonly ok: boolean
  readonly expected: string
  /** Names, status codes and codes only; never a body or a credential. */
  readonly actual: string
}

export const outcomes = ['pass', 'fail', 'warn', 'not-applicable', 'inconclusive', 'not-run'] as const
export type Outcome = (typeof outcomes)[number]

/** Why something could not be told, and what else hangs on the same cause. */
export interface RootCause {
  /** A slug shared by every case that points at this finding, for example `target-unreachable`. */
  readonly id: string
  readonly title: string
  /** How to mend it. */
  readonly remedy: string
}

export interface CaseResult {
  readonly id: string
  readonly suite: string
  readonly title: string
  readonly outcome: Outcome
  /** For every outcome but `pass`: one sentence. */
  readonly reason?: string
  readonly rootCause?: string
  /** True where the missing thing is an ability of the driver, not a claim of the target. */
  readonly missingAbility?: string
  readonly observations: readonly Observation[]
  /** Inputs whose outcome could not be told, each with its reason. */
  readonly inconclusiveInputs?: readonly { readonly input: string; readonly reason: string }[]
  /** Inputs that count neither for the target nor against it, each with its reason: nothing was shown by them. */
  readonly setAside?: readonly { readonly input: string; readonly reason: string }[]
  readonly durationMs: number
  /** In a fuzzing run: how often the case ran, each time with another seed. */
  readonly rounds?: number
}

/** The threshold of `--level`: violations at or above it are failures, those below are warnings. */
export type Threshold = 'must' | 'should' | 'hardening'
