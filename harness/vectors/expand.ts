/**
 * From an input as a vector file writes it to the one that is sent: `{"$repeat": [TEXT, COUNT]}` becomes a string,
 * `{"$list": [VALUE, COUNT]}` a list, and `{{token:ALIAS}}` the token that was issued, `{{token:ALIAS:upper}}` the same in upper case.
 */
import { isJsonObject } from '../wire/json.ts'

/** More than any limit that a vector could be about; a mistake in a file must not eat the memory. In characters, and in values. */
const maxRepeated = 64 * 1024 * 1024
const maxListed = 1_000_000

const placeholder = /\{\{token:([^{}:]*)(:upper)?\}\}/g

/**
 * @param tokens The issued tokens by their aliases.
 * @throws Error where `$repeat` or `$list` is malformed, or an alias has no token.
 */
export function expand(value: unknown, tokens: ReadonlyMap<string, string> = new Map()): unknown {
  if (typeof value === 'string') return withTokens(value, tokens)
  if (Array.isArray(value)) return value.map((item) => expand(item, tokens))
  if (!isJsonObject(value)) return value
  const keys = Object.keys(value)
  if (keys.includes('$repeat') || keys.includes('$list')) return expandOne(value, keys, tokens)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expand(member, tokens)]))
}

function expandOne(value: Record<string, unknown>, keys: readonly string[], tokens: ReadonlyMap<string, string>): unknown {
  const [key = ''] = keys
  const pair = value[key]
  if (keys.length !== 1 || !Array.isArray(pair) || pair.length !== 2) throw new Error(`${keys.join(' and ')} must stand alone and hold a pair`)
  const [what, count] = pair as readonly unknown[]
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0) throw new Error(`the count of ${key} must be a whole number`)
  if (key === '$list') {
    if (count > maxListed) throw new Error('$list is too long')
    const item = expand(what, tokens)
    return Array.from({ length: count }, () => item)
  }
  if (typeof what !== 'string') throw new Error('$repeat must hold a text and a count')
  if (what.length * count > maxRepeated) throw new Error('$repeat is too long')
  return withTokens(what, tokens).repeat(count)
}

function withTokens(text: string, tokens: ReadonlyMap<string, string>): string {
  return text.replaceAll(placeholder, (_, alias: string, upper: string | undefined) => {
    const token = tokens.get(alias)
    if (token === undefined) throw new Error(`there is no token ${JSON.stringify(alias)}`)
    return upper === undefined ? token : token.toUpperCase()
  })
}

/** Whether an input has that token in upper case, which has to be another text then. */
export function wantsUpperCase(input: unknown, alias: string): boolean {
  return JSON.stringify(input).includes(`{{token:${alias}:upper}}`)
}
