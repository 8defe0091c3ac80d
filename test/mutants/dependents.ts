/**
 * Which files of our servers lead to another one by their imports. Read from the texts, generously: where a comment
 * looks like an import, one module more is loaded than need be.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

const imported = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+\.ts)['"]/g

/** Of every file, those that import it. */
export type Importers = ReadonlyMap<string, ReadonlySet<string>>

/** @param folders Relative to the root, each with a slash at its end. */
export function importersIn(root: string, folders: readonly string[]): Importers {
  const importers = new Map<string, Set<string>>()
  for (const file of folders.flatMap((folder) => globSync(`${folder}**/*.ts`, { cwd: root })).map((path) => path.replaceAll('\\', '/'))) {
    for (const [, specifier = ''] of readFileSync(join(root, file), 'utf8').matchAll(imported)) {
      const target = join(dirname(file), specifier)
      importers.set(target, (importers.get(target) ?? new Set()).add(file))
    }
  }
  return importers
}

/** The file itself, and all that import it, directly or by way of others. */
export function dependentsOf(file: string, importers: Importers): ReadonlySet<string> {
  const found = new Set([file])
  // A set that grows while it is gone through shows what is added, too.
  for (const each of found) for (const importer of importers.get(each) ?? []) found.add(importer)
  return found
}
