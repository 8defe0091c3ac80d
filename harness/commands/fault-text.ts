/** What the code of a case threw, for whoever mends the harness: without a secret, and with nothing hidden. */
import { redactText } from '../evidence/redact.ts'
import type { SecretRegistry } from '../evidence/secrets.ts'
import { visibleText } from '../evidence/visible.ts'

/** @param id The case. */
export function faultText(id: string, error: unknown, secrets: SecretRegistry): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return visibleText(redactText(`fault in the case ${id}: ${text}\n`, secrets))
}
