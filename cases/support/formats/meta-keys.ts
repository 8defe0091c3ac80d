/** The shape of keys of `_meta`, and of identifiers of extensions (2026-07-28, basic/index "_meta"). */

const label = '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?'
const prefix = new RegExp(`^${label}(?:\\.${label})*$`)
const name = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$/

/** What is wrong with a key, in words that hold nothing of it; undefined where it is well formed and free to be used. */
export function metaKeyProblem(key: string): string | undefined {
  const at = key.indexOf('/')
  const before = at === -1 ? undefined : key.slice(0, at)
  if (!name.test(key.slice(at + 1))) return 'a name that does not begin and end with a letter or digit, or holds other characters'
  if (before === undefined) return key === '' ? 'an empty key' : undefined
  if (!prefix.test(before)) return 'a prefix that is no series of labels'
  const [first, second] = before.split('.')
  const reserved = second === 'modelcontextprotocol' || second === 'mcp'
  // Official extensions define keys of their own below this one.
  return reserved && !(first === 'io' && second === 'modelcontextprotocol') ? 'a prefix that is reserved for MCP and not defined' : undefined
}

/** As for a key, but the prefix and the name must be there. */
export function extensionIdProblem(id: string): string | undefined {
  const at = id.indexOf('/')
  if (at === -1) return 'no prefix'
  return at === id.length - 1 ? 'no name after the prefix' : metaKeyProblem(id)
}
