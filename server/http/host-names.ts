/** What can stand in a list of hosts or origins: only what the guards of `Host` and `Origin` can find in a request. */
import { isIPv6 } from 'node:net'

/** A host name or an address, without a port; IPv6 with or without its brackets. */
export function isHostName(text: string): boolean {
  return /^[a-z0-9._-]+$/i.test(text) || isIPv6(text.replace(/^\[(.*)\]$/, '$1'))
}

/** An origin as browsers write it (RFC 6454 §6.2): no path and no port that is the default; or a host name. */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return isHostName(text)
  return URL.canParse(text) && new URL(text).origin === text.toLowerCase()
}
