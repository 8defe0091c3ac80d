/** Runs a part of a scenario once for every channel that the case is about. */
import type { CaseContext, PeerOptions } from '../../harness/run/case.ts'
import type { Peer } from '../../harness/peer/peer.ts'
import { channelName } from '../../harness/target/profile.ts'

/** @param work Gets a peer, and the channel's name to be used in (or as) the names of inputs. */
export async function eachChannel(context: CaseContext, work: (peer: Peer, input: string) => Promise<void>, options: PeerOptions = {}): Promise<void> {
  for (const channel of context.channels) {
    await context.attempt(channelName(channel), async () => work(await context.peer(channel, options), channelName(channel)))
  }
}
