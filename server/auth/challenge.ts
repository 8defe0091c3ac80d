/** Builds the value of `WWW-Authenticate` for the Bearer scheme (RFC 6750 §3, RFC 9110 §11.6.1). */

export type BearerError = 'invalid_request' | 'invalid_token' | 'insufficient_scope'

export interface ChallengeParameters {
  readonly realm: string
  readonly error?: BearerError | undefined
  readonly errorDescription?: string | undefined
  /** Scope tokens separated by one space. */
  readonly scope?: string | undefined
  /** Absolute URL of the protected resource metadata (RFC 9728 §5.1). */
  readonly resourceMetadata?: string | undefined
}

/** RFC 6750 §3: %x20-21 / %x23-5B / %x5D-7E. */
const descriptionCharacters = /^[\x20-\x21\x23-\x5B\x5D-\x7E]*$/
/** RFC 6749 §3.3: scope tokens of %x21 / %x23-5B / %x5D-7E, separated by single spaces. */
const scopeSyntax = /^[\x21\x23-\x5B\x5D-\x7E]+(?: [\x21\x23-\x5B\x5D-\x7E]+)*$/

/** @throws TypeError where a parameter cannot be written by its grammar. */
export function bearerChallenge(parameters: ChallengeParameters): string {
  const { realm, error, errorDescription, scope, resourceMetadata } = parameters
  if (errorDescription !== undefined && !descriptionCharacters.test(errorDescription)) throw new TypeError('error_description has a character that RFC 6750 does not allow')
  if (scope !== undefined && !scopeSyntax.test(scope)) throw new TypeError('scope is not a list of scope tokens')
  if (resourceMetadata !== undefined && !URL.canParse(resourceMetadata)) throw new TypeError('resource_metadata is not an absolute URL')
  const written = [
    ['realm', realm],
    ['error', error],
    ['error_description', errorDescription],
    ['scope', scope],
    ['resource_metadata', resourceMetadata],
  ] as const
  const list = written.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${quoted(value)}`]))
  return `Bearer ${list.join(', ')}`
}

/** RFC 9110 §5.6.4. */
function quoted(value: string): string {
  if (!/^[\t\x20-\x7E]*$/.test(value)) throw new TypeError('a quoted string has a character outside of printable ASCII')
  return `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
