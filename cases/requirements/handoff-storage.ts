/** The handoff contract on what outlives a crash, a full disk and a restart. */
import type { Requirement } from '../../harness/run/requirement.ts'

const contract = {
  level: 'must',
  source: 'handoff-conformance handoff contract',
  section: 'Storage',
  url: 'https://github.com/handoff-conformance/handoff-conformance/blob/main/docs/server.md',
} as const

export const handoffStorageRequirements: readonly Requirement[] = [
  { ...contract, id: 'handoff.crash-durable', statement: 'What is answered as done is on disk: it is there after the process was killed at any moment.' },
  { ...contract, id: 'handoff.crash-whole', statement: 'A change and its event are kept together or not at all, and the chain of events holds after a crash.' },
  { ...contract, id: 'handoff.crash-once', statement: 'A call with an idempotency key takes effect once, also when it is made again after a crash; an acknowledged one is replayed.' },
  { ...contract, id: 'handoff.full-disk', statement: 'Where nothing more can be written, calls that write are refused, reads go on, nothing that was acknowledged is lost, and writing works again once there is room.' },
  { ...contract, id: 'handoff.locked-store', statement: 'A locked database never blocks the server: health answers at once, a write is refused as busy and retryable, and the same call works once the lock is gone.' },
  { ...contract, id: 'handoff.corrupt-store', statement: 'A damaged database file is a clear error at the start, and nothing is served from it; put back, it serves everything again.' },
  { ...contract, id: 'handoff.clock-steps', statement: 'A clock that goes back or leaps takes nothing away: order, versions and times of change stay sound, and what has expired stays so.' },
  { ...contract, id: 'handoff.graceful-stop', section: 'HTTP', statement: 'On SIGTERM under load everything that was acknowledged is kept, idle kept-alive connections do not hold the process up, and it ends by itself with code 0 within its drain time.' },
]
