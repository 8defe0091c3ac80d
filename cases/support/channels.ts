/** Runs a part of a scenario once for every channel that the case is about. */
import type { CaseContext, PeerOptions } from '../../harness/run/case.ts'
import type { Peer } from '../../harness/peer/peer.ts'
import { channelName } from '../../harness/target/profile.ts'
import type { Channel } from '../../harness/target/profile.ts'

/**
 * The newest revision of each era over each transport: for what a server does before it looks at the revision, so that
 * the others could only repeat it.
 */
export function newestOfEach(channels: readonly Channel[]): readonly Channel[] {
  return channels.filter(({ transport, era }, at) => channels.findIndex((other) => other.transport === transport && other.era === era) === at)
}

/** @param work Gets a peer, and the channel's name to be used in (or as) the names of inputs. */
export async function eachChannel(context: CaseContext, work: (peer: Peer, input: string) => Promise<void>, options: PeerOptions = {}): Promise<void> {
  await onChannels(context, context.channels, work, options)
}

/** The same for some of them. */
export async function onChannels(context: CaseContext, channels: readonly Channel[], work: (peer: Peer, input: string) => Promise<void>, options: PeerOptions = {}): Promise<void> {
  for (const channel of channels) {
    await context.attempt(channelName(channel), async () => work(await context.peer(channel, options), channelName(channel)))
  }
}
