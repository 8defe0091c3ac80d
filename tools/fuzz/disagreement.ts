/** Whether all said the same to a question, and if not, who differs from whom, and where first. */
import { canonicalJson } from '../../protocol/canonical-json.ts'
import type { Json } from '../../protocol/canonical-json.ts'
import { isObject, isUnreadable } from './question.ts'
import type { Answer, AskedCall, Question } from './question.ts'

/** By the names of the implementations, one answer a call. */
export type Answers = ReadonlyMap<string, readonly Answer[]>

/** Those who gave one answer to the call on which not all agree. */
export interface Party {
  readonly names: readonly string[]
  readonly answer: Answer
}

export interface Disagreement {
  /** The first such call. */
  readonly call: number
  /** The largest first; among equals that of the Python computation, which shares no code with the others. */
  readonly parties: readonly Party[]
}

export function disagreementOn({ calls }: Question, answers: Answers): Disagreement | undefined {
  for (const [index, call] of calls.entries()) {
    const parties = Map.groupBy(answers, ([, given]) => comparable(call, given[index]))
    if (parties.size < 2) continue
    const found = [...parties.values()].map((members) => ({ names: members.map(([name]) => name), answer: members[0]?.[1][index] ?? {} }))
    return { call: index, parties: found.toSorted((one, other) => weight(other) - weight(one)) }
  }
  return undefined
}

function weight({ names }: Party): number {
  return names.length + (names.includes('python') ? 0.5 : 0)
}

/** Independent of the order of members; of what may be refused before it is read, the code alone. */
function comparable({ input }: AskedCall, answer: Answer | undefined): string {
  const error = answer?.['error']
  const compared = isUnreadable(input) && isObject(error) ? { error: { code: error['code'] } } : answer
  return compared === undefined ? 'no answer' : canonicalJson(compared as Json)
}

/** The first place at which two answers differ, such as `capability_check.missing_tools[0]`. */
export function differingPlace(one: unknown, other: unknown, place = ''): string | undefined {
  if (Array.isArray(one) && Array.isArray(other)) {
    const index = Array.from({ length: Math.max(one.length, other.length) }).findIndex((_, at) => differingPlace(one[at], other[at], `${place}[${at}]`) !== undefined)
    return index === -1 ? undefined : differingPlace(one[index], other[index], `${place}[${index}]`)
  }
  if (isObject(one) && isObject(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const own = (object: Readonly<Record<string, unknown>>): unknown => (Object.hasOwn(object, name) ? object[name] : undefined)
      const found = differingPlace(own(one), own(other), place === '' ? name : `${place}.${name}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  return one === other ? undefined : place === '' ? 'the answer' : place
}
