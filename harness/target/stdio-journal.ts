/** Every process that was spoken to over stdio in a run: what came on its stdout and stderr is judged at the end. */
import type { Fixture, Identity } from '../fixture/driver.ts'
import type { StdioProcess } from '../wire/stdio.ts'
import type { Channel } from './profile.ts'

export interface StdioEntry {
  readonly process: StdioProcess
  readonly identity: Identity
  /** What it was spoken to in; undefined where a case wrote bytes of its own. */
  readonly channel: Channel | undefined
  /** The last cases that spoke to it while it ran, the last one first. */
  readonly spokenToBy: readonly string[]
  /** Every case that spoke to it while it ran. */
  readonly speakers: ReadonlySet<string>
}

export interface StdioJournal {
  readonly entries: readonly StdioEntry[]
  add(entry: Omit<StdioEntry, 'spokenToBy' | 'speakers'>): void
  /** A case is about to speak to a process. */
  spoken(process: StdioProcess, caseId: string): void
}

/** Cases that share a process at one time. */
const maxSpeakers = 3

export function createStdioJournal(): StdioJournal {
  const entries: (StdioEntry & { spokenToBy: readonly string[]; readonly speakers: Set<string> })[] = []
  const byProcess = new Map<StdioProcess, (typeof entries)[number]>()
  return {
    entries,
    add(given) {
      const entry = { ...given, spokenToBy: [], speakers: new Set<string>() }
      entries.push(entry)
      byProcess.set(entry.process, entry)
    },
    spoken(process, caseId) {
      const entry = process.end === undefined ? byProcess.get(process) : undefined
      entry?.speakers.add(caseId)
      if (entry !== undefined && entry.spokenToBy[0] !== caseId) entry.spokenToBy = [caseId, ...entry.spokenToBy.filter((each) => each !== caseId)].slice(0, maxSpeakers)
    },
  }
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
