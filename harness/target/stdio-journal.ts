/** Every process that was spoken to over stdio in a run: what came on its stdout and stderr is judged at the end. */
import type { Fixture, Identity } from '../fixture/driver.ts'
import type { StdioProcess } from '../wire/stdio.ts'
import type { Channel } from './profile.ts'

export interface StdioEntry {
  readonly process: StdioProcess
  readonly identity: Identity
  /** What it was spoken to in; undefined where a case wrote bytes of its own. */
  readonly channel: Channel | undefined
}

export interface StdioJournal {
  readonly entries: readonly StdioEntry[]
  add(entry: StdioEntry): void
}

export function createStdioJournal(): StdioJournal {
  const entries: StdioEntry[] = []
  return { entries, add(entry) { entries.push(entry) } }
}

/** The fixture with every process that it starts written down. */
export function journaled(fixture: Fixture, journal: StdioJournal): Fixture & { openStdio(identity: Identity, channel?: Channel): Promise<StdioProcess> } {
  return {
    ...fixture,
    async openStdio(identity: Identity, channel?: Channel) {
      const process = await fixture.openStdio(identity)
      journal.add({ process, identity, channel })
      return process
    },
  }
}
