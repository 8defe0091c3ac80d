/** What independent tools see of a server. None of them is normative, so that all of it is hardening. */
import type { Requirement } from '../../harness/run/requirement.ts'

const page = 'https://github.com/handoff-conformance/handoff-conformance/blob/main/docs/interop.md'

function interop(id: string, statement: string, reason: string): Requirement {
  return { id: `hardening.${id}`, level: 'hardening', source: 'handoff-conformance', section: 'independent tools', url: page, statement, reason }
}

const secondReading = 'The official framework is a second reading of the specification by other people; where it disagrees with ours, one of the two is wrong.'

export const interopRequirements: readonly Requirement[] = [
  interop('framework-2026-07-28', 'Every check of the official conformance framework that applies to the target passes under its requirements for 2026-07-28.', secondReading),
  interop('framework-2025-11-25', 'Every check of the official conformance framework that applies to the target passes under its requirements for 2025-11-25.', secondReading),
  interop('framework-advice', 'The official conformance framework has no warning about the target where it applies.', 'The framework warns where the specification recommends something; its exit code says nothing of it.'),
  interop('curl-sees-refusal', 'The program curl sees a request with a missing or unknown bearer token refused with 401 and a Bearer challenge.', 'The framework and Inspector are given credentials by a proxy; that the wall is there at all is seen by a program that has none.'),
  interop('inspector', 'The command line of MCP Inspector lists the tools of the target and calls a read-only one, in each era that the target speaks.', 'It is the tool that authors of servers and clients try a server with first.'),
  interop('sdk-first-client', 'Two clients of the first generation of the official SDK complete a handoff through the target.', 'Most clients in use are built on it.'),
  interop('sdk-second-client', 'Two clients of the second generation of the official SDK complete a handoff through the target, in each mode of version negotiation.', 'It speaks both eras and checks what it receives by the schemas.'),
]
