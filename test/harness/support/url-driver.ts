/** A driver for a server that a test has started itself: it can provision nothing. */
import type { Driver, Identity } from '../../../harness/fixture/driver.ts'
import { unable } from '../../../harness/fixture/missing-ability.ts'
import { twoTokens } from './mcp-server.ts'

export function identitiesOf(tokens: Readonly<Record<string, string>> = twoTokens): Record<string, Identity> {
  return Object.fromEntries(Object.entries(tokens).map(([token, name]) => [name, { name, agentId: name, token }]))
}

/** @param kind Default `url`; `command` lets cases have a fixture of their own, which is the same server here. */
export function driverFor(url: URL, options: { identities?: Record<string, Identity>; kind?: Driver['kind']; opened?: () => void; closed?: () => void } = {}): Driver {
  const abilities = new Set<never>()
  return {
    kind: options.kind ?? 'url',
    abilities,
    open: async () => {
      options.opened?.()
      return Promise.resolve({ ...unable, url, abilities, identities: options.identities ?? identitiesOf(), close: async () => { await Promise.resolve(options.closed?.()) } })
    },
  }
}
