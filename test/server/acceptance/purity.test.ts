/** The verdict is pure: no file of it reaches a store, a clock, the network or a file system. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import t from 'tap'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'server/acceptance')
const allowed = [/^protocol\//, /^server\/acceptance\//, /^server\/handoff\/errors\.ts$/, /^node:crypto$/]

const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
t.ok(paths.length > 20)
for (const path of paths) {
  const text = readFileSync(join(folder, path), 'utf8')
  const specifiers = [...text.matchAll(/\b(?:from|import\()\s*'([^']+)'/g)].map(([, specifier = '']) => specifier)
  const targets = specifiers.map((specifier) => (specifier.startsWith('.') ? relative(root, join(folder, path, '..', specifier)) : specifier))
  t.same(targets.filter((target) => !allowed.some((each) => each.test(target))), [], path)
  t.notMatch(text, /\bDate\b|Math\.random|performance\.|process\./, `${path} has no clock, no chance and no process`)
}
