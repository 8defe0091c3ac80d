/**
 * What a case has found and a later run can look at again: a short program, a history with its witness, a crash, or
 * for any other case the seed of the run. The same finding always gets the same id.
 */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../protocol/canonical-json.ts'
import type { Json } from '../../protocol/canonical-json.ts'
import type { JsonObject } from '../wire/json.ts'

/** `case`: any case that failed; it is replayed by its seed alone. */
export const failureKinds = ['program', 'history', 'crash', 'case'] as const
export type FailureKind = (typeof failureKinds)[number]

/** One operation of a history, as it may be drawn. Nothing that a target wrote is in it. */
export interface DrawnOperation {
  /** Its number in the lines. */
  readonly index: number
  readonly client: string
  /** What was asked. */
  readonly label: string
  /** What came of it. */
  readonly outcome: string
  /** In ms, on one clock for the whole history, as is the next one. */
  readonly start: number
  /** Absent where there was no answer by then. */
  readonly end?: number
  /** True of the one that finds no place in any order of the others. */
  readonly unplaced?: boolean
}

/** What a case says of what it has found; the engine knows the rest. */
export interface Found {
  readonly kind: FailureKind
  /** Which rule was broken: one sentence of our own words. */
  readonly title: string
  /** The program, or the history with its witness, as a person reads it, in our own words. */
  readonly lines: readonly string[]
  /** Of a history: its operations, in the order of the lines. */
  readonly history?: readonly DrawnOperation[]
  /**
   * What a replay needs, as plain JSON: the program, the seed and path of fast-check, the history. No titles, tokens
   * or ids of a target.
   */
  readonly data: JsonObject
}

export interface Failure extends Found {
  /** The case's id, and for all but the kind `case` eight hexadecimal digits over kind and data. */
  readonly id: string
  readonly case: string
  /** Of the run, or in a fuzzing run of the round, that found it. */
  readonly seed: number
  /**
   * Of a case that judges what others were sent: those whose messages were at fault, beside its own. Absent where that
   * is not known, and for every other case.
   */
  readonly provokedBy?: readonly string[]
}

/** @param from The case, the seed that it was given, and of one that judges what others were sent those whose messages were at fault. */
export function failureOf(from: Pick<Failure, 'case' | 'seed' | 'provokedBy'>, { kind, title, lines, history, data }: Found): Failure {
  const digest = createHash('sha256').update(canonicalJson({ kind, data: data as Json })).digest('hex')
  return { id: kind === 'case' ? from.case : `${from.case}-${digest.slice(0, 8)}`, case: from.case, seed: from.seed, kind, title, lines, ...(history === undefined ? {} : { history }), data, ...(from.provokedBy === undefined ? {} : { provokedBy: from.provokedBy }) }
}
