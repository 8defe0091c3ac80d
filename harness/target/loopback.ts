/**
 * Keeps the harness from attacking anything but this machine unless somebody says that it may. A name counts by what
 * it resolves to, so that a name which only looks local is remote. That is told before anything is sent; what the name
 * stands for when it is sent is held to the same by the wire.
 */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { HarnessError } from '../errors.ts'
import { bareHost, isLoopbackAddress } from '../wire/loopback.ts'

/** Whether every address that a URL's host stands for is of the loopback interface. A name without address is not. */
export async function isLoopback(url: URL): Promise<boolean> {
  const host = bareHost(url)
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
