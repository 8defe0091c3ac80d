import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { RunRecord } from '../../../harness/evidence/results.ts'
import { callMain, temporaryFolder } from './cli.ts'

t.setTimeout(120_000)

t.test('run --fuzz: a fuzzing case for a time, with the seed told, printed and kept', async (t) => {
  const evidence = join(temporaryFolder(t), 'out')
  const { code, stdout, stderr } = await callMain(['run', '--fuzz', '--only', 'lifecycle.model', '--time-budget', '4s', '--seed', '5', '--level', 'hardening', '--evidence', evidence])
  t.equal(code, 0, stdout + stderr)
  t.match(stderr, 'fuzzing with seed 5\n')
  t.match(stdout, /level hardening, seed 5\n(?:.*\n)*\d+ rounds?, all of them from seed 5\n/)
  const run = JSON.parse(readFileSync(join(evidence, 'results.json'), 'utf8')) as RunRecord
  t.match(run, { seed: 5, planned: 1, results: [{ id: 'lifecycle.model', outcome: 'pass', rounds: Number }], failures: [] })
  t.match(JSON.parse(readFileSync(join(evidence, 'manifest.json'), 'utf8')), { seed: 5 })
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
