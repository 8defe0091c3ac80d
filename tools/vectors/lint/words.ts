/** Ids that stand for one vector only, and words of the contract that some vector has to expect. */
import { acceptResults, tokenReasons } from '../../../server/acceptance/index.ts'
import { isRefusal, isVerdict } from '../format.ts'
import type { Expectation, Vector } from '../format.ts'

/** Ids are unique among all files, since a report names a vector by its id alone. */
export function repeatedIds(vectors: readonly Pick<Vector, 'id'>[]): string[] {
  const seen = new Set<string>()
  return vectors.flatMap(({ id }) => {
    if (seen.has(id)) return [`the id ${id} is there twice`]
    seen.add(id)
    return []
  })
}

const ways = ['accept', 'verify'] as const

/** @returns One sentence for each result, token reason and error code that no vector flagged `contract` expects. */
export function wordGaps(vectors: readonly Vector[]): string[] {
  const calls = vectors.filter(({ flags }) => flags.includes('contract')).flatMap((vector) => vector.calls)
  const expectations = calls.map(({ expect }) => expect)
  const results = new Set(expectations.filter(isVerdict).map(({ result }) => result))
  const codes = new Set(expectations.filter(isRefusal).map(({ error }) => error.code))
  const gaps: string[] = [
    ...acceptResults.filter((result) => !results.has(result)).map((result) => `no vector expects the result ${result}`),
    ...(['invalid_input', 'payload_too_large'] as const).filter((code) => !codes.has(code)).map((code) => `no vector expects the error ${code}`),
  ]
  for (const way of ways) {
    const reasons = new Set(calls.filter(({ via = 'accept' }) => via === way).map(({ expect }) => reasonOf(expect)))
    gaps.push(...tokenReasons.filter((reason) => !reasons.has(reason)).map((reason) => `no vector expects the token reason ${reason} by ${way}`))
  }
  return gaps
}

function reasonOf(expect: Expectation): string | undefined {
  if (isRefusal(expect)) return undefined
  return isVerdict(expect) ? expect.token_check?.reason : expect.reason
}
