/** Handoff servers whose inboxes have no end: pages of nothing or of ten thousand, each with a new cursor or the same. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HostileKind } from './support/kind.ts'

const program = fileURLToPath(new URL('support/inbox-driver.ts', import.meta.url))

/** What follows cursors: the probe behind a refusal, and cases about pages. */
const cases = ['auth.unknown-token', 'lifecycle.paging', 'lifecycle.paging-inserts', 'lifecycle.paging-access'] as const
/** And those with servers of their own, which cost more: lists under way while others send, and the audit after a kill. */
const alsoAlone = ['lifecycle.paging', 'lifecycle.concurrent-paging', 'lifecycle.crash'] as const

/** @param words What the pages hold, which cursor stands on them, and since when, as `inbox-driver.ts` names it. */
function kind(name: string, words: readonly [pages: string, cursors: string, when?: string], rest: Partial<Pick<HostileKind, 'cases' | 'codes' | 'mayPass' | 'finding'>> = {}): HostileKind {
  return {
    name, cases, codes: [1], mayPass: { 'auth.unknown-token': 'what it refuses is sound, and the lists behind that have an end' }, ...rest,
    start: async ({ folder }) => Promise.resolve({
      place: { kind: 'driver', command: [process.execPath, program, folder, ...words.filter((word) => word !== undefined)] },
      tokens: () => (existsSync(join(folder, 'tokens')) ? readFileSync(join(folder, 'tokens'), 'utf8').trim().split('\n') : []),
      close: async () => undefined,
    }),
  }
}

export const endlessInboxes: readonly HostileKind[] = [
  kind('gives a new cursor with every page of an inbox, also where it is controlled', ['huge', 'new', 'always'], { codes: [3], finding: 'control-refused', mayPass: {} }),
  kind('gives a new cursor with every page of an inbox, and nothing on the pages', ['empty', 'new']),
  kind('lists its inbox again and again, with the same cursor', ['again', 'same']),
  kind('lists ten thousand handoffs that nobody sent on each page of an inbox, without end', ['huge', 'new'], { cases: alsoAlone }),
]
