/**
 * Where a wire may send to: the one origin of its target, and by default only on this machine. Credentials can leave
 * to no other place, since every socket is opened from here.
 */
import net from 'node:net'
import tls from 'node:tls'
import { HarnessError } from '../errors.ts'

export interface OriginOptions {
  /** Trusted in addition to the system's own, for an https target with a private certificate; PEM. */
  readonly ca?: string
}

/**
 * Checks the target's origin.
 * @throws HarnessError `url_invalid` for another scheme or credentials in the URL; `remote_refused` for a host that
 * is not loopback.
 */
export function checkOrigin(origin: URL, allowRemote: boolean): void {
  if (origin.protocol !== 'http:' && origin.protocol !== 'https:') throw new HarnessError('url_invalid', `The target's URL has the scheme ${origin.protocol.slice(0, -1)}`)
  if (origin.username !== '' || origin.password !== '') throw new HarnessError('url_invalid', "The target's URL carries credentials")
  if (!allowRemote && !isLoopback(origin.hostname)) throw new HarnessError('remote_refused', `The target's host ${origin.hostname} is not on this machine`)
}

/** `localhost`, 127.0.0.0/8 and ::1, as a URL's `hostname` writes them. */
export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname === '[::1]') return true
  return net.isIPv4(hostname) && hostname.startsWith('127.')
}

/** A socket to the origin, still connecting, half-open allowed; `readyEvent` says when it can be used. */
export function openSocket(origin: URL, options: OriginOptions): { readonly socket: net.Socket; readonly readyEvent: 'connect' | 'secureConnect' } {
  const host = origin.hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = origin.protocol === 'https:'
  const port = origin.port === '' ? (secure ? 443 : 80) : Number(origin.port)
  if (!secure) return { socket: net.connect({ host, port, allowHalfOpen: true, noDelay: true }), readyEvent: 'connect' }
  const connecting = {
    host, port, allowHalfOpen: true, noDelay: true, ALPNProtocols: ['http/1.1'],
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
    ...(options.ca === undefined ? {} : { ca: [...tls.getCACertificates('default'), options.ca] }),
  }
  return { socket: tls.connect(connecting), readyEvent: 'secureConnect' }
}
