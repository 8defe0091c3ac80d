/**
 * Takes credentials out of what is about to be written: the run's own secrets in every form, and whatever looks like
 * a credential even if nobody registered it. A value goes whole, never all but a prefix or suffix.
 */
import { mapMembers } from './map-members.ts'
import type { SecretRegistry } from './secrets.ts'

export const mask = '[redacted]'

const credentialFields = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie'])

/** A value that is masked already, in Markdown as well, whatever a report puts behind it. */
const masked = String.raw`\\?\[redacted\\?\](?![\w.~+/=-])`
/** What our own command lines say: a scheme with the name of an environment variable and nothing else, up to the end of the line, a quote, or what stands for either in JSON and markup. */
const variable = String.raw`(?:bearer|basic|dpop|digest|negotiate|token) +\$[A-Z][A-Z0-9_]*_TOKEN(?:$|[\\"'<&])`
/** In JSON and in markup as well. */
const quote = String.raw`\\*["']|&quot;|&#39;`

/**
 * Names of credential fields with their value up to its closing quote or the end of the line. A value that says nothing
 * stays, so that what was redacted can be rendered and redacted again without losing what stands behind it.
 */
const credentialField = new RegExp(
  String.raw`\b((?:proxy-)?authorization|(?:set-)?cookie)(\\*["']?[ \t]*[:=](?![ \t]*(?:${quote})?(?:${masked}|${variable}))[ \t]*)(\\*"[^"\r\n]*"?|[^\r\n"]+)`,
  'gim',
)
const issuedToken = /handoff_[A-Za-z0-9_-]{20,}/g
const scheme = /\b(bearer|basic|dpop)([ \t]+)([A-Za-z0-9._~+/-]{8,}=*)/gi
const longRun = /[A-Za-z0-9_.-]{20,}/g

/** A text without credentials. The text itself where there was none. Linear in its length. */
export function redactText(text: string, secrets: SecretRegistry): string {
  return redactShapes(redactSecrets(text, secrets))
}

function redactSecrets(text: string, secrets: SecretRegistry): string {
  const bytes = Buffer.from(text, 'utf8')
  const spans = secrets.find(bytes)
  if (spans.length === 0) return text
  const parts: string[] = []
  let from = 0
  for (const span of spans) {
    parts.push(bytes.toString('utf8', from, span.start), mask)
    from = span.end
  }
  parts.push(bytes.toString('utf8', from))
  return parts.join('')
}

function redactShapes(text: string): string {
  return text
    .replace(credentialField, (whole: string, name: string, between: string, value: string) => (opensContainer(value) ? whole : name + between + maskBetweenQuotes(value)))
    .replace(issuedToken, mask)
    .replace(scheme, (whole: string, name: string, space: string, value: string) =>
      looksLikeCredentials(value) ? `${name}${space}${mask}` : whole)
    .replace(longRun, (run) => (isJwt(run) ? mask : run))
}

/** An object or a list under a key that ends in the name of a field, such as the id of a case; what stands in it is looked at by itself. */
function opensContainer(value: string): boolean {
  return /^[{}[\], \t]+$/.test(value)
}

/** The quotes that enclose the value stay, escaped as they are, so that JSON remains JSON. */
function maskBetweenQuotes(value: string): string {
  let first = 0
  while (value[first] === '\\') first++
  const opening = value[first] === '"' ? value.slice(0, first + 1) : ''
  let last = value.length
  if (opening !== '' && last > opening.length && value[last - 1] === '"') last--
  while (last > opening.length && value[last - 1] === '\\') last--
  return opening + mask + value.slice(last)
}

const challengeParameters = new Set(['realm=', 'scope=', 'error=', 'error_description=', 'error_uri=', 'resource_metadata='])

/** Prose goes on with a word (`Bearer challenge`) and a challenge with a parameter; credentials look like neither. */
function looksLikeCredentials(value: string): boolean {
  if (challengeParameters.has(value)) return false
  return value.length >= 24 || /[0-9_~+=]/.test(value) || /[A-Z]/.test(value.slice(1))
}

function isJwt(run: string): boolean {
  const parts = run.split('.')
  return parts.length >= 3 && (parts[0] ?? '').includes('eyJ') && (parts[1] ?? '') !== ''
}

/**
 * Plain data with every string redacted, the values of credential fields whole, whether they stand under their name as
 * a key or as the second of a `[name, value]` pair. What holds nothing to redact is not copied.
 */
export function redactValue<T>(value: T, redact: (text: string) => string): T {
  return redactAny(value, redact) as T
}

function redactAny(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value) && value.length === 2 && isCredentialField(value[0]) && typeof value[1] === 'string') return [value[0], mask]
  return mapMembers(value, (member, key) => (isCredentialField(key) && member !== undefined ? mask : redactAny(member, redact)), redact)
}

const isCredentialField = (name: unknown): boolean => typeof name === 'string' && credentialFields.has(name.toLowerCase())
