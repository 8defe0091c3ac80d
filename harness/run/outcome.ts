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

/** One line of a message; `+` stands where the control has no such line, `-` where only the control has it. */
export interface ShownLine {
  readonly text: string
  readonly mark?: '+' | '-'
}

/** What was sent for an input that did not hold and what came back, as it may be shown: without credentials and handoff content. */
export interface ShownExchange {
  /** That of the observation; empty where the case has only one. */
  readonly input: string
  readonly sent: readonly ShownLine[]
  readonly received: readonly string[]
  /** A command line that sends the same; its token stands in an environment variable. Absent where curl cannot send it. */
  readonly curl?: string
  /** True where nothing says which exchange the observation was about: this is one of the last before it. */
  readonly unsure?: true
}

/** An entry of the file of expected failures, where it speaks of this case. */
export interface ExpectedFailure {
  readonly reason: string
  readonly owner: string
  /** The last day on which it counts, as `YYYY-MM-DD` (UTC). */
  readonly expires: string
  /** It may also pass. */
  readonly flaky?: boolean
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
  /** True where it failed in some of its runs and not in others. */
  readonly flaky?: boolean
  /** For what did not hold: the first few of its exchanges. */
  readonly exchanges?: readonly ShownExchange[]
  /** Its failure was foretold: it counts among the failures, and not for the exit code. */
  readonly expectedFailure?: ExpectedFailure
}

/** The threshold of `--level`: violations at or above it are failures, those below are warnings. */
export type Threshold = 'must' | 'should' | 'hardening'
