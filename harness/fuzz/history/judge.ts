/** Judges a history of handoffs: each of its objects by itself, all within one deadline. */
import type { SeenHandoff } from '../../handoff/contract.ts'
import { checkHistory, defaultDeadlineMs } from './check.ts'
import type { Verdict } from './check.ts'
import type { Entry } from './history.ts'
import { objectsOf } from './handoff-history.ts'
import type { HandoffEntry, HistoryObject } from './handoff-history.ts'
import { oneHandoff } from './one-handoff.ts'
import { oneKey } from './one-key.ts'
import { patienceOf } from './search.ts'

export type HistoryVerdict =
  | { readonly kind: 'linearizable'; /** For each object, the numbers of the entries in an order that explains them. */ readonly orders: readonly { readonly object: HistoryObject; readonly order: readonly number[] }[] }
  | { readonly kind: 'not-linearizable'; readonly violation: Violation }
  | { readonly kind: 'unknown'; readonly why: string }

/** The part of a history that cannot be, by the numbers of its entries. */
export interface Violation {
  readonly object: HistoryObject
  /** In the order in which they were asked. */
  readonly failing: readonly number[]
  /** Those of them that had no answer yet when the last one came. */
  readonly open: readonly number[]
  readonly unplaced: number
  /** An order of the others; undefined where time was over before it was found. */
  readonly rest: readonly number[] | undefined
}

export interface JudgeOptions {
  /** For all objects together (default 5 s). */
  readonly deadlineMs?: number
  /** Whether a handoff belongs to the history; of what was there before, lists tell too (default: all do). */
  readonly isAbout?: (handoff: SeenHandoff) => boolean
}

/** A violation goes before what could not be told in time. */
export function judgeHistory(history: readonly HandoffEntry[], { deadlineMs = defaultDeadlineMs, isAbout }: JudgeOptions = {}): HistoryVerdict {
  const patience = patienceOf(deadlineMs)
  const orders: { object: HistoryObject; order: readonly number[] }[] = []
  let unknown: string | undefined
  for (const object of objectsOf(history, isAbout)) {
    const verdict = object.kind === 'handoff' ? numbersOf(checkHistory(oneHandoff, object.entries, patience)) : numbersOf(checkHistory(oneKey, object.entries, patience))
    if (verdict.kind === 'not-linearizable') return { kind: 'not-linearizable', violation: { object, ...verdict.found } }
    if (verdict.kind === 'unknown') unknown = verdict.why
    else orders.push({ object, order: verdict.order })
  }
  return unknown === undefined ? { kind: 'linearizable', orders } : { kind: 'unknown', why: unknown }
}

type Numbers =
  | { readonly kind: 'linearizable'; readonly order: readonly number[] }
  | { readonly kind: 'not-linearizable'; readonly found: Omit<Violation, 'object'> }
  | { readonly kind: 'unknown'; readonly why: string }

function numbersOf<Operation, Answer>(verdict: Verdict<Entry<Operation, Answer>>): Numbers {
  const numbers = (entries: readonly Entry<Operation, Answer>[]): number[] => entries.map(({ index }) => index)
  switch (verdict.kind) {
    case 'linearizable': return { kind: 'linearizable', order: numbers(verdict.order) }
    case 'unknown': return verdict
    case 'not-linearizable': {
      const { failing, unplaced, rest } = verdict
      return { kind: 'not-linearizable', found: { failing: numbers(failing), open: numbers(failing.filter(({ returnedAt }) => returnedAt === undefined)), unplaced: unplaced.index, rest: rest === undefined ? undefined : numbers(rest) } }
    }
  }
}
