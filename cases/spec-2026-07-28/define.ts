/** What every case about revision 2026-07-28 has in common. */
import type { Case } from '../../harness/run/case.ts'

export const revision = '2026-07-28'

type Given = Omit<Case, 'suite' | 'fixture' | 'channels'> & { readonly fixture?: Case['fixture'] }

/** Over every transport. */
export function modernCase(given: Given): Case {
  return { fixture: 'shared', ...given, suite: 'spec', channels: { revisions: [revision] } }
}

/** About HTTP itself: fields, statuses, streams. */
export function modernHttpCase(given: Given): Case {
  return { fixture: 'shared', ...given, suite: 'spec', channels: { revisions: [revision], transport: 'http' } }
}
