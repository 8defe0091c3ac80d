/** The options that say what is under test, as words of a command line: so that a printed command can be run as it is. */
import { mayHoldSecret } from './secret-words.ts'
import type { TargetOptions } from './target.ts'

/**
 * Each word with a space before it. What stands behind `--` is only pointed at where it may hold a secret.
 * @param env Whose values under the names of secrets, and of the tokens that were named, are secrets.
 */
export function targetWords({ target, url, command, tokens, revision, allowRemote, allowDestructive, manifest, rate }: TargetOptions, env: Readonly<Record<string, string | undefined>>): string {
  const words = [
    ...(target === undefined ? [] : ['--target', target]),
    ...(url === undefined ? [] : ['--url', url]),
    ...tokens.flatMap((token) => (token.kind === 'env' ? ['--token-env', token.name] : ['--token-file', token.path])),
    ...(revision === undefined ? [] : ['--revision', revision]),
    ...(manifest === undefined ? [] : ['--manifest', manifest]),
    ...(allowRemote === true ? ['--allow-remote'] : []),
    ...(allowDestructive === true ? ['--allow-destructive'] : []),
    ...(rate === undefined ? [] : ['--rate', String(rate)]),
    ...(command === undefined ? [] : ['--', ...(mayHoldSecret(command, env, tokens.flatMap((token) => (token.kind === 'env' ? [token.name] : []))) ? ['COMMAND'] : command)]),
  ]
  return words.map((word) => ` ${quoted(word)}`).join('')
}

/** As a POSIX shell wants it. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
