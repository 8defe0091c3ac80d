/**
 * Which mutants a run of CI proves where it has no time for all of them. Of those that are the first to name a case, so
 * that no case goes unproven without them, every other one, and of the rest a small part, each time others: the id of the
 * commit decides. Pure.
 */
import { createHash } from 'node:crypto'

/** One in so many is proven at a time. */
export const shares = { needed: 2, other: 24 }

/**
 * @param needed The ids of mutants without which a case would go unproven.
 * @param key Says whose turn it is: the id of the commit.
 */
export function isInTurn(id: string, needed: ReadonlySet<string>, key: string): boolean {
  const among = needed.has(id) ? shares.needed : shares.other
  return (numberOf(id) + numberOf(key)) % among === 0
}

function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE()
}
