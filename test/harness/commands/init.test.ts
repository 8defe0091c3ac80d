import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { parse } from 'yaml'
import { createReferenceDriver } from '../../../harness/fixture/reference.ts'
import { parseTargetFile } from '../../../harness/target/target-file.ts'
import { startHttpServer } from '../../../server/index.ts'
import { alwaysOk, alwaysUnauthorized, deadPort } from '../../mutants/sentinel-servers.ts'
import { startMcpServer } from '../support/mcp-server.ts'
import { callMain, runCli, temporaryFolder } from './cli.ts'

t.setTimeout(150_000)

const workflowPath = '.github/workflows/mcp-conformance.yml'
const stdioServer = fileURLToPath(new URL('../support/stdio-server.ts', import.meta.url))

t.test('the reference server with two tokens: a file that names them, and a run by it', async (t) => {
  const fixture = await createReferenceDriver({ start: startHttpServer }).open()
  t.teardown(async () => fixture.close())
  const cwd = temporaryFolder(t)
  const [alpha, beta] = [fixture.identities['alpha']?.token ?? '', fixture.identities['beta']?.token ?? '']
  mkdirSync(join(cwd, 'keys'))
  writeFileSync(join(cwd, 'keys/beta.token'), beta, { mode: 0o600 })
  const env = { ALPHA: alpha }
  const { code, stdout, stderr } = await runCli(['init', '--url', fixture.url.href, '--token-env', 'ALPHA', '--token-file', 'keys/beta.token', '--file', 'conf/target.yaml'], { cwd, env })
  t.same([code, stderr], [0, ''])
  const [text, workflow] = [readFileSync(join(cwd, 'conf/target.yaml'), 'utf8'), readFileSync(join(cwd, workflowPath), 'utf8')]
  t.match(stdout, /^ {2}say in the workflow how your server is started, where it has a comment for that, or let the target file start it; then look through both files, and commit them$/m)
  for (const written of [text, workflow, stdout]) for (const token of [alpha, beta]) t.notOk(written.includes(token))
  const { target } = parseTargetFile(text, join(cwd, 'conf/target.yaml'))
  t.match(target, { name: 'handoff-server', claims: { auth: 'static-bearer', adapter: { name: 'reference' }, revisions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] } })
  const job = parse(workflow) as { jobs: { conformance: { steps: { env?: Record<string, string>; run?: string }[] } } }
  const { steps } = job.jobs.conformance
  t.match(steps.find(({ run }) => run?.startsWith('npx') === true)?.env, { ALPHA: '${{ secrets.ALPHA }}', TARGET_FILE: './conf/target.yaml' })
  t.match(workflow, /# Until the package is on the registry: npm pack .*\n *# and write handoff-conformance@handoff-conformance-\d+\.\d+\.\d+\.tgz below\.\n *run: \|\n *npx --yes handoff-conformance@\d/)
  for (const { run } of steps) t.notMatch(run ?? '', '${{', 'no expression stands where a shell reads')
  const run = await callMain(['run', '--target', join(cwd, 'conf/target.yaml'), '--only', 'auth.no-credentials', '--evidence', join(cwd, 'evidence')], env)
  t.equal(run.code, 0, run.stdout + run.stderr)
})

t.test('a command over stdio, written for the folder of the file', async (t) => {
  const cwd = temporaryFolder(t)
  const { code, stdout, stderr } = await runCli(['init', '--no-workflow', '--', process.execPath, stdioServer], { cwd })
  t.same([code, stderr], [0, ''])
  t.match(stdout, /^ {2}write the paths in the line "command:" of handoff-target\.yaml so that they hold on another machine: they are absolute$/m)
  t.same(readdirSync(cwd), ['handoff-target.yaml'])
  t.match(readFileSync(join(cwd, 'handoff-target.yaml'), 'utf8'), '# An absolute path holds on this machine alone')
  t.match(parseTargetFile(readFileSync(join(cwd, 'handoff-target.yaml'), 'utf8'), 'x.yaml'), { connection: { kind: 'stdio', options: { command: [process.execPath, stdioServer] } } })
})

const hostileNames = ['a\nversion: 2', 'b: { c: "d" } # e', '"\'`\\', '\u001b[31mred\u0007', '\u202e\u2066gnp.exe', '\u2028x\u0085y\ufeff', '*alias &anchor !tag', '${{ secrets.GITHUB_TOKEN }}', '__proto__', '\ud800', 'z'.repeat(5_000), 'привет \u{1f600}']

t.test('nothing that a hostile server names leaves its quotes or its comment', async (t) => {
  const server = await startMcpServer({
    tokens: {},
    flaw({ message, answer }) {
      const reply = (result: object): true => (answer(200, { jsonrpc: '2.0', id: message?.id, result: { resultType: 'complete', ...result } }), true)
      if (message?.method === 'server/discover') return reply({ supportedVersions: ['2026-07-28', '2026-07-28\nurl: x'], capabilities: { tools: {} }, _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'nice"\nurl: http://evil.example/ # \u001b]0;x\u0007', version: '1\r\nstart: { command: [rm] }' } } })
      if (message?.method === 'tools/list') return reply({ tools: hostileNames.map((name, index) => ({ name, inputSchema: { type: 'object', required: ['x'], properties: { x: { default: { [name]: `${name} } }\nurl: x` } } } }, annotations: { readOnlyHint: index % 2 === 0 } })) })
      return false
    },
  })
  t.teardown(async () => server.close())
  const file = join(temporaryFolder(t), 'target.yaml')
  const { code, stdout, stderr } = await callMain(['init', '--url', server.url.href, '--file', file, '--no-workflow'])
  t.same([code, stderr], [0, ''])
  const text = readFileSync(file, 'utf8')
  t.match(text, /^[\x20-\x7e\n…]*$/)
  t.match(stdout, /^[\x20-\x7e\n…]*$/)
  t.ok(text.length < 8_000)
  t.same(Object.keys(parse(text) as object), ['version', 'name', 'url', 'revisions', 'auth'])
  t.match(parseTargetFile(text, file), { target: { name: server.url.host, claims: { auth: 'none', revisions: ['2026-07-28'] } }, connection: { kind: 'url', options: { url: server.url } } })
  const commented = text.replace(/# probes:\n#   (.*)\n#   (.*)/, 'probes:\n  $1\n  $2')
  t.match(parseTargetFile(commented, file).target.claims.readOnlyTools, [hostileNames[0]], 'what is commented out is as good')
})

t.test('the example of a call has the arguments that the tool requires', async (t) => {
  for (const [inputSchema, call] of [
    [{ type: 'object', required: ['a', 'b'], properties: { a: { type: 'number' }, b: { type: 'integer', minimum: 2 } } }, { a: 1, b: 2 }],
    [{ type: 'object', required: ['when'], properties: { when: { type: 'string', format: 'date' } } }, { when: 'value' }],
    [{ type: 'object' }, {}],
  ] as const) {
    const server = await startMcpServer({
      tokens: {},
      flaw: ({ message, answer }) => message?.method === 'tools/list' && (answer(200, { jsonrpc: '2.0', id: message.id, result: { resultType: 'complete', tools: [{ name: 'add', inputSchema }] } }), true),
    })
    t.teardown(async () => server.close())
    const file = join(temporaryFolder(t), 'target.yaml')
    t.equal((await callMain(['init', '--url', server.url.href, '--file', file, '--no-workflow'])).code, 0)
    const text = readFileSync(file, 'utf8')
    t.same(parseTargetFile(text.replace(/# probes:\n#   (.*)\n#   (.*)/, 'probes:\n  $1\n  $2'), file).target.claims.calls, { add: call })
  }
})

t.test('what is there stays, and a server that cannot be asked writes nothing', async (t) => {
  const server = await startMcpServer({ tokens: {} })
  t.teardown(async () => server.close())
  const cwd = temporaryFolder(t)
  const file = join(cwd, 'handoff-target.yaml')
  writeFileSync(join(cwd, 'elsewhere'), 'mine')
  symlinkSync('elsewhere', file)
  const args = ['init', '--url', server.url.href, '--file', file, '--no-workflow']
  const refused = await callMain(args)
  t.equal(refused.code, 2)
  t.match(refused.stderr, /is there already\n.*--force[^]*file_exists/)
  t.equal(server.requests, 0, 'the server was not even asked')
  t.equal((await callMain([...args, '--force'])).code, 0)
  t.equal(readFileSync(join(cwd, 'elsewhere'), 'utf8'), 'mine', 'a link is replaced, not what it points at')
  t.match(readFileSync(file, 'utf8'), 'version: 1')
  t.same(readdirSync(cwd).sort(), ['elsewhere', 'handoff-target.yaml'])
  const below = await callMain(['init', '--url', server.url.href, '--file', join(cwd, 'elsewhere', 'x.yaml'), '--no-workflow'])
  t.match(below, { code: 2, stderr: 'file_unwritable' })
})

for (const [name, start, says] of [
  ['a dead port', deadPort, 'Nothing answers'],
  ['a wall', alwaysUnauthorized, '--token-env'],
  ['200 for everything', alwaysOk, 'server/discover'],
] as const) {
  t.test(`${name} is exit 2 and no file`, async (t) => {
    const server = await start()
    t.teardown(async () => server.close())
    const cwd = temporaryFolder(t)
    const { code, stdout, stderr } = await callMain(['init', '--url', server.url, '--file', join(cwd, 'x.yaml'), '--no-workflow'])
    t.same([code, stdout, readdirSync(cwd)], [2, '', []])
    t.match(stderr, says)
    t.match(stderr, '[server_unasked]')
  })
}

for (const [name, args, says] of [
  ['no server', [], 'needs a server'],
  ['a remote server', ['--url', 'http://192.0.2.1/mcp'], 'remote_refused'],
  ['a token in the address', ['--url', 'http://127.0.0.1:9/mcp?api_key=0123456789'], 'looks like a token'],
  ['a token in the command', ['--', 'server', '--token', 'abc'], 'looks like a token'],
  ['a name that is no variable', ['--url', 'http://127.0.0.1:9/mcp', '--token-env', 'A B'], 'environment variable'],
  ['an expression for a file', ['--url', 'http://127.0.0.1:9/mcp', '--file', '${{ x }}'], 'expression'],
] as const) {
  t.test(`${name} is a clear error`, async (t) => {
    const { code, stdout, stderr } = await callMain(['init', ...args])
    t.same([code, stdout], [2, ''])
    t.match(stderr, says)
  })
}
