/** The options that say what is under test, as words of a command line: so that a printed command can be run as it is. */
import type { TargetOptions } from './target.ts'

/** Each word with a space before it. What stands behind `--` may hold a secret and is only pointed at. */
export function targetWords({ target, url, command, tokens, revision, allowRemote, allowDestructive, manifest, rate }: TargetOptions): string {
  const words = [
    ...(target === undefined ? [] : ['--target', target]),
    ...(url === undefined ? [] : ['--url', url]),
    ...tokens.flatMap((token) => (token.kind === 'env' ? ['--token-env', token.name] : ['--token-file', token.path])),
    ...(revision === undefined ? [] : ['--revision', revision]),
    ...(manifest === undefined ? [] : ['--manifest', manifest]),
    ...(allowRemote === true ? ['--allow-remote'] : []),
    ...(allowDestructive === true ? ['--allow-destructive'] : []),
    ...(rate === undefined ? [] : ['--rate', String(rate)]),
  ]
  return words.map((word) => ` ${quoted(word)}`).join('') + (command === undefined ? '' : ' -- COMMAND')
}

/** As a POSIX shell wants it. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
