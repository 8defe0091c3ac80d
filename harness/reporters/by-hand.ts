/** What to know before a command line of a finding is run by hand. */
import type { Entry } from './report.ts'

/** A server that the harness started is gone with its port and the tokens that were made for it; undefined where it runs on. */
export function beforeByHand({ gone }: Pick<Entry, 'gone'>): string | undefined {
  return gone ? 'once the server runs again (put its port and its tokens in: those of the run went with the server that the harness had started)' : undefined
}
