/**
 * Where a wire may send to: the one origin of its target, and by default only on this machine. Credentials can leave
 * to no other place, since every socket is opened from here.
 */
import net from 'node:net'
import tls from 'node:tls'
import { HarnessError } from '../errors.ts'
import { readBeforeWriteFails } from './linger.ts'
import { bareHost, isLoopbackAddress, loopbackLookup } from './loopback.ts'

export interface OriginOptions {
  /** Trusted in addition to the system's own, for an https target with a private certificate; PEM. */
  readonly ca?: string
  /** Default false: a name must stand for this machine alone, when the socket is opened. */
  readonly allowRemote?: boolean
}

/**
 * Checks the target's origin.
 * @throws HarnessError `url_invalid` for another scheme or credentials in the URL; `remote_refused` for an address that
 * is not loopback. A name is looked up only when a socket is opened.
 */
export function checkOrigin(origin: URL, allowRemote: boolean): void {
  if (origin.protocol !== 'http:' && origin.protocol !== 'https:') throw new HarnessError('url_invalid', `The target's URL has the scheme ${origin.protocol.slice(0, -1)}`)
  if (origin.username !== '' || origin.password !== '') throw new HarnessError('url_invalid', "The target's URL carries credentials")
  const host = bareHost(origin)
  if (!allowRemote && net.isIP(host) !== 0 && !isLoopbackAddress(host)) throw new HarnessError('remote_refused', `The target's host ${origin.hostname} is not on this machine`)
}

/** A connected socket, or why there is none. */
export type Connected = { readonly socket: net.Socket } | { readonly unreachable: string }

/** Connects to the origin, half-open allowed; over TLS where its scheme says so. Never throws for what the peer does. */
export async function connectTo(origin: URL, timeoutMs: number, options: OriginOptions = {}): Promise<Connected> {
  const { socket, readyEvent } = openSocket(origin, options)
  readBeforeWriteFails(socket)
  return new Promise((resolve) => {
    const give = (connected: Connected): void => {
      clearTimeout(timer)
      if ('unreachable' in connected) socket.destroy()
      resolve(connected)
    }
    const timer = setTimeout(() => give({ unreachable: `no connection within ${timeoutMs} ms` }), timeoutMs)
    socket.once(readyEvent, () => give({ socket }))
    socket.once('close', () => give({ unreachable: 'the connection was closed while it was being made' }))
    socket.on('error', (error) => give({ unreachable: errorCode(error) }))
  })
}

/** The code of a socket's or the library's error, or its text where it has none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : error.message
}

function openSocket(origin: URL, options: OriginOptions): { readonly socket: net.Socket; readonly readyEvent: 'connect' | 'secureConnect' } {
  const host = bareHost(origin)
  const secure = origin.protocol === 'https:'
  const port = origin.port === '' ? (secure ? 443 : 80) : Number(origin.port)
  const common = { host, port, allowHalfOpen: true, noDelay: true, ...(options.allowRemote === true ? {} : { lookup: loopbackLookup }) }
  if (!secure) return { socket: net.connect(common), readyEvent: 'connect' }
  const connecting = {
    ...common, ALPNProtocols: ['http/1.1'],
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
    ...(options.ca === undefined ? {} : { ca: [...tls.getCACertificates('default'), options.ca] }),
  }
  return { socket: tls.connect(connecting), readyEvent: 'secureConnect' }
}
