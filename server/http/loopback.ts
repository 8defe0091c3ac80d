/** The names of the loopback interface: what may be named in `Host` and `Origin` where no list says otherwise. */
import { isIPv4 } from 'node:net'

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Host names as they stand in a URL: lower-case, IPv6 addresses in brackets. */
export function hostSet(names: readonly string[]): ReadonlySet<string> {
  return new Set((names.length === 0 ? loopbackNames : names).map(normaliseHost))
}

export function normaliseHost(name: string): string {
  const lower = name.trim().toLowerCase()
  return lower.includes(':') && !lower.startsWith('[') ? `[${lower}]` : lower
}

/** Whether an address to bind is reachable from this machine alone. */
export function isLoopback(host: string): boolean {
  const name = normaliseHost(host)
  return loopbackNames.includes(name) || (name.startsWith('127.') && isIPv4(name))
}
