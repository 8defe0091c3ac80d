/** The registry that is in force before each vector: the fixture's own identities, in a file whose every byte is known. */
import { createHash } from 'node:crypto'
import type { Identity } from '../../harness/fixture/driver.ts'

export interface Base {
  readonly text: string
  /** The SHA-256 of its bytes, by which a snapshot is named. */
  readonly revision: string
}

export function baseRegistry(identities: readonly Identity[]): Base {
  const agents = identities.map(({ agentId, name, token }) => `  - id: ${agentId ?? name}
    display_name: Agent ${agentId ?? name}
    enabled: true
    send_to: ["*"]
    receive_from: ["*"]
    disclosure_ceiling: restricted
    token_sha256: "${sha256(token)}"
    expires_at: "2999-01-31T12:00:00Z"
`)
  const text = `version: 1\nagents:\n${agents.join('')}`
  return { text, revision: sha256(text) }
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
