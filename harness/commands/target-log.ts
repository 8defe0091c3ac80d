/** What a target wrote to its log, for whoever looks for the cause: without a secret, nothing hidden, and not without end. */
import { redactText } from '../evidence/redact.ts'
import { createSecretRegistry, type SecretRegistry } from '../evidence/secrets.ts'
import { visibleText } from '../evidence/visible.ts'

export const targetLogName = 'target.log'

/** Of the whole file, in UTF-16 code units. */
const maxChars = 512 * 1024
const shownLines = 12
const maxLineChars = 400

/** The whole of it, as it is kept. */
export function cleanLog(text: string, secrets: SecretRegistry): string {
  // A secret cut up by what is hidden is found only before that is shown.
  const clean = visibleText(redactText(text, secrets))
  return clean.length <= maxChars ? clean : `… (${clean.length - maxChars} characters before this)\n${clean.slice(-maxChars)}`
}

/** The last lines, each set off from our own words; empty where there are none. */
export function lastLines(text: string, secrets: SecretRegistry = createSecretRegistry()): string {
  const lines = cleanLog(text, secrets).split('\n').filter((line) => line.trim() !== '').slice(-shownLines)
  return lines.map((line) => `  | ${line.length > maxLineChars ? `${line.slice(0, maxLineChars)}…` : line}\n`).join('')
}
