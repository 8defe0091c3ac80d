import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { execa } from 'execa'
import t from 'tap'
import type { Patch } from './mutant.ts'
import { hook, root } from './places.ts'

const active = pathToFileURL(join(root, 'server/registry/active.ts')).href
const program = `const { isActive } = await import(${JSON.stringify(active)}); console.log(isActive({ enabled: false }, 0))`
const find = 'if (!agent.enabled) return false'
const file = 'server/registry/active.ts'

const folder = mkdtempSync(join(tmpdir(), 'hook-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))

async function run(name: string, patch: Patch | undefined, code = program) {
  const report = join(folder, name)
  const env = patch === undefined ? {} : { HANDOFF_MUTANT_PATCH: JSON.stringify(patch), HANDOFF_MUTANT_REPORT: report }
  const { exitCode, stdout, stderr } = await execa(process.execPath, ['--import', hook, '--input-type=module', '--eval', code], { cwd: root, env, reject: false })
  return { exitCode, stdout, stderr, report: () => readFileSync(report, 'utf8') }
}

t.test('the patched source is what runs', async (t) => {
  const { exitCode, stdout, report } = await run('applied', { file, find, replace: '' })
  t.equal(exitCode, 0)
  t.equal(stdout, 'true')
  t.equal(report(), 'applied\n')
})

for (const [name, source] of [['gone', 'no such text'], ['there twice', 'return']] as const) {
  t.test(`a text that is ${name} ends the process`, async (t) => {
    const { exitCode, stdout, stderr, report } = await run(name.replaceAll(' ', '-'), { file, find: source, replace: '' })
    t.equal(exitCode, 70)
    t.equal(stdout, '')
    t.match(stderr, 'times instead of once')
    t.match(report(), /^failed: /)
  })
}

t.test('a file that is never loaded is told', async (t) => {
  const { exitCode, stderr, report } = await run('unloaded', { file, find, replace: '' }, 'process.exit(0)')
  t.equal(exitCode, 70)
  t.match(stderr, 'was never loaded')
  t.match(report(), 'was never loaded')
})

t.test('the harness is never patched', async (t) => {
  t.not((await run('harness', { file: 'harness/bin.ts', find: 'a', replace: '' })).exitCode, 0)
  t.not((await run('none', undefined)).exitCode, 0)
})
