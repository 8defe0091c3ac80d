/** Names that resolve as a test says, each time to the next of their answers: what a hostile DNS server does. */
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

/** @param names Of each name the addresses for each time that it is looked up; the last answer stays. */
export function resolveNames(t: { teardown(handler: () => unknown): unknown }, names: Readonly<Record<string, readonly (readonly string[])[]>>): void {
  const { lookup } = dns
  const { lookup: promised } = dns.promises
  const asked = new Map<string, number>()
  const next = (name: string): dns.LookupAddress[] | undefined => {
    const answers = names[name]
    if (answers === undefined) return undefined
    const count = asked.get(name) ?? 0
    asked.set(name, count + 1)
    return (answers[count] ?? answers.at(-1) ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  type Callback = (error: NodeJS.ErrnoException | null, address?: unknown, family?: number) => void
  const own = (name: string, options: dns.LookupOptions, callback: Callback): void => {
    const addresses = next(name)
    if (addresses === undefined) lookup(name, options, callback as never)
    else queueMicrotask(() => { if (options.all === true) callback(null, addresses); else callback(null, addresses[0]?.address, addresses[0]?.family) })
  }
  Object.assign(dns, { lookup: own })
  Object.assign(dns.promises, { lookup: async (name: string, options: dns.LookupAllOptions) => next(name) ?? promised(name, options) })
  syncBuiltinESMExports()
  t.teardown(() => {
    Object.assign(dns, { lookup })
    Object.assign(dns.promises, { lookup: promised })
    syncBuiltinESMExports()
  })
}
