/** What a reporter is: a pure function of the record that the run events add up to. */
import type { RunRecord } from '../evidence/results.ts'

export interface RenderOptions {
  readonly color: boolean
  /** Of the terminal. */
  readonly columns: number
  /** Only what is wrong, and the count. */
  readonly brief?: boolean
  /** Where the evidence went, as it is to be shown. */
  readonly evidence?: string
  /** What follows the id in the command that replays a failure, beginning with a space. */
  readonly replay?: string
  /** That command does not say what the target is, so that a person has to. */
  readonly targetUnsaid?: boolean
  /** It goes into a file, not to stdout. */
  readonly isFile?: boolean
}

export type Render = (run: RunRecord, options: RenderOptions) => string
