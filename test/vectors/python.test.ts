/** The computation in Python's standard library: its own tests, and every golden vector once more. */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { pythonMissing } from '../../tools/fuzz/python.ts'
import { root } from '../project/tree.ts'

t.setTimeout(120_000)

const missing = pythonMissing()
const skip = missing !== undefined && process.env['CI'] === undefined ? missing : false

function python(...args: readonly string[]): { readonly code: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('python3', args, { cwd: root, encoding: 'utf8', env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } })
  return { code: status, said: `${stdout}${stderr}` }
}

t.test('its own tests', { skip }, async (t) => {
  const { code, said } = python(join('vectors', 'tools', 'test_accept_handoff.py'))
  t.equal(code, 0, said)
})

t.test('it answers every vector as the files do', { skip }, async (t) => {
  const { code, said } = python(join('vectors', 'tools', 'accept_handoff.py'), 'check', ...globSync('vectors/accept-handoff/*.json', { cwd: root }).sort())
  t.equal(code, 0, said)
  t.match(said, /^\d{4} calls in \d+ files: 0 disagree/m)
})
