/**
 * Whether the words of a command may be shown. Nobody says which of them are secrets, so that one is shown only where
 * it looks like something else: a path, a package, an option, a number or a plain word.
 */

const secretName = /auth|bearer|cookie|credential|key|passw|passphrase|\bpat\b|\bpin\b|pwd|secret|session|signature|token/i

/** Letters and digits together, as in credentials; names have none that are as long. */
const opaque = /(?=[\w+=]*\d)(?=[\w+=]*[A-Za-z])[\w+=]{12,}|[A-Za-z+=]{28,}|\d{12,}|[0-9a-f]{8}-[0-9a-f]{4}-/i

/**
 * @param env Its values under the name of a secret are secrets.
 * @param secretNames Further names of such variables.
 */
export function mayHoldSecret(command: readonly string[], env: Readonly<Record<string, string | undefined>>, secretNames: readonly string[] = []): boolean {
  const values = Object.entries(env).flatMap(([name, value = '']) => ((secretName.test(name) && name !== 'PWD' && name !== 'OLDPWD') || secretNames.includes(name)) && value.length >= 4 ? [value] : [])
  return command.some((word, at) => values.some((value) => word.includes(value)) || !(at === 0 ? isProgram(word) : isShown(word, command[at - 1] ?? '')))
}

const isProgram = (word: string): boolean => isPlain(word) || (/^[\w.-]+$/.test(word) && !opaque.test(word))

/** @param before An option may have the word as its value. */
function isShown(word: string, before: string): boolean {
  if (/^-[^=]*$/.test(before) && secretName.test(before)) return false
  // Nobody knows what a letter asks for; behind these stands the name of a module or a word of its own.
  if (/^-[A-Za-z]$/.test(before) && !/^-[myi]$/.test(before) && !isPath(word)) return false
  const [, name, value] = /^(-{0,2}[A-Za-z][\w-]*)=(.*)$/s.exec(word) ?? []
  if (name !== undefined && value !== undefined) return !secretName.test(name) && isPlain(value)
  if (word.startsWith('-')) return /^(?:-[A-Za-z]|--|--[A-Za-z][a-z0-9-]*)$/.test(word)
  return isPlain(word)
}

const isPath = (word: string): boolean => /^[~\w@ .+-]*\/[\w@ .+/-]*$|\.(?:[cm]?[jt]s|py|rb|jar|json|ya?ml|toml|sh|exe)$/.test(word)

/** A path, a package with its version, a number, an address without a query, or a word without digits. */
function isPlain(word: string): boolean {
  if (opaque.test(word) || /\beyJ/.test(word)) return false
  return /^(?:\d{1,6}|[A-Za-z][A-Za-z_'-]*|(?:@?[\w.-]+\/)?[\w.-]+@[\w.^~-]+|https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w./-]*)?)$/.test(word) || isPath(word)
}
