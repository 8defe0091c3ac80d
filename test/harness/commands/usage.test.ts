import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type t as tap } from 'tap'
import { callMain, type CliResult, runCli, temporaryFolder } from './cli.ts'

interface WrongUse {
  readonly what: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly code: string
  /** What the one error must say. */
  readonly says: readonly (string | RegExp)[]
}

const url = 'http://127.0.0.1:9/mcp'
const token = 'canary-0123456789-QWERTZ'

const wrong: readonly WrongUse[] = [
  { what: 'an unknown command', args: ['rum'], code: 'usage', says: ['rum', 'Did you mean run?'] },
  { what: 'an unknown option', args: ['run', '--suit', 'x'], code: 'usage', says: ['--suit', 'Did you mean --suite?'] },
  { what: 'a part that is none', args: ['run', '--shard', '3/2'], code: 'usage', says: ['--shard', 'such as 2/4'] },
  { what: 'a file of expected failures that is not there', args: ['run', '--expected', 'none.yaml'], code: 'expected_file_unreadable', says: ['none.yaml'] },
  { what: 'a token on the command line', args: ['run', '--url', url, '--token', 'x'], code: 'usage', says: ['--token'] },
  { what: 'an argument too many', args: ['run', 'auth-negative'], code: 'usage', says: ['auth-negative', 'goes behind --'] },
  { what: 'an unknown suite', args: ['run', '--suite', 'auth-negativ'], code: 'unknown_suite', says: ['auth-negativ', 'Did you mean auth-negative?'] },
  { what: 'a pattern that fits no case', args: ['run', '--only', 'auth.no-credentails'], code: 'unknown_case', says: ['Did you mean auth.no-credentials'] },
  { what: 'an unknown reporter', args: ['run', '--reporter', 'prety'], code: 'unknown_reporter', says: ['prety', 'Did you mean pretty?'] },
  { what: 'two reporters on stdout', args: ['run', '--reporter', 'tap', '--reporter', 'json'], code: 'usage', says: ['tap and json', '--reporter NAME=FILE'] },
  { what: 'a report in a folder that is not there', args: ['run', '--reporter', 'tap=none/x.tap'], code: 'evidence_unwritable', says: ['none/x.tap'] },
  { what: 'a wrong level', args: ['run', '--level', 'may'], code: 'usage', says: ['may', 'hardening'] },
  { what: 'a mistyped level', args: ['run', '--level', 'hardning'], code: 'usage', says: ['Did you mean hardening?'] },
  { what: 'a wrong number', args: ['run', '--concurrency', '0'], code: 'usage', says: ['--concurrency', 'from 1 to 64'] },
  { what: 'a wrong time', args: ['run', '--timeout', '5 minutes'], code: 'usage', says: ['--timeout', '500ms'] },
  { what: 'a wrong revision', args: ['run', '--revision', 'latest'], code: 'usage', says: ['--revision', '2026-07-28'] },
  { what: 'a URL that is none', args: ['run', '--url', 'localhost'], code: 'url_invalid', says: ['localhost'] },
  { what: 'another scheme', args: ['run', '--url', 'ftp://127.0.0.1/mcp'], code: 'url_invalid', says: ['ftp'] },
  { what: 'credentials in a URL', args: ['run', '--url', `http://me:${token}@127.0.0.1:9/mcp`], code: 'url_invalid', says: ['credentials'] },
  { what: 'a remote URL', args: ['run', '--url', 'http://192.0.2.1/mcp'], code: 'remote_refused', says: ['192.0.2.1', '--allow-remote'] },
  { what: 'a target file and a URL', args: ['run', '--url', url, '--target', 'x.yaml'], code: 'usage', says: ['--target', '--url'] },
  { what: 'tokens without a URL', args: ['run', '--token-env', 'TOKEN'], code: 'usage', says: ['--url'] },
  { what: 'three tokens', args: ['run', '--url', url, '--token-env', 'A', '--token-env', 'B', '--token-env', 'C'], code: 'usage', says: ['at most two'] },
  { what: 'a variable that is not set', args: ['run', '--url', url, '--token-env', 'NOT_SET'], code: 'token_missing', says: ['NOT_SET', 'Export'] },
  { what: 'an empty variable', args: ['run', '--url', url, '--token-env', 'EMPTY'], env: { EMPTY: ' ' }, code: 'token_missing', says: ['EMPTY'] },
  { what: 'a variable that holds no token', args: ['run', '--url', url, '--token-env', 'WRONG'], env: { WRONG: `Bearer ${token}` }, code: 'token_invalid', says: ['WRONG'] },
  { what: 'a token file that is not there', args: ['run', '--url', url, '--token-file', 'none'], code: 'token_missing', says: ['none'] },
  { what: 'a token file that others can read', args: ['run', '--url', url, '--token-file', 'open.token'], code: 'token_file_unsafe', says: ['open.token', 'chmod 600'] },
  { what: 'a folder in place of a token file', args: ['run', '--url', url, '--token-file', 'folder'], code: 'token_file_unsafe', says: ['folder'] },
  { what: 'a target file that is not there', args: ['run', '--target', 'none.yaml'], code: 'target_file_unreadable', says: ['none.yaml'] },
  { what: 'a target file with an unknown key', args: ['run', '--target', 'wrong.yaml'], code: 'target_file_invalid', says: [/wrong\.yaml:2:\d+/, 'colour'] },
  { what: 'a file in place of the evidence folder', args: ['run', '--evidence', 'file'], code: 'evidence_unwritable', says: ['a file is in the way', '--evidence'] },
  { what: 'an evidence folder below a file', args: ['run', '--evidence', 'file/below'], code: 'evidence_unwritable', says: ['part of the path is a file'] },
  { what: 'an evidence folder with files of the user', args: ['run', '--evidence', 'folder'], code: 'evidence_foreign', says: ['notes.txt'] },
  { what: 'the same by the environment', args: ['run'], env: { HANDOFF_CONFORMANCE_OUTPUT: 'folder' }, code: 'evidence_foreign', says: ['notes.txt'] },
  { what: 'an unknown case', args: ['explain', 'auth.no-credential'], code: 'unknown_case', says: ['Did you mean auth.no-credentials'] },
  { what: 'a pattern for a case', args: ['explain', 'auth.*'], code: 'unknown_case', says: ['explain tells of one case', "handoff-conformance list --only 'auth.*'"] },
  { what: 'no case', args: ['explain'], code: 'usage', says: ['case'] },
  { what: 'two forms of a list', args: ['list', '--json', '--markdown'], code: 'usage', says: ['--markdown'] },
]

t.test('each wrong use is one clear error, exit 2, and touches nothing', async (t) => {
  const before = process.cwd()
  t.teardown(() => { process.chdir(before) })
  for (const { what, args, env, code, says } of wrong) {
    t.test(what, async (t) => {
      const cwd = temporaryFolder(t)
      writeFileSync(join(cwd, 'file'), 'mine')
      mkdirSync(join(cwd, 'folder'))
      writeFileSync(join(cwd, 'folder', 'notes.txt'), 'mine')
      writeFileSync(join(cwd, 'open.token'), token, { mode: 0o644 })
      writeFileSync(join(cwd, 'wrong.yaml'), `version: 1\ncolour: red\nurl: ${url}\n`)
      const before = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).sort()
      process.chdir(cwd)
      const result = await callMain(args, env)
      isOneError(t, result, code)
      for (const part of says) t.match(result.stderr, part)
      t.notMatch(result.stderr, token)
      t.same(readdirSync(cwd, { recursive: true, encoding: 'utf8' }).sort(), before)
    })
  }
})

function isOneError(t: Pick<typeof tap, 'equal' | 'match' | 'notMatch' | 'ok'>, { code, stdout, stderr }: CliResult, errorCode: string): void {
  t.equal(code, 2)
  t.equal(stdout, '')
  t.match(stderr, /^error: /)
  t.equal(stderr.match(/^error: /gm)?.length, 1)
  t.ok(stderr.endsWith(`\n[${errorCode}]\n`), stderr)
  t.notMatch(stderr, /\n {4}at /, 'no stack trace')
}

t.test('a wrong use ends the process with 2 and nothing on stdout', async (t) => {
  isOneError(t, await runCli(['run', '--url', 'http://192.0.2.1/mcp'], { cwd: temporaryFolder(t) }), 'remote_refused')
})

t.test('a folder for temporary files that is not there is told as what it is', async (t) => {
  const cwd = temporaryFolder(t)
  const result = await runCli(['run', '--only', 'auth.no-credentials'], { cwd, env: { TMPDIR: join(cwd, 'none') } })
  isOneError(t, result, 'temp_unwritable')
  t.match(result.stderr, /none \(ENOENT\)/)
})

t.test('a Node.js that is too old gets one sentence and exit 2, before anything is loaded', async (t) => {
  const bin = new URL('../../../harness/bin.ts', import.meta.url).href
  const script = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.18.0' } }); await import(${JSON.stringify(bin)})`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  t.same([status, stdout, stderr], [2, '', 'handoff-conformance needs Node.js 22.19 or later, and this is 22.18.0.\n'])
})

t.test('what nobody caught is a fault of the harness, exit 4, never a verdict', async (t) => {
  const main = new URL('../../../harness/main.ts', import.meta.url).href
  for (const crash of ["throw new Error('Bearer abcdefgh12345')", "void Promise.reject(new Error('Bearer abcdefgh12345'))"]) {
    const script = `const { main } = await import(${JSON.stringify(main)}); void main(['list']); ${crash}`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', `setTimeout(async () => { ${script} }, 1)`], { encoding: 'utf8' })
    t.equal(status, 4)
    t.match(stderr, /^error: the harness itself failed: /)
    t.match(stderr, '[internal]')
    t.notMatch(stderr, 'abcdefgh12345')
  }
})

t.test('a stdout without room is told as what it is', { skip: !existsSync('/dev/full') }, async (t) => {
  const full = openSync('/dev/full', 'w')
  t.teardown(() => { closeSync(full) })
  const { status, stderr } = spawnSync(process.execPath, [fileURLToPath(new URL('../../../harness/bin.ts', import.meta.url)), 'list'], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' })
  t.equal(status, 4)
  t.equal(stderr, 'error: stdout cannot be written (ENOSPC)\nCheck the space where stdout goes, then run again.\n[evidence_write_failed]\n')
})

t.test('help and version are results', async (t) => {
  for (const args of [['--help'], ['help', 'run'], ['run', '--help'], ['--version']]) {
    const { code, stdout, stderr } = await callMain(args)
    t.equal(code, 0, args.join(' '))
    t.equal(stderr, '')
    t.ok(stdout.length > 4)
  }
})

t.test('without a command it says what there is, and that this was wrong', async (t) => {
  const { code, stdout, stderr } = await callMain([])
  t.equal(code, 2)
  t.equal(stdout, '')
  t.match(stderr, /Usage: handoff-conformance/)
})

t.test('server forwards to handoff-server, options and exit code and all', async (t) => {
  const cwd = temporaryFolder(t)
  const help = await runCli(['server', '--help'], { cwd })
  t.equal(help.code, 0)
  t.match(help.stdout, 'handoff-server')
  const wrong = await runCli(['server', 'http', '--colour'], { cwd })
  t.equal(wrong.code, 2)
  t.match(wrong.stderr, '--colour')
  const made = await runCli(['server', 'init', '--registry', 'agents.yaml', '--json'], { cwd })
  t.equal(made.code, 0)
  t.ok(existsSync(join(cwd, 'agents.yaml')))
})
