/**
 * Which cases a mutant is run against: those that must see it, and one in fifty of the others, other ones for the next
 * mutant, so that a case that falls over for no reason of its own is found without a whole run each.
 */
import type { Mutant } from './mutant.ts'

/** More would show little more and cost minutes: beside its own cases, every case meets a good many mutants. */
export const parts = 50

/** @returns Nothing for a mutant that no case is about. */
export function sampleFor(mutant: Mutant, index: number, caseIds: readonly string[]): string[] {
  if (mutant.target === 'test') return []
  return caseIds.filter((id, at) => mutant.kills.includes(id) || at % parts === index % parts)
}
