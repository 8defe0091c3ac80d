/**
 * What the engine itself observes around every negative case, whatever the case asks for: a refused request was not
 * applied, and the target still serves after it. The catalogue holds these beside the cases' own requirements.
 */
import type { Requirement } from './requirement.ts'

/** A refused request took no effect. */
export const refusedNotApplied = 'rfc9110.refused-not-applied'
/** The target answers the control after the fault as it did before it. */
export const stillServes = 'hardening.still-serves'

export const engineRequirements: readonly Requirement[] = [
  {
    id: refusedNotApplied,
    level: 'must',
    source: 'RFC 9110',
    section: '§15.5.2, §2.2',
    url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.2',
    statement: 'A refused request is not applied: nothing that it asked for happens, and its answer holds none of what it asked for.',
  },
  {
    id: stillServes,
    level: 'hardening',
    source: 'handoff-conformance',
    section: 'negative cases',
    url: 'https://github.com/handoff-conformance/handoff-conformance#negative-cases',
    statement: 'After a faulty request the target still answers the well-formed one.',
    reason: 'A request that one caller can spoil must not take the service away from the others; no source has a keyword for it.',
  },
]

/** The ids of these, which say nothing about what a case itself is about. */
export const engineIds: ReadonlySet<string> = new Set(engineRequirements.map(({ id }) => id))
