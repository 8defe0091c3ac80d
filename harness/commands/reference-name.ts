/** What the bundled reference server is called in records: the one target that no command has to be told how to reach. */
import type { RunRecord } from '../evidence/results.ts'

export const referenceName = 'reference'

/** Whether a command that replays what a record tells of has to be told its target: nothing in the record says how to reach it. */
export const isTargetUnsaid = ({ target }: Pick<RunRecord, 'target'>): boolean => target !== null && target.name !== referenceName
