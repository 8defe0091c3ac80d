/** What every case about the revisions that begin with `initialize` has in common. */
import type { Case, CaseContext } from '../../harness/run/case.ts'

type Given = Omit<Case, 'suite' | 'fixture' | 'channels'> & { readonly fixture?: Case['fixture']; readonly revisions?: readonly string[] }

/** Batches are due in this one and in no other. */
export const batchRevision = '2025-03-26'
/** With the field for the version, with structured tool output, and without batches. */
export const since20250618: readonly string[] = ['2025-11-25', '2025-06-18']
export const newest = '2025-11-25'

/** Over every transport. */
export function legacyCase({ revisions, ...given }: Given): Case {
  return { fixture: 'shared', ...given, suite: 'spec', channels: { era: 'legacy', ...(revisions === undefined ? {} : { revisions }) } }
}

/** About HTTP itself: fields, statuses, streams, sessions. */
export function legacyHttpCase({ revisions, ...given }: Given): Case {
  return { fixture: 'shared', ...given, suite: 'spec', channels: { era: 'legacy', transport: 'http', ...(revisions === undefined ? {} : { revisions }) } }
}

/** Records one thing that was seen of one input. */
export function saw(context: CaseContext, requirement: string, input: string, ok: boolean, expected: string, actual: string): void {
  context.observe({ requirement, input, ok, expected, actual })
}
