/** The handoff contract on edits of the registry while the server runs. */
import type { Requirement } from '../../harness/run/requirement.ts'

const contract = {
  level: 'must',
  source: 'handoff-conformance handoff contract',
  section: 'Registry',
  url: 'https://github.com/handoff-conformance/handoff-conformance/blob/main/docs/server.md',
} as const

export const handoffPolicyRequirements: readonly Requirement[] = [
  { ...contract, id: 'handoff.live-policy', statement: 'A change of the registry is found by its content and obeyed by the next operation, on connections, sessions and processes that are open too.' },
  { ...contract, id: 'handoff.broken-registry', statement: 'A broken edit keeps the last good policy in force until it is mended, and the mended one counts at once.' },
]
