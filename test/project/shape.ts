/** The shape of the tree: small files that say why they exist, in folders with a purpose. */
import type { TreeFile } from './tree.ts'

const maxLines = 400

/** Files that hold data and no code may be as long as the data is. */
const data = /^(cases\/requirements\/|vectors\/)|\.(json|md|yaml|yml)$/

/** What is at the top, and what for. */
const topFolders: Readonly<Record<string, string>> = {
  server: 'the reference server', harness: 'the harness', cases: 'what is checked', protocol: 'what both sides need',
  vectors: 'golden vectors', 'release-evidence': 'where runs write', test: 'tests', bench: 'benchmarks', docs: 'one topic a page',
  tools: 'what builds and checks this repository', '.ci': 'the whole check', '.github': 'workflows',
}

/** Names that tell nothing about what is inside. */
const emptyNames = new Set(['util', 'utils', 'helper', 'helpers', 'misc', 'common', 'lib', 'shared', 'stuff', 'other'])

export function longFiles(files: readonly TreeFile[]): string[] {
  return files
    .filter(({ path }) => !data.test(path) && path !== 'LICENSE')
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0) }))
    .filter(({ lines }) => lines > maxLines)
    .map(({ path, lines }) => `${path} has ${lines} lines, more than ${maxLines}`)
}

/** A module of the product opens with a comment that says why it exists. */
export function silentModules(files: readonly TreeFile[]): string[] {
  return files
    .filter(({ path, text }) => /^(server|harness|cases|protocol|tools|bench)\/.*\.ts$/.test(path) && !/^(#!.*\n)?\s*\/[/*]/.test(text))
    .map(({ path }) => `${path} does not open with a comment that says why it exists`)
}

export function folderProblems(files: readonly TreeFile[]): string[] {
  const folders = new Set(files.flatMap(({ path }) => path.split('/').slice(0, -1).map((_, index, parts) => parts.slice(0, index + 1).join('/'))))
  return [...folders].flatMap((folder) => {
    const parts = folder.split('/')
    if (parts.length === 1 && !(folder in topFolders)) return [`${folder}/ has no purpose in test/project/shape.ts`]
    return emptyNames.has(parts.at(-1) ?? '') ? [`${folder}/ has a name that does not say its purpose`] : []
  })
}

/** Left from work in progress. A directive of TAP, which stands behind `# `, is not. */
export function leftovers(files: readonly TreeFile[]): string[] {
  return files
    .filter(({ path }) => path.endsWith('.ts'))
    .flatMap(({ path, text }) => text.split('\n').flatMap((line, index) =>
      /\b((?<!# )TO[D]O|FIX[M]E|XX[X]|HA[C]K)\b|@ts-(ign[o]re|noch[e]ck)|\bt\.onl[y]\(|eslint-disab[l]e/.test(line) ? [`${path}:${index + 1} is left from work in progress`] : []))
}
