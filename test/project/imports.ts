/** The import arrows of the architecture: who may import whom. Imports are read from the compiler's own resolution. */
import { execa } from 'execa'

export interface Import {
  readonly from: string
  /** As written: a relative path or the name of a package. */
  readonly specifier: string
  /** The file it resolves to, relative to the folder; undefined for packages and what Node brings. */
  readonly to: string | undefined
}

const allowed: Readonly<Record<string, readonly string[]>> = {
  protocol: ['protocol'],
  server: ['server', 'protocol'],
  harness: ['harness', 'protocol'],
  cases: ['cases', 'harness', 'protocol'],
}

/** The one file that brings the parts together. */
const compositionRoot = 'harness/main.ts'

/**
 * Runs the compiler without checking and reads why each file is part of the program: types, re-exports and dynamic
 * imports included.
 * @param folder Where `tsconfig.json` is.
 */
export async function readImports(compiler: string, folder: string): Promise<Import[]> {
  const { stdout } = await execa(compiler, ['-p', '.', '--noCheck', '--noEmit', '--explainFiles'], { cwd: folder, reject: false })
  const imports: Import[] = []
  let file = ''
  for (const line of stdout.split('\n')) {
    const reason = /^ {2,}Imported via ['"](.+)['"] from file '(.+?)'/.exec(line)
    if (reason?.[1] !== undefined && reason[2] !== undefined) {
      const own = !file.includes('node_modules/')
      imports.push({ from: reason[2], specifier: reason[1], to: own ? file : undefined })
    } else if (/^\S/.test(line)) file = line.trim()
  }
  return imports.filter(({ from }) => !from.includes('node_modules/'))
}

/** @returns One sentence an import that points the wrong way. */
export function wrongArrows(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to }) => {
    if (to === undefined || to === 'package.json' || from === compositionRoot) return []
    const targets = allowed[top(from)]
    if (targets === undefined || targets.includes(top(to))) return []
    return [`${from} imports ${to}: ${top(from)} may import ${targets.join(', ')} only`]
  })
}

/** Where packages may be imported that a user has or has not: processes of their own, started only where it is there. */
const optionalPlace = 'harness/external/clients/'

/** @returns One sentence an import of a package that the published package does not bring along. */
export function undeclaredPackages(imports: readonly Import[], dependencies: readonly string[], optional: readonly string[] = []): string[] {
  return imports.flatMap(({ from, specifier, to }) => {
    if (to !== undefined || !(top(from) in allowed) || /^(node:|\.)/.test(specifier)) return []
    const name = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
    return dependencies.includes(name) || (from.startsWith(optionalPlace) && optional.includes(name)) ? [] : [`${from} imports ${name}, which is no dependency in package.json`]
  })
}

/** Dynamic imports whose target only shows while running would slip past the compiler. */
export function hiddenImports(files: readonly { readonly path: string; readonly text: string }[]): string[] {
  return files
    .filter(({ path }) => top(path) in allowed && path.endsWith('.ts'))
    .flatMap(({ path, text }) => {
      const hidden = text.split('\n').filter((line) => /\bimport\(\s*(?!['"])\S/.test(line) || /\b(createRequire|require)\(/.test(line))
      return hidden.map((line) => `${path} imports what only shows while running: ${line.trim()}`)
    })
}

function top(path: string): string {
  return path.split('/')[0] ?? path
}
