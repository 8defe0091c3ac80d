/** Observations for tables. */
import type { Observation } from '../../../harness/run/outcome.ts'
import type { Level } from '../../../harness/run/requirement.ts'

export const levels: readonly Level[] = ['must', 'should', 'hardening', 'may']

export function seen(level: Level, ok: boolean): Observation {
  return { requirement: `test.${level}`, level, ok, expected: 'this', actual: 'that' }
}
