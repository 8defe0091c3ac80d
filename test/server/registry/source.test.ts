/** The policy of a running server: found by content, kept over a broken edit, closed when it is too old. */
import { mkdtempSync, renameSync, rmSync, statSync, unlinkSync, utimesSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import t, { type Test } from 'tap'
import { openPolicy } from '../../../server/registry/source.ts'

const registry = (enabled: boolean): string => `version: 1
agents:
  - {id: alice, display_name: Alice, enabled: ${enabled ? 'true ' : 'false'}, send_to: [], receive_from: [], disclosure_ceiling: internal}
`

function folder(t: Test): string {
  const path = mkdtempSync(join(tmpdir(), 'registry-source-'))
  t.teardown(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function setup(t: Test, options: { maxStaleS?: number } = {}) {
  const path = join(folder(t), 'agents.yaml')
  const log: string[] = []
  const time = { now: 1_000_000 }
  const open = () => openPolicy({ path, clock: () => time.now, log: (line) => log.push(line), ...options })
  return { path, log, time, open }
}

t.test('a change is found by content, even with the same size and time', async (t) => {
  const { path, log, open } = setup(t)
  writeFileSync(path, registry(true))
  utimesSync(path, 1000, 1000)
  const before = statSync(path)
  const policy = open()
  const first = policy.current()
  t.equal(policy.current(), first, 'unchanged bytes give the same snapshot')
  t.equal(first.agents.get('alice')?.enabled, true)
  writeFileSync(path, registry(false))
  utimesSync(path, 1000, 1000)
  const after = statSync(path)
  t.same([after.size, after.mtimeMs, after.ino], [before.size, before.mtimeMs, before.ino])
  t.equal(policy.current().agents.get('alice')?.enabled, false)
  t.equal(first.agents.get('alice')?.enabled, true, 'a snapshot in use does not change')
  t.equal(policy.state(), 'ready')
  t.equal(log.length, 2)
})

t.test('a broken edit keeps the last good snapshot until it is mended', async (t) => {
  const { path, log, open } = setup(t)
  writeFileSync(path, registry(true))
  const policy = open()
  const good = policy.current()
  const breaks: ReadonlyArray<readonly [string, () => void]> = [
    ['bad YAML', () => writeFileSync(path, 'version: [handoff_canary')],
    ['empty', () => writeFileSync(path, '')],
    ['gone', () => unlinkSync(path)],
    ['a directory', () => mkdirSync(path)],
    ['too large', () => { rmSync(path, { recursive: true }); writeFileSync(path, `${registry(true)}#${' '.repeat(1024 * 1024)}`) }],
    ['a pipe', () => { rmSync(path); execFileSync('mkfifo', [path]) }],
  ]
  for (const [name, makeBroken] of breaks) {
    const lines = log.length
    makeBroken()
    t.equal(policy.state(), 'degraded', `${name}: the state is seen without an operation`)
    t.equal(policy.current(), good, `${name}: the last good snapshot is in force`)
    t.type(policy.problem(), 'string')
    policy.current()
    t.equal(log.length, lines + 1, `${name}: one line`)
  }
  unlinkSync(path)
  writeFileSync(path, registry(true))
  t.equal(policy.state(), 'ready')
  t.equal(policy.problem(), undefined)
  t.equal(policy.current(), good)
  t.match(log.at(-1), /ready again/)
  t.notMatch(log.join('\n'), /canary/)
})

t.test('a policy that was never loaded is unavailable until it can be', async (t) => {
  const { path, open } = setup(t)
  const policy = open()
  t.equal(policy.state(), 'unavailable')
  t.match(policy.problem(), /does not exist/)
  t.throws(() => policy.current(), { code: 'policy_unavailable' })
  writeFileSync(path, registry(true))
  t.equal(policy.state(), 'ready')
  t.equal(policy.current().agents.size, 1)
})

t.test('a policy that stays degraded too long fails closed', async (t) => {
  const { path, log, time, open } = setup(t, { maxStaleS: 60 })
  writeFileSync(path, registry(true))
  const policy = open()
  writeFileSync(path, 'x')
  time.now += 5000
  t.equal(policy.state(), 'degraded')
  time.now += 30_000
  writeFileSync(path, 'another fault')
  t.equal(policy.state(), 'degraded')
  time.now += 29_999
  t.equal(policy.current().agents.size, 1)
  time.now += 1
  t.throws(() => policy.current(), { code: 'policy_unavailable' })
  t.equal(policy.state(), 'unavailable', 'a second fault does not start the time anew')
  t.equal(log.filter((line) => line.startsWith('policy unavailable')).length, 1)
  writeFileSync(path, 'a third fault')
  t.equal(policy.state(), 'unavailable')
  t.match(log.at(-1), /^policy unavailable: /, 'it is not said to be in force')
  writeFileSync(`${path}.new`, registry(false))
  renameSync(`${path}.new`, path)
  t.equal(policy.state(), 'ready')
  time.now += 1e9
  t.equal(policy.current().agents.size, 1, 'a good policy never becomes stale')
})

t.test('reading unchanged bytes is cheap', async (t) => {
  const { path, open } = setup(t)
  writeFileSync(path, registry(true))
  const policy = open()
  const first = policy.current()
  let parses = 0
  for (let index = 0; index < 2000; index += 1) parses += policy.current() === first ? 0 : 1
  t.equal(parses, 0, 'nothing is parsed again')
})
