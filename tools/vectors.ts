/**
 * Writes the golden vectors of `accept_handoff` from what is written by hand in `tools/vectors/themes/`. With `--check`
 * it writes nothing, looks for gaps as well, and exits 1 where it finds one.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { disagreements, fileTexts } from './vectors/build.ts'
import { lint } from './vectors/lint/lint.ts'
import { themes } from './vectors/themes/index.ts'

const root = dirname(import.meta.dirname)
const folder = join(root, 'vectors/accept-handoff')
const schemaName = 'schema.json'

const generated = fileTexts(themes)
const problems = await disagreements(themes)
if (process.argv.includes('--check')) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== schemaName)
  const files = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const schema = readFileSync(join(folder, schemaName), 'utf8')
  const readme = readFileSync(join(root, 'vectors/README.md'), 'utf8')
  problems.push(...await lint({ files, generated, schema, readme }))
} else if (problems.length === 0) {
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.json') && name !== schemaName && !generated.has(name)) rmSync(join(folder, name))
  }
  for (const [name, text] of generated) writeFileSync(join(folder, name), text)
}

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n${problems.length} problems\n`)
  process.exitCode = 1
} else {
  const vectors = Object.values(themes).flat().flatMap((group) => group.vectors)
  process.stdout.write(`${vectors.length} vectors in ${generated.size} files\n`)
}
