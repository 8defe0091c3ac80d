/** Whether log messages hold the token of the client that reads them, the same in every revision. */
import type { Identity } from '../../../harness/fixture/driver.ts'
import type { JsonObject } from '../../../harness/peer/peer.ts'
import type { CaseContext } from '../../../harness/run/case.ts'
import { leaksIn } from '../../auth-negative/leaks.ts'

/** A shorter token stands in many texts by chance. */
const shortestTold = 8

/** Says nothing where the token is too short to be told from other text. */
export function checkLogLeaks(context: CaseContext, { token }: Identity, logs: readonly JsonObject[], input: string, requirement: string): void {
  if (token.length < shortestTold) return
  const leaks = leaksIn(JSON.stringify(logs), token)
  context.observe({ requirement, input, ok: leaks.length === 0, expected: 'no form of the token in any log message', actual: leaks.length === 0 ? 'none' : `the token ${leaks.join(', ')}` })
}
