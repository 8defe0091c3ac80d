/** The registry that is in force before each vector: the fixture's own identities, in a file whose every byte is known. */
import { createHash } from 'node:crypto'
import type { Identity } from '../../harness/fixture/driver.ts'
import { renderRegistry } from '../../harness/fixture/registry-file.ts'

export interface Base {
  readonly text: string
  /** The SHA-256 of its bytes, by which a snapshot is named. */
  readonly revision: string
}

/** Longer than any run. ms since the epoch. */
const expiresAt = Date.UTC(2999, 0, 31, 12)

export function baseRegistry(identities: readonly Identity[]): Base {
  const agents = identities.map(({ agentId, name, token }) => ({ id: agentId ?? name, enabled: true, sendTo: ['*'], receiveFrom: ['*'], ceiling: 'restricted' as const, token, expiresAt }))
  const text = renderRegistry(agents, { format: 'agents-yaml', projects: false })
  return { text, revision: sha256(text) }
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
