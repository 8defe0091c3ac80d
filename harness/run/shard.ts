/**
 * Splits a plan into parts that other machines can run: together they are the plan, and no case is in two of them but
 * those that judge what all others have seen. These run in each part, over what that part has seen, and are put
 * together when the parts are merged.
 */
import { createHash } from 'node:crypto'
import type { Shard } from '../evidence/results.ts'
import type { Case } from './case.ts'

/** What stands on the command line: part `index` (1 and up) of `of`. */
export type Part = Pick<Shard, 'index' | 'of'>

/**
 * The cases of one part, in the order of the plan. Cases that need a fixture of their own cost most, so that each kind
 * of fixture and each suite is dealt out evenly. The seed has no say in it.
 */
export function casesOfPart(plan: readonly Case[], { index, of }: Part): Case[] {
  const dealt = plan.filter(({ last }) => last !== true).toSorted((one, other) => compare(dealingKey(one), dealingKey(other)))
  const mine = new Set(dealt.filter((_, at) => at % of === index - 1))
  return plan.filter((entry) => entry.last === true || mine.has(entry))
}

/** What the record of a part says of the plan that it belongs to. */
export function shardOf(plan: readonly Case[], { index, of }: Part): Shard {
  return { index, of, planned: plan.length, plan: planDigest(plan.map(({ id }) => id)) }
}

/** SHA-256 in lower-case hex over the ids, whatever their order. */
export function planDigest(ids: readonly string[]): string {
  return createHash('sha256').update(ids.toSorted(compare).join('\n')).digest('hex')
}

const dealingKey = ({ fixture, suite, id }: Case): string => `${fixture}\n${suite}\n${id}`

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
