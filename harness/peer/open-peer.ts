/** Opens a peer over the transport of its channel, and knows how to end it. */
import type { Identity } from '../fixture/driver.ts'
import { Inconclusive } from '../run/signals.ts'
import type { StdioProcess } from '../wire/stdio.ts'
import { endSession } from '../target/sessions.ts'
import type { Wire } from '../wire/wire.ts'
import type { Channel } from '../target/profile.ts'
import { describeAnswer } from './describe.ts'
import { openHttpPeer } from './http-peer.ts'
import type { Ledger } from './ledger.ts'
import type { OpenedPeer, PeerWish } from './pool.ts'
import type { Peer, PeerAnswer } from './peer.ts'
import { openStdioPeer } from './stdio-peer.ts'

export interface PeerSetting {
  readonly wireFor: (caseId: string) => Wire
  readonly endpoint: URL
  readonly ledger: Ledger
  /** A process of its own that acts for that identity. @throws HarnessError where it cannot be started. */
  readonly openStdio: (identity: Identity, channel: Channel) => Promise<StdioProcess>
  /** How long a process may take to give its first answer, in ms. */
  readonly stdioReadyMs: number
}

/** @throws Inconclusive where the conversation cannot be opened. */
export async function openPeer(wish: PeerWish, setting: PeerSetting): Promise<OpenedPeer> {
  return wish.channel.transport === 'http' ? openOverHttp(wish, setting) : openOverStdio(wish, setting)
}

/** A legacy one that does not agree to the revision of its channel speaks another one, and is not opened. */
async function openOverStdio(wish: PeerWish, setting: PeerSetting): Promise<OpenedPeer> {
  const { process, peer, opened } = await beginStdio(wish, setting)
  const refusal = opened === undefined ? undefined : refusedBy(opened, wish.channel)
  if (refusal === undefined) return { peer, alive: () => process.running, close: async () => process.close() }
  await process.close()
  throw new Inconclusive(refusal)
}

/** Starts a process and, in the legacy era, sends `initialize`, whatever comes of it. */
export async function beginStdio(wish: PeerWish, { ledger, openStdio, stdioReadyMs }: PeerSetting): Promise<{ readonly process: StdioProcess; readonly peer: Peer; readonly opened: PeerAnswer | undefined }> {
  const process = await openStdio(wish.identity, wish.channel)
  return { process, ...await openStdioPeer({ ...wish, process, ledger, readyMs: stdioReadyMs }) }
}

/** Why `initialize` did not open a conversation in the revision of the channel; undefined where it did. */
export function refusedBy(opened: PeerAnswer, { revision }: Channel): string | undefined {
  if (opened.answer.kind !== 'result') return `initialize with ${revision} over stdio was refused: ${describeAnswer(opened)}`
  return opened.answer.result['protocolVersion'] === revision ? undefined : `initialize over stdio did not agree to ${revision}`
}

async function openOverHttp(wish: PeerWish, { wireFor, endpoint, ledger }: PeerSetting): Promise<OpenedPeer> {
  const wire = wireFor(wish.caseId)
  const peer = await openHttpPeer({ ...wish, wire, endpoint, ledger })
  return {
    peer,
    renew: async () => peer.begin(),
    async close(by = wish.identity.token) {
      // One that nobody deletes stays with the target until it expires.
      const { era, revision } = wish.channel
      if (peer.sessionId !== undefined) await endSession(wire, { endpoint, era, revision, token: by }, peer.sessionId)
    },
  }
}
