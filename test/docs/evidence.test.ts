import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { attestedResult } from '../../harness/evidence/attestation.ts'
import type { RunRecord } from '../../harness/evidence/results.ts'
import { temporaryFolder } from '../harness/commands/cli.ts'
import { root } from '../project/tree.ts'

t.setTimeout(120_000)

const page = readFileSync(join(root, 'docs/evidence.md'), 'utf8')
const scripts = [...page.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, text]) => text ?? '')

t.test('keys, a signed run and its verification work as the page says', async (t) => {
  const cwd = temporaryFolder(t)
  mkdirSync(join(cwd, 'bin'))
  writeFileSync(join(cwd, 'bin/handoff-conformance'), `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'harness/bin.ts')}" "$@"\n`)
  chmodSync(join(cwd, 'bin/handoff-conformance'), 0o755)
  const script = scripts.filter((text) => text.includes('evidence-key')).join('')
  for (const part of ['genpkey', '--sign', 'verify']) t.ok(script.includes(part), part)
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', script], { cwd, encoding: 'utf8', env: { PATH: `${join(cwd, 'bin')}:${PATH}`, HOME, NODE_NO_WARNINGS: '1', ...(TMPDIR === undefined ? {} : { TMPDIR }), ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) } })
  t.equal(status, 0, stdout + stderr)
  t.match(stdout, /^genuine: signed with the given key/m)
  const run = JSON.parse(readFileSync(join(cwd, 'signed-evidence/results.json'), 'utf8')) as RunRecord
  t.match(stdout, new RegExp(`attested ${attestedResult(run)}`))
})
