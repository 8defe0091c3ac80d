/**
 * What every event of a run goes through before anyone prints, keeps or renders it: credentials out first, then what
 * is hidden in a text made visible, so that a secret cut up by invisible characters is still found.
 */
import type { RunEvent } from '../run/events.ts'
import { redactText, redactValue } from './redact.ts'
import { rememberTexts } from './remember-texts.ts'
import type { SecretRegistry } from './secrets.ts'
import { cleanExchange } from './shown/clean.ts'
import { visibleLine } from './visible.ts'

/** Longer texts of one field are cut after redaction; nothing that a report says needs more. In UTF-16 code units. */
export const maxFieldLength = 4_000

export function sanitiseEvent(event: RunEvent, secrets: SecretRegistry): RunEvent {
  const clean = (text: string): string => remembered(text, secrets)
  if (event.type === 'case-end' && event.result.exchanges !== undefined) {
    const { exchanges, ...said } = event.result
    return { type: 'case-end', result: { ...redactValue(said, clean), exchanges: exchanges.map((exchange) => cleanExchange(exchange, clean, secrets)) } }
  }
  if (event.type !== 'failure') return redactValue(event, clean)
  // Nobody reads the data but a replay, which needs every character of it but the secrets.
  const { data, ...said } = event.failure
  return { type: 'failure', failure: { ...redactValue(said, clean), data: redactValue(data, (text) => redactText(text, secrets)) } }
}

interface Memory {
  /** How many secrets were known: another one may stand in a text that was clean before. */
  readonly size: number
  readonly clean: (text: string) => string
}

const memories = new WeakMap<SecretRegistry, Memory>()

function remembered(text: string, secrets: SecretRegistry): string {
  const known = memories.get(secrets)
  const memory = known?.size === secrets.size ? known : { size: secrets.size, clean: rememberTexts((each) => sanitiseText(each, secrets)) }
  memories.set(secrets, memory)
  return memory.clean(text)
}

/** So much of a text is looked into: a target may write megabytes, and each costs a second and fifty times its size. */
const maxLookedInto = 64 * 1024

/** One line for a person: no credentials, nothing hidden, of bounded length. */
export function sanitiseText(text: string, secrets: SecretRegistry): string {
  const beyond = Math.max(0, text.length - maxLookedInto)
  const clean = visibleLine(redactText(beyond === 0 ? text : text.slice(0, maxLookedInto), secrets))
  if (beyond === 0 && clean.length <= maxFieldLength) return clean
  // Behind the last character that is shown there must be more, lest a secret that the cut has parted stands at the end.
  if (clean.length <= 2 * maxFieldLength && beyond > 0) return `(${text.length} characters)`
  return `${clean.slice(0, maxFieldLength)}… (${clean.length - maxFieldLength + beyond} more characters)`
}
