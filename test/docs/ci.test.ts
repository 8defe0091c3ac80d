import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseDocument } from 'yaml'
import packageJson from '../../package.json' with { type: 'json' }
import { temporaryFolder } from '../harness/commands/cli.ts'
import { root } from '../project/tree.ts'

t.setTimeout(120_000)

const page = readFileSync(join(root, 'docs/ci.md'), 'utf8')
const action = parseDocument(readFileSync(join(root, 'action.yml'), 'utf8')).toJS() as { inputs: Record<string, unknown>; outputs: Record<string, unknown> }
const blocks = (language: string): string[] => [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, text]) => text ?? '')

t.test('each workflow and pipeline parses, and gives the action only what it takes', async (t) => {
  const texts = blocks('yaml')
  t.ok(texts.length >= 3)
  for (const text of texts) {
    const document = parseDocument(text, { uniqueKeys: true, strict: true })
    t.same(document.errors, [])
    const { jobs = {} } = document.toJS() as { jobs?: Record<string, { steps: { uses?: string; with?: Record<string, unknown>; run?: string }[] }> }
    for (const step of Object.values(jobs).flatMap(({ steps }) => steps)) {
      t.notMatch(step.run ?? '', '${{')
      if (step.uses?.startsWith('handoff-conformance/') === true) for (const name of Object.keys(step.with ?? {})) t.ok(name in action.inputs, name)
    }
    for (const [, version] of text.matchAll(/handoff-conformance@v?([\d.]+)/g)) t.equal(version, packageJson.version)
  }
})

t.test('the page names every input and every output', async (t) => {
  for (const name of [...Object.keys(action.inputs), ...Object.keys(action.outputs)]) t.ok(page.includes(`\`${name}\``) || page.includes(`${name}:`), name)
})

t.test('the scripts for any shell do what they say', async (t) => {
  const scripts = blocks('sh').filter((text) => !text.includes(' init '))
  t.equal(scripts.length, 2)
  const cwd = temporaryFolder(t)
  mkdirSync(join(cwd, 'bin'))
  writeFileSync(join(cwd, 'bin/handoff-conformance'), `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'harness/bin.ts')}" "$@"\n`)
  chmodSync(join(cwd, 'bin/handoff-conformance'), 0o755)
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env
  for (const script of scripts) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { cwd, encoding: 'utf8', env: { PATH: `${join(cwd, 'bin')}:${PATH}`, HOME, NODE_NO_WARNINGS: '1', ...(TMPDIR === undefined ? {} : { TMPDIR }), ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) } })
    t.equal(status, 0, stdout + stderr)
  }
  for (const file of ['conformance.xml', 'release-evidence/spec/results.json', 'release-evidence/manifest/results.json']) t.ok(existsSync(join(cwd, file)), file)
})
