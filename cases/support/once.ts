/** Does something once in a run for each channel and identity, however many cases need what comes of it. */
import type { CaseContext } from '../../harness/run/case.ts'
import type { Ledger } from '../../harness/peer/ledger.ts'
import type { Peer } from '../../harness/peer/peer.ts'

/** What was made of it is kept for as long as the run; where it failed, the next case tries again. */
export function oncePerRun<Result>(work: (context: CaseContext, peer: Peer) => Promise<Result>): (context: CaseContext, peer: Peer) => Promise<Result> {
  const runs = new WeakMap<Ledger, Map<string, Promise<Result>>>()
  return async (context, peer) => {
    const known = runs.get(context.ledger) ?? new Map<string, Promise<Result>>()
    runs.set(context.ledger, known)
    const key = JSON.stringify([peer.channel.transport, peer.channel.revision, peer.identity.name, peer.identity.token])
    const asked = known.get(key) ?? work(context, peer)
    known.set(key, asked)
    asked.catch(() => known.delete(key))
    return asked
  }
}
