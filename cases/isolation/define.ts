/** What every case about isolation has in common: two clients of one target that use the same names for different things. */
import type { Case } from '../../harness/run/case.ts'

type Given = Omit<Case, 'suite' | 'fixture' | 'channels'> & Pick<Partial<Case>, 'fixture' | 'channels'>

/** Over HTTP, where one server has many clients; a stdio process has one. */
export function isolationCase(given: Given): Case {
  return { fixture: 'shared', channels: { transport: 'http' }, ...given, suite: 'isolation' }
}
