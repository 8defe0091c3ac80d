/** Makes the wire of one target: the only door through which cases and probes reach it. */
import { defaultLimits } from './message.ts'
import type { ExchangeLimits, HttpRequest, Reaction, Sender } from './message.ts'
import type { OpenStream, RawConnection, Wire } from './wire.ts'
import { sendByLibrary } from './library.ts'
import { checkOrigin } from './origin.ts'
import { openConnection, sendRaw } from './raw.ts'
import { headOnly, isOpenStream, openStream } from './stream.ts'

/** One exchange that is over, or one stream whose header section has arrived; holds credentials, so redact first. */
export interface Exchange {
  readonly way: Sender | 'stream' | 'connection'
  /** Undefined where a case wrote bytes of its own. */
  readonly request: HttpRequest | undefined
  /** For a stream: a response without body. */
  readonly reaction: Reaction
}

export interface WireOptions {
  /** Every socket goes to the scheme, host and port of this URL, whatever a request says. */
  readonly origin: URL
  /** Default: `defaultLimits`. */
  readonly limits?: Partial<ExchangeLimits>
  readonly onExchange?: (record: Exchange) => void
  /** Default false: only loopback may be reached, by its address or by a name that stands for nothing else when a socket is opened. */
  readonly allowRemote?: boolean
  /** Trusted in addition, for an https target with a private certificate; PEM. */
  readonly ca?: string
}

/** @throws HarnessError `url_invalid` or `remote_refused`. */
export function createWire(options: WireOptions): Wire {
  const origin = new URL(options.origin.href)
  const allowRemote = options.allowRemote ?? false
  checkOrigin(origin, allowRemote)
  const limits: ExchangeLimits = { ...defaultLimits, ...options.limits }
  const sockets = { allowRemote, ...(options.ca === undefined ? {} : { ca: options.ca }) }
  const record = (way: Exchange['way'], request: HttpRequest | undefined, reaction: Reaction): void => {
    options.onExchange?.({ way, request, reaction })
  }
  return {
    origin,
    limits,
    async send(request, { sender = 'library', limits: own } = {}): Promise<Reaction> {
      const way = sender === 'raw' ? sendRaw : sendByLibrary
      const reaction = await way(origin, request, { ...limits, ...own }, sockets)
      record(sender, request, reaction)
      return reaction
    },
    async connect(): Promise<RawConnection> {
      return openConnection(origin, limits, sockets, (request, reaction) => record('connection', request, reaction))
    },
    async stream(request, { limits: own } = {}): Promise<OpenStream | Reaction> {
      const answer = await openStream(origin, request, { ...limits, ...own }, sockets)
      record('stream', request, isOpenStream(answer) ? headOnly(answer) : answer)
      return answer
    },
  }
}
