/**
 * Writes the golden vectors, those of `accept_handoff` and those of registries, from what is written by hand in
 * `tools/vectors/themes/` and `tools/vectors/registry/themes/`. With `--check` it writes nothing, looks for gaps as well,
 * and exits 1 where it finds one.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { disagreements, fileTexts } from './vectors/build.ts'
import { lint } from './vectors/lint/lint.ts'
import type { Given } from './vectors/lint/lint.ts'
import { registryDisagreements, registryFileTexts } from './vectors/registry/build.ts'
import { lintRegistry } from './vectors/registry/lint.ts'
import { registryThemes } from './vectors/registry/themes/index.ts'
import { themes } from './vectors/themes/index.ts'

interface Kind {
  readonly folder: string
  readonly generated: ReadonlyMap<string, string>
  readonly count: number
  readonly disagreements: () => Promise<string[]> | string[]
  readonly lint: (given: Given) => Promise<string[]> | string[]
}

const root = dirname(import.meta.dirname)
const schemaName = 'schema.json'
const check = process.argv.includes('--check')

const kinds: readonly Kind[] = [
  { folder: 'accept-handoff', generated: fileTexts(themes), count: countOf(themes), disagreements: async () => disagreements(themes), lint },
  { folder: 'registry', generated: registryFileTexts(registryThemes), count: countOf(registryThemes), disagreements: () => registryDisagreements(registryThemes), lint: lintRegistry },
]

for (const kind of kinds) {
  const problems = await kind.disagreements()
  if (check) problems.push(...await kind.lint(given(kind)))
  else if (problems.length === 0) write(kind)
  if (problems.length > 0) {
    process.stderr.write(`${problems.join('\n')}\nvectors/${kind.folder}: ${problems.length} problems\n`)
    process.exitCode = 1
  } else {
    process.stdout.write(`vectors/${kind.folder}: ${kind.count} vectors in ${kind.generated.size} files\n`)
  }
}

function countOf(all: Readonly<Record<string, readonly { readonly vectors: readonly unknown[] }[]>>): number {
  return Object.values(all).flat().flatMap((group) => group.vectors).length
}

function given({ folder, generated }: Kind): Given {
  const path = join(root, 'vectors', folder)
  const names = readdirSync(path).filter((name) => name.endsWith('.json') && name !== schemaName)
  return {
    files: new Map(names.map((name) => [name, readFileSync(join(path, name), 'utf8')])),
    generated,
    schema: readFileSync(join(path, schemaName), 'utf8'),
    readme: readFileSync(join(root, 'vectors/README.md'), 'utf8'),
  }
}

function write({ folder, generated }: Kind): void {
  const path = join(root, 'vectors', folder)
  for (const name of readdirSync(path)) {
    if (name.endsWith('.json') && name !== schemaName && !generated.has(name)) rmSync(join(path, name))
  }
  for (const [name, text] of generated) writeFileSync(join(path, name), text)
}
