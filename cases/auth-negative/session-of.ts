/** The session that the probe's own requests carry, for requests that a case builds itself. */
import type { Identity } from '../../harness/fixture/driver.ts'
import type { CaseContext } from '../../harness/run/case.ts'
import { fieldValues } from '../../harness/wire/message.ts'

/** The session id of an identity; undefined where the target keeps none, or none was opened yet. */
export function sessionIdOf(context: CaseContext, identity: Identity): string | undefined {
  return fieldValues(context.request(identity), 'mcp-session-id')[0]
}
