/**
 * Which cases a mutant is run against: those that must see it, and one in eighty of the others, other ones for each
 * mutant, so that a case that falls over for no reason of its own is found without a whole run each. Which ones hangs
 * on the two names alone, so that a new case or mutant changes nothing for the others.
 */
import { createHash } from 'node:crypto'
import type { Mutant } from './mutant.ts'

/** More would show little more and cost minutes: beside its own cases, every case meets a good many mutants. */
export const parts = 80

/** @returns Nothing for a mutant that no case is about. */
export function sampleFor(mutant: Mutant, caseIds: readonly string[]): string[] {
  if (mutant.target === 'test') return []
  return caseIds.filter((id) => mutant.kills.includes(id) || drawn(mutant.id, id))
}

function drawn(mutant: string, id: string): boolean {
  return createHash('sha256').update(`${mutant} ${id}`).digest().readUInt32BE() % parts === 0
}
