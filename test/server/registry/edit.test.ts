/** Edits of a registry: one value changes, all else stays, and two at once lose nothing. */
import { chmodSync, chownSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import t, { type Test } from 'tap'
import { editAgent, type AgentChange } from '../../../server/registry/edit.ts'
import { issueToken, revokeToken, rotateToken } from '../../../server/registry/identities.ts'
import { initRegistry } from '../../../server/registry/init.ts'
import { parseRegistry } from '../../../server/registry/load.ts'
import { acquireLock } from '../../../server/registry/lock.ts'

const hash = 'ab'.repeat(32)
const otherHash = 'cd'.repeat(32)

function place(t: Test, content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'registry-edit-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'agents.yaml')
  writeFileSync(path, content, { mode: 0o600 })
  return path
}

const block = `# Head.
version:   1   # odd spacing

agents:
    # Before the first.
    -   id:            alice   # the id
        display_name:  'Alice'
        enabled: false         # off
        send_to: [ bob,   ]
        receive_from:
        - bob   # entry
        disclosure_ceiling: internal   # ceiling
        # After the ceiling.
    - id: bob
      display_name: Bob
      enabled: true
      send_to: []
      receive_from: ["*"]
      disclosure_ceiling: restricted
# Tail.
`

const credentials: AgentChange = { token_sha256: hash, expires_at: '2030-01-01T00:00:00.000Z' }
const added = (indent: number): string => `${' '.repeat(indent)}token_sha256: "${hash}"\n${' '.repeat(indent)}expires_at: "2030-01-01T00:00:00.000Z"\n`

interface Row { name: string; text: string; change: AgentChange; agent?: string; expected: string }

const withToken = block.replace('internal   # ceiling\n', `internal   # ceiling\n        token_sha256: "${hash}"   # laptop\n        expires_at: 2030-01-01T00:00:00Z\n`)
const firstKey = `version: 1\nagents:\n  - token_sha256: ${hash}\n    expires_at: 2030-01-01T00:00:00Z\n    id: alice\n    display_name: A\n    enabled: true\n    send_to: []\n    receive_from: []\n    disclosure_ceiling: internal\n`
const flow = `version: 1\nagents: [{id: alice, enabled: false, display_name: A, send_to: [], receive_from: [], disclosure_ceiling: internal}] # end\n`
const json = `{"version": 1, "agents": [{"id": "alice", "display_name": "A", "enabled": true, "send_to": [], "receive_from": [], "disclosure_ceiling": "internal"}]}`
const rows: readonly Row[] = [
  { name: 'enable', text: block, change: { enabled: true }, expected: block.replace('enabled: false ', 'enabled: true ') },
  { name: 'add a token, with comments around', text: block, change: credentials, expected: block.replace('# ceiling\n', `# ceiling\n${added(8)}`) },
  { name: 'add a token to the last agent', text: block, agent: 'bob', change: credentials, expected: block.replace('restricted\n', `restricted\n${added(6)}`) },
  { name: 'add a token at the very end, without a line end', text: block.replace('\n# Tail.\n', ''), agent: 'bob', change: credentials, expected: block.replace('\n# Tail.\n', `\n${added(6).trimEnd()}`) },
  { name: 'replace a token', text: withToken, change: { token_sha256: otherHash }, expected: withToken.replace(hash, otherHash) },
  { name: 'replace a folded token', text: withToken.replace(`"${hash}"   # laptop`, `>-\n          ${hash}`), change: { token_sha256: otherHash }, expected: withToken.replace(`"${hash}"   # laptop`, `"${otherHash}"`) },
  { name: 'remove a token, keep its comment', text: withToken, change: { token_sha256: null }, expected: withToken.replace(`token_sha256: "${hash}"   # laptop`, '# laptop') },
  { name: 'remove a token and its line', text: withToken.replace('   # laptop', ''), change: { token_sha256: null }, expected: withToken.replace(/ +token_sha256.*\n/, '') },
  { name: 'remove a token that is the first key', text: firstKey, change: { token_sha256: null }, expected: firstKey.replace(`token_sha256: ${hash}`, '') },
  { name: 'flow style', text: flow, change: { ...credentials, enabled: true }, expected: flow.replace('false', 'true').replace('internal}', `internal, token_sha256: "${hash}", expires_at: "2030-01-01T00:00:00.000Z"}`) },
  { name: 'flow style, removed from the middle', text: flow.replace('enabled: false, ', `token_sha256: ${hash}, expires_at: 2030-01-01T00:00:00Z, enabled: false, `), change: { token_sha256: null }, expected: flow.replace('enabled: false, ', 'expires_at: 2030-01-01T00:00:00Z, enabled: false, ') },
  { name: 'flow style, removed from the end', text: flow.replace('internal}', `internal, expires_at: 2030-01-01T00:00:00Z, token_sha256: ${hash} }`), change: { token_sha256: null }, expected: flow.replace('internal}', 'internal, expires_at: 2030-01-01T00:00:00Z }') },
  { name: 'JSON stays JSON', text: json, change: { enabled: false, ...credentials }, expected: json.replace('true', 'false').replace('"internal"}', `"internal", "token_sha256": "${hash}", "expires_at": "2030-01-01T00:00:00.000Z"}`) },
  { name: 'CRLF', text: block.replaceAll('\n', '\r\n'), change: credentials, expected: block.replace('# ceiling\n', `# ceiling\n${added(8)}`).replaceAll('\n', '\r\n') },
  { name: 'a byte order mark', text: `\u{FEFF}${block}`, change: { enabled: true }, expected: `\u{FEFF}${block.replace('enabled: false ', 'enabled: true ')}` },
]

t.test('one value changes, and every other byte stays', async (t) => {
  for (const { name, text, change, agent, expected } of rows) {
    const path = place(t, text)
    const { snapshot, changed } = await editAgent(path, agent ?? 'alice', () => change)
    t.ok(changed, name)
    t.equal(readFileSync(path, 'utf8'), expected, name)
    const parsed = parseRegistry(readFileSync(path))
    t.ok(parsed.ok && parsed.snapshot.revision === snapshot.revision, `${name}: the answer is the file's revision`)
    t.same(readdirSync(join(path, '..')), ['agents.yaml'], `${name}: nothing is left behind`)
  }
})

t.test('nothing is written where nothing changes or the change cannot be made safely', async (t) => {
  const anchored = block.replace('enabled: false', 'enabled: &off false').replace('enabled: true', 'enabled: *off')
  const wrong = block.replace('internal', 'secret')
  for (const [name, text, change, agent, code] of [
    ['the same value', block, { enabled: false }, 'alice', undefined],
    ['no such token', block, { token_sha256: null }, 'alice', undefined],
    ['an unknown agent', block, { enabled: true }, 'carol', 'agent_unknown'],
    ['a shared anchor', anchored, { enabled: true }, 'alice', 'failed'],
    ['a digest that another agent has', withToken, credentials, 'bob', 'failed'],
    ['an invalid file', wrong, { enabled: true }, 'alice', 'registry_invalid'],
  ] as const) {
    const path = place(t, text)
    const inode = statSync(path).ino
    if (code === undefined) t.equal((await editAgent(path, agent, () => change)).changed, false, name)
    else await t.rejects(editAgent(path, agent, () => change), { code }, name)
    t.equal(readFileSync(path, 'utf8'), text, `${name}: the file is as it was`)
    t.equal(statSync(path).ino, inode, `${name}: it was not replaced`)
    t.same(readdirSync(join(path, '..')), ['agents.yaml'], `${name}: nothing is left behind`)
  }
})

t.test('a file that others can read or write is refused, for root too', async (t) => {
  for (const mode of [0o640, 0o604, 0o620, 0o602, 0o610, 0o644, 0o666]) {
    const path = place(t, block)
    chmodSync(path, mode)
    await t.rejects(editAgent(path, 'alice', () => ({ enabled: true })), { code: 'registry_unsafe', remedy: `chmod 600 ${path}` }, mode.toString(8))
    t.equal(readFileSync(path, 'utf8'), block)
  }
  for (const mode of [0o600, 0o700, 0o1600]) {
    const path = place(t, block)
    chmodSync(path, mode)
    await editAgent(path, 'alice', () => ({ enabled: true }))
    t.equal(statSync(path).mode & 0o7777, mode, `${mode.toString(8)} is kept`)
  }
})

t.test('the owner is kept', { skip: process.getuid?.() === 0 ? false : 'only root can give a file away' }, async (t) => {
  const path = place(t, block)
  chownSync(path, 12_345, 23_456)
  await editAgent(path, 'alice', () => ({ enabled: true }))
  t.same([statSync(path).uid, statSync(path).gid], [12_345, 23_456])
})

t.test('a symbolic link stays, and its target is edited', async (t) => {
  const path = place(t, block)
  const link = `${path}.link`
  symlinkSync('agents.yaml', link)
  await editAgent(link, 'alice', () => ({ enabled: true }))
  t.ok(lstatSync(link).isSymbolicLink())
  t.match(readFileSync(path, 'utf8'), /enabled: true +# off/)
  const dangling = `${path}.dangling`
  symlinkSync('nowhere.yaml', dangling)
  await t.rejects(editAgent(dangling, 'alice', () => ({ enabled: true })), { code: 'registry_missing' })
  await t.rejects(editAgent(join(path, '..'), 'alice', () => ({ enabled: true })), { code: 'registry_unreadable' })
})

t.test('processes that edit at once lose nothing', async (t) => {
  const ids = Array.from({ length: 40 }, (_, index) => `agent-${index}`)
  const agents = ids.map((id) => `  - {id: ${id}, display_name: x, enabled: false, send_to: [], receive_from: [], disclosure_ceiling: internal}`)
  const path = place(t, `version: 1\nagents:\n${agents.join('\n')}\n`)
  // The lock of a dead process lies there from the start, so that its takeover is raced for as well.
  writeFileSync(`${path}.lock`, JSON.stringify({ nonce: 'dead', host: hostname(), pid: process.pid, started: 'another boot/1' }))
  const fixture = join(import.meta.dirname, 'fixtures/edit-many.ts')
  await Promise.all([0, 1, 2].map(async (part) => execa(process.execPath, [fixture, path, ...ids.filter((_, index) => index % 3 === part)])))
  const parsed = parseRegistry(readFileSync(path))
  t.same(parsed.ok && [...parsed.snapshot.agents.values()].filter((agent) => !agent.enabled).map((agent) => agent.id), [], 'every edit is there')
  t.same(readdirSync(join(path, '..')), ['agents.yaml'])
})

t.test('the lock of a killed process is taken over, that of a living one is waited for', async (t) => {
  const path = place(t, block)
  const lock = `${path}.lock`
  const holder = execa(process.execPath, [join(import.meta.dirname, 'fixtures/hold-lock.ts'), lock], { reject: false })
  await once(holder.stdout, 'data')
  await t.rejects(editAgent(path, 'alice', () => ({ enabled: true }), { lockTimeoutMs: 100 }), {
    code: 'registry_locked', message: new RegExp(`process ${String(holder.pid)} `), remedy: new RegExp(lock),
  })
  t.equal(readFileSync(path, 'utf8'), block)
  const waiting = editAgent(path, 'alice', () => ({ enabled: true }), { lockTimeoutMs: 60_000 })
  holder.kill('SIGKILL')
  await holder
  t.ok((await waiting).changed)
  t.same(readdirSync(join(path, '..')), ['agents.yaml'])
})

t.test('whose lock is not known to be dead', async (t) => {
  const dead = { nonce: 'n', host: hostname(), pid: 2 ** 22 + 1, started: '' }
  for (const [name, content, free] of [
    ['a dead process', JSON.stringify(dead), true],
    ['another host', JSON.stringify({ ...dead, host: 'elsewhere' }), false],
    ['no text', '', false],
    ['other text', '12345', false],
    ['no process id', JSON.stringify({ ...dead, pid: 0 }), false],
  ] as const) {
    const lock = `${place(t, block)}.lock`
    writeFileSync(lock, content)
    if (free) (await acquireLock(lock, 1000)).release()
    else await t.rejects(acquireLock(lock, 50), { code: 'registry_locked' }, name)
  }
})

t.test('a takeover that was killed halfway is taken over too', async (t) => {
  const lock = `${place(t, block)}.lock`
  const dead = { host: hostname(), pid: 2 ** 22 + 1, started: '' }
  writeFileSync(lock, JSON.stringify({ ...dead, nonce: 'one' }))
  writeFileSync(`${lock}.takeover`, JSON.stringify({ ...dead, nonce: 'two' }))
  writeFileSync(`${lock}.three`, JSON.stringify({ ...dead, nonce: 'three' }))
  const held = await acquireLock(lock, 1000)
  await t.rejects(acquireLock(lock, 50), { code: 'registry_locked' }, 'it is held')
  held.release()
  t.same(readdirSync(join(lock, '..')), ['agents.yaml'], 'what dead processes left is gone')
})

t.test('the life of a token', async (t) => {
  const path = join(place(t, block), '..', 'new', 'agents.yaml')
  const first = initRegistry(path)
  t.equal(statSync(path).mode & 0o777, 0o600)
  t.ok([...first.agents.values()].every((agent) => !agent.enabled && !agent.sendTo.has('*') && !agent.receiveFrom.has('*')), 'nothing is allowed')
  t.throws(() => initRegistry(path), { code: 'registry_exists' })
  const request = { registry: path, agent: 'planner', expiresAt: Date.UTC(2030, 0, 1) }
  await t.rejects(rotateToken(request), { code: 'token_missing' })
  const issued = await issueToken(request)
  t.match(issued, { token: /^handoff_[\w-]{43}$/, expiresAt: '2030-01-01T00:00:00.000Z', enabled: false })
  await t.rejects(issueToken(request), { code: 'token_exists' })
  const rotated = await rotateToken(request)
  t.not(rotated.token, issued.token)
  t.equal((await revokeToken(path, 'planner')).changed, true)
  t.equal((await revokeToken(path, 'planner')).changed, false)
  const text = readFileSync(path, 'utf8')
  t.notOk(text.includes(issued.token) || text.includes(rotated.token), 'a token is never written')
})
