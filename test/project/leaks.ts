/** What must not be in any file of the repository: paths of a machine, hosts of a registry, values shaped like secrets. */
import type { TreeFile } from './tree.ts'

interface Rule {
  readonly name: string
  readonly pattern: RegExp
  /** Of fewer different characters it is nobody's secret but an example. */
  readonly fewestCharacters?: number
}

// The character classes keep this file from finding itself.
const rules: readonly Rule[] = [
  { name: 'a path of a machine', pattern: /(?<![\w.:~}/-])\/(?:w[o]rk|r[o]ot|f[a]rm|h[o]me|U[s]ers)\/[\w.-]+/ },
  { name: 'a name in a temporary folder', pattern: /(?<![\w.:~}/-])\/(?:var\/)?t[m]p\/[\w.-]+/ },
  { name: 'the host of a registry', pattern: /registry\.(?:npm[j]s|yarn[p]kg|npm[m]irror)\.\w+|np[m]\.pkg\.github\.com|deb\.deb[i]an\.org/ },
  { name: 'a private key', pattern: /-----BEGIN [A-Z ]*PRIV[A]TE KEY-----/ },
  { name: 'a token of this server', pattern: /\bhandoff_[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/, fewestCharacters: 12 },
  { name: 'a JSON web token', pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/, fewestCharacters: 12 },
  { name: 'a token of a hosting service', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,}|glpat-[\w-]{20}|npm_[A-Za-z0-9]{36})/, fewestCharacters: 12 },
  { name: 'a key of a cloud', pattern: /\b(?:AKIA[0-9A-Z]{16}|AIza[\w-]{35}|sk-[A-Za-z0-9-]{32,}|xox[abp]-[\w-]{10,})/, fewestCharacters: 12 },
]

/** Tests plant values that say of themselves that nothing is behind them. */
const planted = /canary/i

/** What others publish, byte for byte, and what its hash pins. */
const vendored = new Set(['harness/manifest/server.schema.json'])

/** @returns One sentence a find, with the place and never with the value. */
export function leaks(files: readonly TreeFile[]): string[] {
  return files.filter(({ path }) => !vendored.has(path)).flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) =>
      rules
        .filter(({ pattern, fewestCharacters = 0 }) => {
          const found = pattern.exec(line)
          return found !== null && new Set(found[0]).size >= fewestCharacters && !planted.test(found[0])
        })
        .map(({ name }) => `${path}:${index + 1} has ${name}`)))
}
