import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startMcpServer } from '../support/mcp-server.ts'
import { callMain, type CliResult, temporaryFolder } from './cli.ts'

t.setTimeout(120_000)

/** A server that serves without credentials until it is mended. */
async function setUp(t: { teardown(handler: () => unknown): unknown }) {
  const folder = temporaryFolder(t)
  const state = { mended: false }
  const server = await startMcpServer({ flaw: ({ agent, message, perform, answer }) => {
    const result = agent === undefined && !state.mended ? perform('alpha') : undefined
    if (result === undefined) return false
    answer(200, { jsonrpc: '2.0', id: message?.id, result })
    return true
  } })
  t.teardown(async () => { await server.close() })
  const token = join(folder, 'token')
  writeFileSync(token, 'alpha-token-0123456789\n', { mode: 0o600 })
  const evidence = join(folder, 'it is here')
  const target = ['--url', server.url.href, '--token-file', token]
  return {
    state, server, evidence, target,
    run: async (): Promise<CliResult> => callMain(['run', '--only', 'auth.no-credentials', '--evidence', evidence, ...target]),
    replay: async (...args: string[]): Promise<CliResult> => callMain(['replay', 'auth.no-credentials', ...args]),
  }
}

t.test('a failure replays by the command that was printed: still fails, then fixed, then could not run', async (t) => {
  const { state, server, evidence, target, run, replay } = await setUp(t)
  const found = await run()
  t.equal(found.code, 1, found.stdout + found.stderr)
  const command = `handoff-conformance replay auth.no-credentials --evidence '${evidence}' ${target.join(' ')}`
  t.ok(found.stdout.includes(`  ${command}\n`), found.stdout)
  const written = statSync(join(evidence, 'results.json')).mtimeMs
  const files = readdirSync(evidence, { recursive: true })
  const at = ['--evidence', evidence, ...target]

  const still = await replay(...at)
  t.equal(still.code, 1, still.stderr)
  t.match(still.stdout, /^still fails {2}auth\.no-credentials\n {2}found: .*\n/)
  t.match(still.stdout, /^ {2}mcp-authorization\.status-401 \(must, [^\n]*\n(?: {4}.*\n)+? {4}input: {4}no Authorization field\n {4}expected: status 401\n {4}actual: {3}status 200/m, 'what the source demands, and for which input it does not hold, as a run says it')
  state.mended = true
  const fixed = await replay(...at)
  t.same([fixed.code, fixed.stdout.split('\n')[0]], [0, 'fixed  auth.no-credentials'])
  await server.close()
  const lost = await replay(...at)
  t.equal(lost.code, 3)
  t.match(lost.stdout, /^could not run {2}auth\.no-credentials\n(?:.*\n)* {2}reason: /)

  t.equal(statSync(join(evidence, 'results.json')).mtimeMs, written, 'the evidence is only read')
  t.same(readdirSync(evidence, { recursive: true }), files)
})

t.test('--json: the verdict and why, and nothing else', async (t) => {
  const { state, evidence, target, run, replay } = await setUp(t)
  await run()
  const still = await replay('--json', '--evidence', evidence, ...target)
  t.equal(still.stderr, '')
  t.match(JSON.parse(still.stdout), { id: 'auth.no-credentials', kind: 'case', seed: 1, level: 'must', verdict: 'still fails', reason: String, exitCode: 1, failures: [{ id: 'auth.no-credentials' }] })
  state.mended = true
  t.match(JSON.parse((await replay('--json', '--evidence', evidence, ...target)).stdout), { verdict: 'fixed', reason: null, violated: [], failures: [], exitCode: 0 })
})

t.test('on another target than the one it was found on it says so', async (t) => {
  const { evidence, run, replay } = await setUp(t)
  const other = await setUp(t)
  other.state.mended = true
  await run()
  const { code, stdout } = await replay('--evidence', evidence, ...other.target)
  t.equal(code, 0)
  t.match(stdout, /^fixed .*\n(?:.*\n)* {2}target: {3}it was found on 127\.0\.0\.1:\d+, and this is\s+127\.0\.0\.1:\d+\n/)
})

t.test('without a target it looks at no other server than the one that was at fault', async (t) => {
  const { evidence, run, replay } = await setUp(t)
  await run()
  const { code, stdout, stderr } = await replay('--evidence', evidence)
  t.same([code, stdout], [2, ''])
  t.match(stderr, /was found on 127\.0\.0\.1:\d+, and nothing says how to reach that/)
})

t.test('what is missing, broken or of another program is an error that says what is there', async (t) => {
  const { evidence, run, replay } = await setUp(t)
  await run()
  const file = join(evidence, 'failures', 'auth.no-credentials.json')
  const text = readFileSync(file, 'utf8')
  const missing = await callMain(['replay', 'auth.no-credential', '--evidence', evidence])
  t.equal(missing.code, 2)
  t.match(missing.stderr, /no failure "auth\.no-credential" is kept in .*: there is auth\.no-credentials\n[^]*\[failure_unknown\]/)
  writeFileSync(file, text.slice(0, 100))
  const broken = await replay('--evidence', evidence)
  t.equal(broken.code, 2)
  t.match(broken.stderr, /the text is not JSON[^]*\[failure_invalid\]/)
  writeFileSync(file, text.replace('handoff-conformance/failure', 'something else'))
  t.match((await replay('--evidence', evidence)).stderr, /its format is not[^]*\[failure_invalid\]/)
  rmSync(file)
  t.match((await replay('--evidence', evidence)).stderr, /nothing is kept there/)
})

t.test('the folder of the environment is where it looks, unless it is told', async (t) => {
  const { state, target, evidence, run } = await setUp(t)
  await run()
  state.mended = true
  const moved = `${evidence}-moved`
  renameSync(evidence, moved)
  t.equal((await callMain(['replay', 'auth.no-credentials', ...target], { HANDOFF_CONFORMANCE_OUTPUT: moved })).code, 0)
  t.equal((await callMain(['replay', 'auth.no-credentials', '--evidence', evidence, ...target], { HANDOFF_CONFORMANCE_OUTPUT: moved })).code, 2)
})

t.test('the second command: an id is needed, and a server behind -- stands alone', async (t) => {
  t.match(await callMain(['replay']), { code: 2, stderr: /missing required argument 'id'/ })
  t.match(await callMain(['replay', 'a.b', 'more']), { code: 2, stderr: /"more" is no option of replay ID/ })
  t.match(await callMain(['replay', 'a.b', '--url', 'http://127.0.0.1:1/mcp', '--', 'node']), { code: 2, stderr: /--url and a command behind -- exclude each other/ })
})
