/** The files of the repository as a reader of it sees them: what is installed, built or written by runs is left out. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export const root = dirname(dirname(import.meta.dirname))

export interface TreeFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string
  readonly text: string
}

const leftOut = new Set(['node_modules', 'dist', '.git', '.tap', 'coverage', 'data', 'config', '.stryker-tmp'])

export function treeFiles(folder: string = root): TreeFile[] {
  return globSync('**/*', { cwd: folder, exclude: (name) => leftOut.has(basename(name)) })
    .concat(globSync(['.*', '.github/**/*', '.ci/**/*'], { cwd: folder, exclude: (name) => leftOut.has(basename(name)) }))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => isSource(path) && statSync(join(folder, path)).isFile())
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}

function isSource(path: string): boolean {
  if (path.startsWith('release-evidence/')) return path === 'release-evidence/README.md'
  return !/\.(tgz|png|svg|sqlite)$/.test(path) && path !== '.env'
}
