import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { type Manifest, sha256 } from '../../../harness/evidence/manifest.ts'
import type { RunRecord } from '../../../harness/evidence/results.ts'
import { callMain, runCli, startCli, temporaryFolder } from './cli.ts'

t.setTimeout(120_000)

const one = ['--suite', 'auth-negative', '--only', 'auth.no-credentials'] as const
const schema = JSON.parse(readFileSync(new URL('../../../harness/evidence/results.schema.json', import.meta.url), 'utf8')) as Record<string, unknown>
const validate = new Ajv2020({ strictTypes: false, strictRequired: false }).compile(schema)
const resultsIn = (...path: string[]): RunRecord => JSON.parse(readFileSync(join(...path, 'results.json'), 'utf8')) as RunRecord

t.test('a run against the reference server: exit 0, the result on stdout, evidence in its place', async (t) => {
  const cwd = temporaryFolder(t)
  const temporary = join(cwd, 'tmp')
  mkdirSync(temporary)
  const { code, stdout, stderr } = await runCli(['run', ...one, '--level', 'hardening', '--reporter', 'tap=run.tap', '--reporter', 'pretty'], { cwd, env: { TMPDIR: temporary } })
  t.equal(code, 0, stderr)
  t.equal(stderr, '', 'progress is for terminals')
  t.match(stdout, /pass {2}1 case\n {2}auth\.no-credentials\n/)
  t.notMatch(stdout, /\u001b/, 'no escape codes')
  const folder = join(cwd, 'release-evidence', 'auth-negative')
  t.same(readdirSync(folder).sort(), ['attestation.json', 'manifest.json', 'results.json'])
  t.ok(validate(resultsIn(folder)), JSON.stringify(validate.errors))
  t.match(resultsIn(folder), { status: 'complete', exitCode: 0, counts: { pass: 1 }, target: { driver: 'reference' }, results: [{ id: 'auth.no-credentials', outcome: 'pass' }] })
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  t.same(manifest.files.map(({ name, sha256: hash }) => [name, hash]), [['results.json', sha256(readFileSync(join(folder, 'results.json')))]])
  t.match(readFileSync(join(cwd, 'run.tap'), 'utf8'), 'ok 1 - auth.no-credentials')
  t.same(readdirSync(temporary), [], 'the fixture is gone')
})

t.test('--json: only JSON on stdout, the same as the evidence', async (t) => {
  const cwd = temporaryFolder(t)
  const { code, stdout, stderr } = await callInto(t, cwd, ['run', ...one, '--json', '--evidence', 'out'], { HANDOFF_CONFORMANCE_OUTPUT: 'elsewhere' })
  t.equal(code, 0)
  t.equal(stderr, '')
  t.same(JSON.parse(stdout), resultsIn(cwd, 'out'))
  t.notOk(existsSync(join(cwd, 'elsewhere')), 'the option goes before the environment')
})

t.test('--quiet: only the count where all is well, in the folder that the environment names', async (t) => {
  const cwd = temporaryFolder(t)
  const { code, stdout } = await callInto(t, cwd, ['run', ...one, '--quiet'], { HANDOFF_CONFORMANCE_OUTPUT: join(cwd, 'out') })
  t.equal(code, 0)
  t.match(stdout, /^1 pass in \d/)
  t.ok(existsSync(join(cwd, 'out', 'results.json')))
})

t.test('a run without a suite of its own goes to release-evidence/run', async (t) => {
  const cwd = temporaryFolder(t)
  await callInto(t, cwd, ['run', '--only', 'auth.no-credentials'])
  t.ok(existsSync(join(cwd, 'release-evidence', 'run', 'results.json')))
})

t.test('a target where nothing answers is exit 3, and one finding', async (t) => {
  const cwd = temporaryFolder(t)
  const { code, stdout } = await callInto(t, cwd, ['run', ...one, '--url', 'http://127.0.0.1:9/mcp', '--evidence', 'out'])
  t.equal(code, 3)
  t.match(stdout, 'target-unreachable')
  t.match(resultsIn(cwd, 'out'), { exitCode: 3, counts: { 'not-run': 1 }, target: null, findings: [{ id: 'target-unreachable' }] })
})

t.test('a selection that leaves nothing is exit 3: nothing ran at all', async (t) => {
  const cwd = temporaryFolder(t)
  const { code, stdout } = await callInto(t, cwd, ['run', ...one, '--skip', 'auth.*', '--evidence', 'out'])
  t.equal(code, 3)
  t.match(stdout, 'no case ran')
})

t.test('a server that answers 200 to everything never comes out as passing, and what it says stays harmless', async (t) => {
  const cwd = temporaryFolder(t)
  const token = 'canary-0123456789-QWERTZ'
  const server = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 'initialize', result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: `\u001b[2J\u202e${request.headers.authorization}`, version: '1' } } }))
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  t.teardown(() => { server.closeAllConnections(); server.close() })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp`
  const { code, stdout, stderr } = await callInto(t, cwd, ['run', ...one, '--url', url, '--token-env', 'TOKEN', '--evidence', 'out'], { TOKEN: token })
  t.ok(code === 1 || code === 3, `exit ${code}`)
  const everything = stdout + stderr + readdirSync(join(cwd, 'out')).map((name) => readFileSync(join(cwd, 'out', name), 'utf8')).join('')
  t.notMatch(everything, token)
  t.notMatch(everything, /[\u001b\u202e]/)
})

t.test('a reader that goes away is no fault: the evidence is whole and the exit code stands', async (t) => {
  const cwd = temporaryFolder(t)
  const { child, ended } = startCli(['run', ...one, '--evidence', 'out'], { cwd })
  child.stdout?.destroy()
  const { code, stderr } = await ended
  t.equal(code, 0, stderr)
  t.equal(resultsIn(cwd, 'out').status, 'complete')
})

t.test('a report may stand in the evidence folder, and is part of the evidence', async (t) => {
  const cwd = temporaryFolder(t)
  const args = ['run', ...one, '--url', 'http://127.0.0.1:9/mcp', '--evidence', 'out', '--reporter', `tap=${join('out', 'run.tap')}`]
  for (const round of ['first', 'second']) {
    t.equal((await callInto(t, cwd, args)).code, 3, round)
    const manifest = JSON.parse(readFileSync(join(cwd, 'out', 'manifest.json'), 'utf8')) as Manifest
    t.same(manifest.files.map(({ name }) => name), ['results.json', 'run.tap'])
  }
})

t.test('what breaks while evidence is written is exit 4, and said', async (t) => {
  const cwd = temporaryFolder(t)
  const watched = join(cwd, 'report')
  mkdirSync(watched)
  const { child, ended } = startCli(['run', ...one, '--evidence', 'out', '--reporter', `tap=${join('report', 'run.tap')}`, '--rate', '10'], { cwd })
  t.teardown(() => child.kill('SIGKILL'))
  while (!existsSync(join(cwd, 'out', 'results.json')) && child.exitCode === null) await pause(20)
  rmSync(watched, { recursive: true })
  const { code, stderr } = await ended
  t.equal(code, 4)
  t.match(stderr, /^error: .*run\.tap could not be written/)
  t.match(stderr, '[evidence_write_failed]')
})

async function callInto(t: { teardown(handler: () => unknown): unknown }, cwd: string, args: readonly string[], env: Record<string, string> = {}) {
  const before = process.cwd()
  t.teardown(() => { process.chdir(before) })
  process.chdir(cwd)
  return callMain(args, env)
}
