import t from 'tap'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitCodes } from '../../../harness/errors.ts'
import { namedTargets, worstOf } from '../../../harness/commands/run-many.ts'
import { targetUnderTest } from '../../../harness/commands/target.ts'
import { callMain, runCli, temporaryFolder } from './cli.ts'

t.setTimeout(160_000)

const driver = join(import.meta.dirname, '../support/lines-driver-mcp.ts')
const good = `driver: { command: ["{node}", ${JSON.stringify(driver)}, none] }, auth: { kind: static-bearer }`
const secret = 'Zx9-not-a-shape-but-a-secret'
const dead = 'start: { command: [sh, -c, "echo \\"key is $MY_SECRET\\"; printf \'\\\\033[31mred\\\\n\'; exit 4"], url: "http://127.0.0.1:{port}/mcp" }, auth: { kind: static-bearer, identities: { alpha: { token_env: MY_SECRET } } }'

/** The same words with their files in that folder, for a command line without a process of its own. */
function inFolder(cwd: string, args: readonly string[]): string[] {
  return args.map((word, at) => (/\.yaml(?:#\w+)?$/.test(word) || args[at - 1] === '--evidence' ? join(cwd, word) : word))
}

t.test('the worst exit code is that of all', async (t) => {
  const { ok, failed, usage, incomplete, fault, interrupted } = exitCodes
  t.equal(worstOf([ok, ok]), 0)
  t.equal(worstOf([ok, incomplete, failed]), 1)
  t.equal(worstOf([failed, usage]), 2)
  t.equal(worstOf([usage, interrupted, failed]), 130)
  t.equal(worstOf([interrupted, fault]), 4)
  t.equal(worstOf([incomplete, ok]), 3)
  t.equal(worstOf([]), 3)
})

t.test('a list runs side by side: evidence, a report and a line for each, and what a dead one wrote', async (t) => {
  const cwd = temporaryFolder(t)
  writeFileSync(join(cwd, 'list.yaml'), `version: 1\ntargets:\n  - { name: the good one, ${good} }\n  - { name: dead, ${dead} }\n`)
  const args = ['run', '--only', 'auth.no-credentials', '--target', 'list.yaml', '--evidence', 'ev']
  const { code, stdout, stderr } = await runCli([...args, '--reporter', 'tap={target}.tap'], { cwd, env: { MY_SECRET: secret } })
  t.equal(code, 3, stderr)
  t.match(stdout, /== the good one ==/)
  t.match(stdout, /passed {6}the good one: 1 pass \(ev\/the-good-one\)\nincomplete {2}dead: 1 not-run \(ev\/dead\)\n$/)
  t.match(readFileSync(join(cwd, 'the-good-one.tap'), 'utf8'), /^TAP version 14/)
  t.ok(existsSync(join(cwd, 'dead.tap')))
  t.notOk(existsSync(join(cwd, 'ev/the-good-one/target.log')), 'nobody needs the log of a target that passed')
  const log = readFileSync(join(cwd, 'ev/dead/target.log'), 'utf8')
  t.match(log, /key is \[redacted\]\n<U\+001B>\[31mred/)
  t.match(JSON.parse(readFileSync(join(cwd, 'ev/dead/manifest.json'), 'utf8')), { files: [{ name: 'results.json' }, { name: 'target.log', size: log.length }] })
  t.match(stderr, /dead: {3}\| key is \[redacted\]\ndead: {3}\| <U\+001B>\[31mred/)
  t.notOk((stdout + stderr + log).includes(secret))
  const { stdout: json } = await callMain(inFolder(cwd, [...args, '--json']), { MY_SECRET: secret })
  t.match(JSON.parse(json), { exitCode: 3, targets: [{ name: 'the good one', exitCode: 0, counts: { pass: 1 } }, { name: 'dead', exitCode: 3, counts: { 'not-run': 1 } }] })
})

t.test('one target of a list is run as a target by itself, and several files as a list', async (t) => {
  const cwd = temporaryFolder(t)
  writeFileSync(join(cwd, 'list.yaml'), `version: 1\ntargets:\n  - { name: a, ${good} }\n  - { name: b, ${good} }\n`)
  writeFileSync(join(cwd, 'c.yaml'), 'version: 1\nname: c\nurl: http://127.0.0.1:9/mcp\nauth: { kind: static-bearer, identities: { alpha: { token_env: NOT_SET } } }\n')
  const one = await callMain(inFolder(cwd, ['run', '--only', 'auth.no-credentials', '--target', 'list.yaml#b', '--evidence', 'one', '--quiet']))
  t.match(one, { code: 0, stderr: '' })
  t.ok(existsSync(join(cwd, 'one/results.json')))
  const several = await callMain(inFolder(cwd, ['run', '--only', 'auth.no-credentials', '--target', 'list.yaml#a', 'c.yaml', '--evidence', 'several', '--quiet']))
  t.equal(several.code, 2, 'what is wrong with one is told, and the others run')
  t.match(several.stderr, /^c: error: the environment variable NOT_SET is not set\n/)
  t.match(several.stdout, /passed {6}a: 1 pass[^\n]*\nnot run {5}c: token_missing\n$/)
})

t.test('a file is read once, whatever becomes of it before its turn', async (t) => {
  const file = join(temporaryFolder(t), 'list.yaml')
  writeFileSync(file, `version: 1\ntargets:\n  - { name: a, ${good} }\n  - { name: b, ${good} }\n`)
  const { several, targets } = await namedTargets([file])
  rmSync(file)
  t.same([several, targets.map(({ word }) => word)], [true, [`${file}#a`, `${file}#b`]])
  const reference = { start: async () => Promise.reject(new Error('nobody asked for it')) }
  for (const { name, word, file: read } of targets) t.match(await targetUnderTest({ target: word, read, tokens: [] }, { manifest: '', reference, environment: {} }), { target: { name } })
})

const mistakes: readonly { name: string; args: readonly string[]; says: RegExp }[] = [
  { name: 'one file for the reports of all', args: ['--target', 'list.yaml', '--reporter', 'tap=all.tap'], says: /several targets would write to all\.tap[^]*\{target\}/ },
  { name: 'a report of all on stdout', args: ['--target', 'list.yaml', '--reporter', 'tap'], says: /tap cannot go to stdout for several targets/ },
  { name: 'the same target twice', args: ['--target', 'list.yaml', '--target', 'list.yaml#a'], says: /list\.yaml#a would both write|would both write their evidence to a/ },
  { name: 'a list that is watched', args: ['--target', 'list.yaml', 'list.yaml', '--watch'], says: /--watch goes with one target/ },
  { name: 'a file that is missing', args: ['--target', 'list.yaml', 'none.yaml'], says: /none\.yaml cannot be read: there is no such file/ },
  { name: 'a name that is not there', args: ['--target', 'list.yaml#z'], says: /holds no target "z"; there are a, b/ },
]
t.test('what several runs cannot share is told before any begins', async (t) => {
  const cwd = temporaryFolder(t)
  writeFileSync(join(cwd, 'list.yaml'), `version: 1\ntargets:\n  - { name: a, ${good} }\n  - { name: b, ${good} }\n`)
  for (const { name, args, says } of mistakes) {
    const { code, stderr } = await callMain(inFolder(cwd, ['run', '--evidence', 'ev', ...args]))
    t.equal(code, 2, name)
    t.match(stderr, says, name)
  }
  t.notOk(existsSync(join(cwd, 'ev')))
})
