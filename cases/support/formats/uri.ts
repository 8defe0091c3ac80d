/** The grammar of URIs (RFC 3986, appendix A) and of media types (RFC 9110 §8.3.1), as far as a text can be told by it. */

const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/
const rest = /^(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/

/** An absolute URI, with or without a fragment. */
export function isUri(text: string): boolean {
  const start = scheme.exec(text)?.[0]
  if (start === undefined) return false
  const after = text.slice(start.length)
  if (!rest.test(after) || after.split('#').length > 2) return false
  const authority = /^\/\/([^/?#]*)/.exec(after)?.[1]
  if (authority === undefined) return !/[[\]]/.test(after)
  // Brackets stand around an IP literal and nowhere else.
  return !/[[\]]/.test(after.slice(authority.length + 2)) && /^(?:[^[\]@]*@)?(?:\[[0-9A-Fa-fv.:]+\]|[^[\]:@]*)(?::\d*)?$/.test(authority)
}

/** In lower case, without the colon; undefined where there is none. */
export function schemeOf(text: string): string | undefined {
  return scheme.exec(text)?.[0].slice(0, -1).toLowerCase()
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+\s*(?:;.*)?$/

export function isMediaType(text: string): boolean {
  return token.test(text)
}
