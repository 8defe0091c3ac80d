/** What to know before a command line of a finding is run by hand. */
import type { Entry } from './report.ts'

/** What the harness started or was let into has its port and tokens for the run only; undefined where the server runs by itself. */
export function beforeByHand({ gone }: Pick<Entry, 'gone'>): string | undefined {
  return gone ? 'with the server running (put its port and its tokens in: those of the run are gone with it)' : undefined
}
