/**
 * Keeps the harness from attacking anything but this machine unless somebody says that it may. A name counts by what
 * it resolves to, so that a name which only looks local is remote.
 */
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { HarnessError } from '../errors.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a literal address is of the loopback interface; IPv4 addresses mapped into IPv6 count as what they are. */
export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Whether every address that a URL's host stands for is of the loopback interface. A name without address is not. */
export async function isLoopback(url: URL): Promise<boolean> {
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return isLoopbackAddress(host)
  try {
    const addresses = await lookup(host, { all: true })
    return addresses.length > 0 && addresses.every(({ address }) => isLoopbackAddress(address))
  } catch {
    return host === 'localhost'
  }
}

/** @throws HarnessError `remote_refused` */
export async function requireAllowed(url: URL, allowRemote: boolean): Promise<void> {
  if (allowRemote || (await isLoopback(url))) return
  throw new HarnessError('remote_refused', `${url.host} is not on this machine`)
}
