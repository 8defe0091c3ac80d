/** The handoff contract where many act at once. */
import type { Requirement } from '../../harness/run/requirement.ts'

const contract = {
  level: 'must',
  source: 'handoff-conformance handoff contract',
  url: 'https://github.com/handoff-conformance/handoff-conformance/blob/main/docs/server.md',
} as const

export const handoffConcurrencyRequirements: readonly Requirement[] = [
  { ...contract, section: 'Storage', id: 'handoff.concurrent-order', statement: 'A change, its event and its answer are one: overlapping operations on a handoff take effect as if one after the other, each between its call and its answer.' },
  { ...contract, section: 'Errors', id: 'handoff.concurrent-answered', statement: 'Operations that overlap are answered with a result or a refusal of the contract, never with an error because of each other.' },
  { ...contract, section: 'Lifecycle', id: 'handoff.concurrent-acknowledge', statement: 'Of several acknowledgements of one queued handoff at the same time one succeeds; the others are illegal_transition or version_conflict, or a replay of it.' },
  { ...contract, section: 'Rules', id: 'handoff.concurrent-keys', statement: 'However many calls with one key and one input an identity makes at the same time, one takes effect, and the others are told its result as replayed.' },
  { ...contract, section: 'stdio', id: 'handoff.concurrent-processes', statement: 'Several processes over stdio and a server over HTTP can share one store; what each is told fits what the others are told.' },
  { ...contract, section: 'Tools', id: 'handoff.concurrent-paging', statement: 'Pages that are read while others send show everything that was there before, once.' },
  { ...contract, section: 'Rules', id: 'handoff.concurrent-policy', statement: 'An operation that begins after a change of the policy is in place obeys it, whatever else is under way; it comes back when the policy does.' },
]
