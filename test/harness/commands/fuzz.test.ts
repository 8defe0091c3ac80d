import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { RunRecord } from '../../../harness/evidence/results.ts'
import { startCamelServer } from '../support/camel-server.ts'
import { twoTokens } from '../support/mcp-server.ts'
import { callMain, temporaryFolder } from './cli.ts'

t.setTimeout(120_000)

t.test('run --fuzz: the seed is told, printed and kept, and what is found replays by the command that is printed', async (t) => {
  const folder = temporaryFolder(t)
  const evidence = join(folder, 'out')
  const { url, close } = await startCamelServer({ fault: 'accepted-twice' })
  t.teardown(async () => close())
  const identities = Object.entries(twoTokens).map(([token, name]) => {
    writeFileSync(join(folder, name), token, { mode: 0o600 })
    return `${name}: { token_file: ./${name} }`
  })
  const target = join(folder, 'target.yaml')
  writeFileSync(target, `version: 1\nurl: ${url.href}\nauth: { kind: static-bearer, identities: { ${identities.join(', ')} } }\nhandoff: { adapter: agent-handoff-mcp, max_depth: 8 }\n`)
  const { code, stdout, stderr } = await callMain(['run', '--fuzz', '--only', 'lifecycle.model', '--time-budget', '10m', '--seed', '5', '--level', 'hardening', '--evidence', evidence, '--target', target])
  t.equal(code, 1, stdout + stderr)
  t.match(stderr, 'fuzzing with seed 5\n')
  t.match(stdout, /level hardening, seed 5\n(?:.*\n)*\d+ rounds?, all of them from seed 5\n/)
  const run = JSON.parse(readFileSync(join(evidence, 'results.json'), 'utf8')) as RunRecord
  t.match(run, { seed: 5, planned: 1, results: [{ id: 'lifecycle.model', outcome: 'fail', rounds: Number }], failures: [{ kind: 'program' }] })
  t.match(JSON.parse(readFileSync(join(evidence, 'manifest.json'), 'utf8')), { seed: 5, files: [{ name: `failures/${run.failures[0]?.id ?? ''}.json` }, { name: 'results.json' }] })
  const command = / {2}handoff-conformance (replay lifecycle\.model-[0-9a-f]{8} .*)\n/.exec(stdout)?.[1] ?? ''
  t.match(await callMain(command.split(' ')), { code: 1, stdout: /^still fails/ })
})

t.test('run --fuzz: where nothing that is selected makes its inputs up, there is nothing to do', async (t) => {
  const folder = temporaryFolder(t)
  const { code, stderr } = await callMain(['run', '--fuzz', '--suite', 'spec', '--evidence', join(folder, 'out')])
  t.equal(code, 2)
  t.match(stderr, /^error: no case that makes its inputs up is among those that are selected\n[^]*\[unknown_case\]/)
})

t.test('a number of runs that is none is a usage error', async (t) => {
  t.match(await callMain(['run', '--runs', '0']), { code: 2, stderr: /A whole number from 1/ })
})
