/** Does something once in a run for each channel and identity, however many cases need what comes of it. */
import type { CaseContext } from '../../harness/run/case.ts'
import { keptByRun } from '../../harness/peer/kept.ts'
import type { Peer } from '../../harness/peer/peer.ts'

/** What was made of it is kept for as long as the run; where it failed, the next case tries again. */
export function oncePerRun<Result>(work: (context: CaseContext, peer: Peer) => Promise<Result>): (context: CaseContext, peer: Peer) => Promise<Result> {
  const kept = keptByRun<Result>()
  return async (context, peer) => {
    const key = JSON.stringify([peer.channel.transport, peer.channel.revision, peer.identity.name, peer.identity.token])
    return kept(context.ledger, key, async () => work(context, peer))
  }
}
