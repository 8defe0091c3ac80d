/** Turns what a case observed into its outcome. Pure: the level of a violation and the threshold decide, nothing else. */
import { engineIds } from './engine-requirements.ts'
import type { Observation, Outcome, Threshold } from './outcome.ts'
import type { Level } from './requirement.ts'

/** What is left of a case once it has ended. */
export interface Evidence {
  readonly observations: readonly Observation[]
  readonly inconclusiveInputs: readonly { readonly input: string; readonly reason: string }[]
}

export interface Judgement {
  readonly outcome: Extract<Outcome, 'pass' | 'fail' | 'warn' | 'inconclusive'>
  readonly reason?: string
}

/** What counts more is larger. */
export const weight: Readonly<Record<Level, number>> = { must: 3, should: 2, hardening: 1, may: 0 }

/** Whether a violation of this level is a failure at that threshold. Nothing can violate a MAY. */
export function isFailure(level: Level, threshold: Threshold): boolean {
  return weight[level] >= weight[threshold]
}

/** A failure outweighs what could not be told; what could not be told outweighs a warning; a pass needs an observation of its own. */
export function judge(evidence: Evidence, threshold: Threshold): Judgement {
  const violated = evidence.observations.filter(({ ok, level }) => !ok && level !== 'may')
  const failures = violated.filter(({ level }) => isFailure(level, threshold))
  if (failures.length > 0) return { outcome: 'fail', reason: sentence(failures) }
  const [unclear] = evidence.inconclusiveInputs
  if (unclear !== undefined) {
    const others = evidence.inconclusiveInputs.length - 1
    const where = unclear.input === '' ? '' : `${unclear.input}: `
    return { outcome: 'inconclusive', reason: `${where}${unclear.reason}${others > 0 ? ` (and ${others} more)` : ''}` }
  }
  if (evidence.observations.every(({ requirement }) => engineIds.has(requirement))) return { outcome: 'inconclusive', reason: 'the case observed nothing' }
  if (violated.length > 0) return { outcome: 'warn', reason: sentence(violated) }
  return { outcome: 'pass' }
}

function sentence(violated: readonly Observation[]): string {
  const [worst] = [...violated].sort((one, other) => weight[other.level] - weight[one.level])
  if (worst === undefined) return ''
  const where = worst.input === undefined ? '' : `${worst.input}: `
  const others = violated.length - 1
  return `${where}expected ${worst.expected}, got ${worst.actual}${others > 0 ? ` (and ${others} more)` : ''}`
}
