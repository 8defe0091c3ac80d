/** From an input as a file holds it to the one that is sent. */

const placeholder = /\{\{token:([^{}:]*)(:upper)?\}\}/g

/**
 * `{"$repeat": [TEXT, COUNT]}` becomes a text, `{"$list": [VALUE, COUNT]}` a list, `{{token:ALIAS}}` the token, and
 * `{{token:ALIAS:upper}}` the token in upper case.
 * @throws Error where an alias has no token, or a shorthand is malformed.
 */
export function expand(value: unknown, tokens: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return withTokens(value, tokens)
  if (Array.isArray(value)) return value.map((entry) => expand(entry, tokens))
  if (typeof value !== 'object' || value === null) return value
  if (Object.hasOwn(value, '$repeat') || Object.hasOwn(value, '$list')) return writtenOut(value, tokens)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expand(member, tokens)]))
}

function withTokens(text: string, tokens: ReadonlyMap<string, string>): string {
  return text.replaceAll(placeholder, (_, alias: string, upper: string | undefined) => {
    const token = tokens.get(alias)
    if (token === undefined) throw new Error(`no token has the alias ${alias}`)
    return upper === undefined ? token : token.toUpperCase()
  })
}

function writtenOut(value: object, tokens: ReadonlyMap<string, string>): unknown {
  const [[name, pair] = ['', undefined], ...more] = Object.entries(value) as [string, unknown][]
  const [what, count] = Array.isArray(pair) && pair.length === 2 ? (pair as unknown[]) : []
  if (more.length > 0 || typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0) throw new Error(`${name} takes a value and a count, and stands alone`)
  if (name === '$list') return Array.from({ length: count }, () => expand(what, tokens))
  if (typeof what !== 'string') throw new Error('$repeat takes a text')
  return withTokens(what, tokens).repeat(count)
}
