/** `handoff-server envelope`: what it writes is accepted once by a server on the same database, and what it refuses issues nothing. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import t, { type Test } from 'tap'
import { createAcceptanceService } from '../../../server/goal-tokens/service.ts'
import type { Verdict } from '../../../server/acceptance/types.ts'
import { main } from '../../../server/main.ts'
import { parseRegistry } from '../../../server/registry/load.ts'
import { openStore } from '../../../server/store/open.ts'

const items = [{ id: 'i1', status: 'pending', tool_requirements: [{ name: 'bash' }] }, { id: 'i2', status: 'todo', depends_on: 'i1', tool_requirements: '[{"name":"edit"}]' }]

interface Place {
  readonly registry: string
  readonly db: string
  /** Writes a file, and gives its path. */
  file(name: string, content: string | Uint8Array): string
  /** The options that every call needs. */
  readonly options: readonly string[]
}

async function place(t: Test): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'envelope-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const [registry, db] = [join(folder, 'agents.yaml'), join(folder, 'data', 'h.sqlite')]
  const file = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  await run('init', '--registry', registry)
  await run('enable', '--registry', registry, '--agent', 'planner')
  return { registry, db, file, options: ['--registry', registry, '--db', db, '--agent', 'planner', '--project', 'proj-a', '--text', file('text', '/goal\nhello')] }
}

async function run(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const code = await main(argv, { stdout: (line) => stdout.push(`${line}\n`), stderr: (line) => stderr.push(`${line}\n`) })
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

/** What a server on this database answers, call by call. */
async function accepted({ registry, db }: Place, calls: readonly object[]): Promise<Verdict[]> {
  const parsed = parseRegistry(readFileSync(registry))
  if (!parsed.ok) throw new Error('the registry is valid')
  const store = await openStore({ path: db, clock: Date.now })
  try {
    const service = createAcceptanceService({ store, clock: Date.now, log: () => undefined })
    const verdicts: Verdict[] = []
    for (const call of calls) verdicts.push(await service.accept({ agentId: 'planner', policy: parsed.snapshot }, call))
    return verdicts
  } finally {
    await store.close()
  }
}

interface Written {
  readonly expires_at: string
  readonly body_hash: string | null
  readonly accept_handoff: { readonly goal_token: string; readonly presented_body: string; readonly required_tools: string[] }
}

t.test('it is accepted once, by its own project, with its own body', async (t) => {
  const here = await place(t)
  const { code, stdout, stderr } = await run('envelope', ...here.options, '--items', here.file('items.json', JSON.stringify(items)), '--repo-path', '/r', '--json')
  t.equal(code, 0)
  const { accept_handoff: call, body_hash, expires_at } = JSON.parse(stdout) as Written
  t.match(call, { project_id: 'proj-a', goal_token: /^[0-9a-f]{16}$/, required_tools: ['bash', 'edit'], expected_board_revision: /^[0-9a-f]{64}$/ })
  t.match(body_hash, /^[0-9a-f]{64}$/)
  t.match(stderr, expires_at)
  t.notOk(stderr.includes(call.goal_token), 'the token is part of the result alone')
  const live = { ...call, available_tools: ['edit', 'bash'], live_items: items, expected_repo_path: '/r' }
  const verdicts = await accepted(here, [
    { ...live, project_id: 'proj-b' },
    { ...live, presented_body: `${call.presented_body} ` },
    live,
    live,
    { ...live, goal_token: undefined, live_items: items.toReversed() },
    { ...live, goal_token: undefined, expected_repo_path: '/other' },
  ])
  t.same(verdicts.map(({ result }) => result), ['STALE_HANDOFF', 'BODY_HASH_MISMATCH', 'ok', 'STALE_HANDOFF', 'ok', 'FOREIGN_PROJECT_CONFIG'])
  t.equal(verdicts[3]?.token_check?.reason, 'already_consumed')
})

t.test('as text, stdout has the delivered body, to the byte', async (t) => {
  const here = await place(t)
  const bin = join(import.meta.dirname, '../../../server/bin.ts')
  const { stdout, exitCode } = await execa(process.execPath, [bin, 'envelope', ...here.options, '--text', '-'], { input: '/goal\r\ncaf\u00e9\r\n', stripFinalNewline: false, env: { NODE_NO_WARNINGS: '1' } })
  t.equal(exitCode, 0)
  t.match(stdout, /^\/goal\r\n<goal_token>[0-9a-f]{16}<\/goal_token>\n<!-- SECURITY: [^\n]* -->\ncaf\u00e9\r\n<project_start_config project_id="proj-a" repo_path="unset" /)
  const goal_token = /<goal_token>(.*)<\/goal_token>/.exec(stdout)?.[1]
  t.match(await accepted(here, [{ project_id: 'proj-a', goal_token, presented_body: stdout }]), [{ result: 'ok', identity_check: { consistent: true } }])
})

t.test('without a binding, white space may change', async (t) => {
  const here = await place(t)
  const written = JSON.parse((await run('envelope', ...here.options, '--unbound', '--ttl', '86400', '--json')).stdout) as Written
  t.equal(written.body_hash, null)
  t.ok(Date.parse(written.expires_at) > Date.now() + 86_000_000)
  t.match(await accepted(here, [{ ...written.accept_handoff, presented_body: written.accept_handoff.presented_body.replaceAll('\n', '\r\n') }]), [{ result: 'ok' }])
})

t.test('the name of a project that the registry knows stands in the tag', async (t) => {
  const here = await place(t)
  writeFileSync(here.registry, readFileSync(here.registry, 'utf8').replace(/^version: 1$/m, 'version: 1\nprojects:\n  - id: proj-a\n    name: Alpha & co'))
  t.match((await run('envelope', ...here.options)).stdout, 'project_name="Alpha &amp; co"')
})

const refused: readonly (readonly [name: string, change: (here: Place) => readonly string[], code: number, said: RegExp])[] = [
  ['a project that cannot be carried', () => ['--project', 'a"b'], 1, /^project_id: It must not hold/],
  ['a path that cannot be carried', () => ['--repo-path', 'a>b'], 1, /^repo_path: It must not hold/],
  ['a tag in the text', (here) => ['--text', here.file('bad', '<project_start_config a="1">')], 1, /^text: It must not hold/],
  ['items beyond 64 KiB', (here) => ['--items', here.file('items.json', JSON.stringify(Array.from({ length: 2000 }, (_, index) => ({ id: `item-${index}` }))))], 1, /^items: The handoff_manifest has \d+ bytes; 65536 are allowed/],
  ['an item that is none', (here) => ['--items', here.file('items.json', '[{"id":7}]')], 1, /^items\[0\]\.id: It must be a string/],
  ['no JSON', (here) => ['--items', here.file('items.json', '[')], 1, /items\.json is not valid JSON/],
  ['a text that is no UTF-8', (here) => ['--text', here.file('bad', Uint8Array.of(0xff))], 1, /is not valid UTF-8/],
  ['a file that is missing', (here) => ['--text', `${here.db}.none`], 1, /cannot be read \(ENOENT\)/],
  ['a time that is none', () => ['--ttl', '86401'], 2, /whole number of seconds from 1 to 86400/],
  ['standard input twice', () => ['--text', '-', '--items', '-'], 2, /cannot both be standard input/],
]

for (const [name, change, code, said] of refused) {
  t.test(`${name} is refused, and nothing is issued`, async (t) => {
    const here = await place(t)
    const outcome = await run('envelope', ...here.options, ...change(here))
    t.match(outcome, { code, stdout: '', stderr: said })
    t.notOk(existsSync(here.db), 'the database was not even opened')
  })
}

t.test('only an agent that may act issues', async (t) => {
  const here = await place(t)
  for (const [agent, said] of [['builder', /builder is disabled or expired/], ['nobody', /no agent with this id/]] as const) {
    const options = here.options.map((value) => (value === 'planner' ? agent : value))
    t.match(await run('envelope', ...options), { code: 1, stdout: '', stderr: said })
  }
  t.notOk(existsSync(here.db))
})
