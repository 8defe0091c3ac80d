/**
 * What is this machine, to a socket. A name is looked up once, for the socket that is opened, and it is those addresses
 * that are held to it: whoever answers for a name may answer the next time otherwise.
 */
import { lookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a literal address is of the loopback interface; IPv4 addresses mapped into IPv6 count as what they are. */
export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** A URL's host without the brackets of an IPv6 address. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Whether a URL names this machine by what nobody else answers for: an address of the loopback interface, or `localhost`. */
export function namesLoopback(url: URL): boolean {
  const host = bareHost(url)
  return host === 'localhost' || isLoopbackAddress(host)
}

/** Why a socket was not opened. Its text is shown. */
export const elsewhere = 'its name stands for an address that is not on this machine'

/** Of `net.connect`: gives the addresses of a name where all of them are of the loopback interface, and none otherwise. */
export const loopbackLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error !== null || first === undefined) callback(error ?? new Error('its name has no address'), '')
    else if (!addresses.every(({ address }) => isLoopbackAddress(address))) callback(new Error(elsewhere), '')
    else if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}
