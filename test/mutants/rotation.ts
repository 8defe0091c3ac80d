/**
 * Which mutants a run of CI proves where it has no time for all of them: for every case the one that is the first to
 * name it, so that no case goes unproven, and of the others a twelfth, another one for each commit. Pure.
 */
import { createHash } from 'node:crypto'

/** Of the others one in so many is proven at a time. */
export const shares = 12

/**
 * @param needed The ids of mutants without which a case would go unproven.
 * @param key Says whose turn it is: the id of the commit.
 */
export function isInTurn(id: string, needed: ReadonlySet<string>, key: string): boolean {
  if (needed.has(id)) return true
  return (shareOf(id) + shareOf(key)) % shares === 0
}

function shareOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() % shares
}
