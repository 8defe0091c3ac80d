/** Isolation: clients of one server that use the same names at the same time. */
import type { Requirement } from '../../harness/run/requirement.ts'

const ours = { level: 'hardening', source: 'handoff-conformance', section: 'isolation', url: 'https://github.com/handoff-conformance/handoff-conformance/blob/main/docs/cases.md' } as const

export const isolationRequirements: readonly Requirement[] = [
  {
    id: 'jsonrpc.own-answer', level: 'must', source: 'JSON-RPC 2.0', section: '§5', url: 'https://www.jsonrpc.org/specification#response_object',
    statement: 'Every request is answered with one response, the one to that request, whatever ids other clients use at the same time.', rows: ['HTTP-28'],
  },
  { ...ours, id: 'hardening.isolation-cancellation', statement: 'A cancellation reaches only requests of the client that sent it.', reason: 'The text binds senders to their own requests (MCP, cancellation); a server that takes it for anybody else\'s lets one client end the work of another.' },
  { ...ours, id: 'hardening.isolation-flood', statement: 'Many requests of one client do not keep another one from being served.', reason: 'Fairness has no keyword, but a service that one client can take from all others is out of service.' },
  { ...ours, id: 'hardening.isolation-session-end', statement: 'The end of one session ends no other.', reason: 'Sessions are for one client each; the text takes it for granted.' },
  { ...ours, id: 'hardening.isolation-streams', statement: 'A subscription is named, filtered and ended by its own client alone, whatever ids others use.', reason: 'The text names a subscription by the id of its request without saying that ids of different clients may be equal.' },
  { ...ours, id: 'hardening.isolation-progress', statement: 'Progress is told only to the client whose request it belongs to.', reason: 'A foreign progress notification tells one client what another one does.' },
]
