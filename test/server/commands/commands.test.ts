/** The command line as a user meets it: what goes to stdout and stderr, the exit code, and `--json`. */
import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import t, { type Test } from 'tap'
import { hashToken } from '../../../server/auth/tokens.ts'
import { main } from '../../../server/main.ts'
import { parseRegistry } from '../../../server/registry/load.ts'

const bin = join(import.meta.dirname, '../../../server/bin.ts')
const tokenPattern = /^handoff_[A-Za-z0-9_-]{43}$/

function folder(t: Test): string {
  const path = mkdtempSync(join(tmpdir(), 'handoff-server-'))
  t.teardown(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function run(...argv: string[]): Promise<{ code: number; stdout: string[]; stderr: string; json: Record<string, unknown> }> {
  const stdout: string[] = []
  const stderr: string[] = []
  const code = await main(argv, { stdout: (line) => stdout.push(line), stderr: (line) => stderr.push(line) })
  const json = argv.includes('--json') ? JSON.parse(stdout.join('\n')) as Record<string, unknown> : {}
  return { code, stdout, stderr: stderr.join('\n'), json }
}

t.test('from nothing to an agent with a token, with text', async (t) => {
  const path = join(folder(t), 'config', 'agents.yaml')
  const registry = ['--registry', path]
  const init = await run('init', ...registry)
  t.match(init, { code: 0, stdout: [/^Wrote .*planner and builder/] })
  t.equal(statSync(path).mode & 0o777, 0o600)
  t.match(await run('init', ...registry), { code: 1, stdout: [], stderr: /exists already. Remedy: / })

  const issued = await run('issue', ...registry, '--agent', 'planner', '--expires', '12h')
  t.equal(issued.code, 0)
  t.equal(issued.stdout.length, 1, 'stdout has the token alone')
  t.match(issued.stdout[0], tokenPattern)
  t.notMatch(issued.stderr, /handoff_/, 'stderr has it not')
  t.match(issued.stderr, /planner is disabled/)
  const snapshot = parseRegistry(readFileSync(path))
  const planner = snapshot.ok ? snapshot.snapshot.agents.get('planner') : undefined
  t.equal(planner?.tokenSha256, hashToken(issued.stdout[0] ?? ''))
  const hours = ((planner?.expiresAt ?? 0) - Date.now()) / 3_600_000
  t.ok(hours > 11 && hours <= 12, 'it expires when it was asked to')

  t.match(await run('issue', ...registry, '--agent', 'planner'), { code: 1, stdout: [], stderr: /rotate/ })
  const rotated = await run('rotate', ...registry, '--agent', 'planner')
  t.match(rotated.stdout[0], tokenPattern)
  t.not(rotated.stdout[0], issued.stdout[0])
  t.match(await run('enable', ...registry, '--agent', 'planner'), { code: 0, stdout: ['planner is enabled.'] })
  t.match(await run('enable', ...registry, '--agent', 'planner'), { code: 0, stdout: ['planner is enabled, as it was before.'] })
  t.match(await run('disable', ...registry, '--agent', 'planner'), { code: 0, stdout: ['planner is disabled.'] })
  t.match(await run('revoke', ...registry, '--agent', 'planner'), { code: 0, stdout: ['planner has no token.'] })
  t.match(await run('rotate', ...registry, '--agent', 'planner'), { code: 1, stdout: [], stderr: /issue/ })
  t.match(await run('validate', ...registry), { code: 0, stdout: [/is valid: 2 agents, 0 projects, revision [0-9a-f]{64}$/] })
  t.same(readdirSync(join(path, '..')), ['agents.yaml'], 'nothing is left behind')
})

t.test('every command has one JSON object', async (t) => {
  const path = join(folder(t), 'agents.yaml')
  const rest = ['--registry', path, '--json']
  const revision = /^[0-9a-f]{64}$/
  const common = { ok: true, registry: path, revision }
  t.match((await run('init', ...rest)).json, { ...common, command: 'init', agents: ['planner', 'builder'] })
  t.match((await run('issue', ...rest, '--agent', 'builder', '--expires', '2031-01-01T00:00:00+01:00')).json, { ...common, command: 'issue', agent: 'builder', token: tokenPattern, expires_at: '2030-12-31T23:00:00.000Z' })
  t.match((await run('rotate', ...rest, '--agent', 'builder')).json, { ...common, command: 'rotate', agent: 'builder', token: tokenPattern, expires_at: /Z$/ })
  t.match((await run('enable', ...rest, '--agent', 'builder')).json, { ...common, command: 'enable', agent: 'builder', changed: true })
  t.match((await run('disable', ...rest, '--agent', 'builder')).json, { ...common, command: 'disable', agent: 'builder', changed: true })
  t.match((await run('revoke', ...rest, '--agent', 'builder')).json, { ...common, command: 'revoke', agent: 'builder', changed: true })
  t.match((await run('revoke', ...rest, '--agent', 'builder')).json, { changed: false })
  t.match((await run('validate', ...rest)).json, { ...common, command: 'validate', agents: 2, projects: 0 })
  const { json } = await run('token', '--json', '--expires', '2031-01-01T00:00:00Z')
  t.match(json, { ok: true, command: 'token', token: tokenPattern, token_sha256: hashToken(String(json['token'])), expires_at: '2031-01-01T00:00:00.000Z' })
})

t.test('failures', async (t) => {
  const dir = folder(t)
  const path = join(dir, 'agents.yaml')
  await run('init', '--registry', path)
  const missing = join(dir, 'none.yaml')
  const open = join(dir, 'open.yaml')
  writeFileSync(open, readFileSync(path))
  chmodSync(open, 0o644)
  const broken = join(dir, 'broken.yaml')
  writeFileSync(broken, readFileSync(path, 'utf8').replace('enabled: false', 'enabled: handoff_canary').replace('[builder]', '[ghost]'), { mode: 0o600 })
  const dangling = join(dir, 'dangling.yaml')
  symlinkSync(missing, dangling)
  const large = join(dir, 'large.yaml')
  writeFileSync(large, `#${'x'.repeat(1_048_576)}`, { mode: 0o600 })
  for (const [name, argv, code, error] of [
    ['no registry', ['issue', '--agent', 'planner', '--registry', missing], 1, 'registry_missing'],
    ['a link to nothing', ['issue', '--agent', 'planner', '--registry', dangling], 1, 'registry_missing'],
    ['no registry to validate', ['validate', '--registry', missing], 1, 'registry_missing'],
    ['a folder', ['validate', '--registry', dir], 1, 'registry_unreadable'],
    ['a file for others', ['issue', '--agent', 'planner', '--registry', open], 1, 'registry_unsafe'],
    ['a file for others, validated', ['validate', '--registry', open], 1, 'registry_unsafe'],
    ['a broken file', ['enable', '--agent', 'planner', '--registry', broken], 1, 'registry_invalid'],
    ['a broken file, validated', ['validate', '--registry', broken], 1, 'registry_invalid'],
    ['an unknown agent', ['enable', '--agent', 'ghost', '--registry', path], 1, 'agent_unknown'],
    ['no agent', ['enable', '--registry', path], 2, 'usage'],
    ['two agents', ['revoke', '--agent', 'planner', '--agent', 'builder', '--registry', path], 2, 'usage'],
    ['a file that is too large', ['enable', '--agent', 'planner', '--registry', large], 1, 'registry_invalid'],
    ['an empty agent', ['enable', '--agent', '', '--registry', path], 2, 'usage'],
    ['an empty registry path', ['validate', '--registry', ''], 2, 'usage'],
    ['no such option', ['validate', '--nope'], 2, 'usage'],
    ['no such command', ['nope'], 2, 'usage'],
    ['too many words', ['validate', 'x', '--registry', path], 2, 'usage'],
    ['an expiry in the past', ['token', '--expires', '2020-01-01T00:00:00Z'], 2, 'usage'],
    ['an expiry of nothing', ['token', '--expires', '0d'], 2, 'usage'],
    ['an expiry too far away', ['token', '--expires', '999999999w'], 2, 'usage'],
    ['an expiry that is no date', ['token', '--expires', '2030-02-30T00:00:00Z'], 2, 'usage'],
    ['an expiry without a unit', ['token', '--expires', '30'], 2, 'usage'],
    ['no env file', ['validate', '--env-file', missing], 2, 'usage'],
    ['a place for the first registry that has one', ['init', '--registry', path], 1, 'registry_exists'],
    ['a place below a file', ['init', '--registry', join(path, 'agents.yaml')], 1, 'registry_write_failed'],
    ['a place far below a file', ['init', '--registry', join(path, 'a', 'b', 'agents.yaml')], 1, 'registry_write_failed'],
  ] as const) {
    const text = await run(...argv)
    t.match(text, { code, stdout: [] }, `${name}: exit ${code}, nothing on stdout`)
    t.not(text.stderr, '', `${name}: a message`)
    const { code: jsonCode, json } = await run(...argv, '--json')
    t.equal(jsonCode, code)
    t.match(json, { ok: false, error: { code: error, message: String } }, `${name}: ${error}`)
    t.notMatch(text.stderr + JSON.stringify(json), /canary/, `${name}: no value of the file`)
  }
  const { json, stderr } = await run('validate', '--registry', broken, '--json')
  t.match(json, { error: { problems: [{ line: 16, column: 14, path: 'agents[0].enabled' }, { line: 18, path: 'agents[0].send_to[0]' }] } })
  t.ok(stderr.startsWith(`${broken}:16:14 agents[0].enabled: this must be true or false. Remedy: `))
  t.match(await run('validate', '--registry', large), { stderr: new RegExp(`^${large}: the file is larger`) })
  const lines: string[] = []
  t.equal(await main(['validate', broken, path, missing, '--json'], { stdout: (line) => lines.push(line), stderr: () => undefined }), 1)
  t.same(lines.map((text) => JSON.parse(text) as { ok: boolean; registry: string }).map(({ ok, registry }) => [ok, registry]), [[false, broken], [true, path], [false, missing]], 'one result a file, in their order')
  t.match(lines.map((text) => JSON.parse(text) as object), [{ error: { code: 'registry_invalid', problems: [{}] } }, { command: 'validate', agents: 2 }, { error: { code: 'registry_missing' } }])
  t.match(await run('validate', path, path), { code: 0, stdout: [/is valid/, /is valid/] })
  t.equal((await run('validate', path, '')).code, 2)
  t.notMatch(await run('enable', '--agent', 'planner', '--registry', large), { stderr: /\.\./ })
  t.match((await run()), { code: 2, stdout: [], stderr: /Usage: handoff-server/ })
})

t.test('help and version', async (t) => {
  const help = await run('--help')
  t.equal(help.code, 0)
  for (const name of ['http', 'stdio', 'init', 'issue', 'rotate', 'enable', 'disable', 'revoke', 'validate', 'verify-log', 'backup', 'restore', 'token']) {
    t.match(help.stdout.join('\n'), new RegExp(`^  ${name} `, 'm'), name)
  }
  for (const argv of [['issue', '--help'], ['help', 'issue']]) {
    const { code, stdout } = await run(...argv)
    t.equal(code, 0)
    t.match(stdout.join('\n'), /--expires <when>/)
  }
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }
  t.match(await run('--version'), { code: 0, stdout: [manifest.version], stderr: '' })
})

t.test('as a process', async (t) => {
  const dir = folder(t)
  const options = { cwd: dir, reject: false, extendEnv: false, env: { PATH: process.env['PATH'] ?? '' } } as const
  const init = await execa(process.execPath, [bin, 'init'], options)
  t.equal(init.exitCode, 0)
  t.ok(existsSync(join(dir, 'config/agents.yaml')), 'the default place')
  const named = await execa(process.execPath, [bin, 'validate', '--json'], { ...options, env: { ...options.env, HANDOFF_MCP_REGISTRY: 'other.yaml' } })
  t.equal(named.exitCode, 1)
  t.match(named.stdout, /"code":"registry_missing".*other\.yaml/, 'the place that the environment names')
  writeFileSync(join(dir, 'settings.env'), 'HANDOFF_MCP_REGISTRY=config/agents.yaml\n')
  const filed = await execa(process.execPath, [bin, 'validate', '--env-file', 'settings.env'], options)
  t.match(filed, { exitCode: 0, stdout: /^config\/agents\.yaml is valid/ }, 'the place that the file names')
  t.equal((await execa(process.execPath, [bin, 'nope'], options)).exitCode, 2)
})

t.test('a result that cannot be written is one clear line and exit 1', { skip: existsSync('/dev/full') ? false : 'there is no /dev/full' }, async (t) => {
  const dir = folder(t)
  const path = join(dir, 'agents.yaml')
  await run('init', '--registry', path)
  for (const argv of [['validate'], ['validate', '--json'], ['issue', '--agent', 'planner']]) {
    const full = openSync('/dev/full', 'w')
    const ended = spawnSync(process.execPath, [bin, ...argv, '--registry', path], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' })
    closeSync(full)
    t.equal(ended.status, 1, argv.join(' '))
    t.match(ended.stderr, /stdout could not be written \(ENOSPC\).*Remedy: /)
    t.notMatch(ended.stderr, /\n {4}at /, 'no stack')
  }
})

t.test('a Node that is too old gets one sentence', async (t) => {
  const pretend = (version: string): string => `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`
  for (const version of ['18.20.8', '20.19.0', '22.18.0']) {
    const { exitCode, stdout, stderr } = await execa(process.execPath, ['--import', pretend(version), bin, '--version'], { reject: false })
    t.same({ exitCode, stdout, stderr }, { exitCode: 2, stdout: '', stderr: `handoff-server needs Node.js 22.19 or newer; this is ${version}.` })
  }
  t.equal((await execa(process.execPath, ['--import', pretend('22.19.0'), bin, '--version'])).exitCode, 0)
})
