/** The runner itself: it must be red where a file is, and where a file leaves something behind. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import t from 'tap'
import type { Test } from 'tap'

const root = dirname(dirname(import.meta.dirname))
const passing = "import t from 'tap'\nt.pass('fine')\n"

/** A repository of nothing but these test files. */
function repository(t: Test, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'repository-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'test'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'test', name), text)
  return folder
}

function run(folder: string, ...args: string[]) {
  const { TAP: _tap, NODE_OPTIONS: _options, ...env } = process.env
  return execa(process.execPath, [join(root, 'test/run.ts'), ...args], { cwd: folder, env, extendEnv: false, reject: false, stdin: 'ignore' })
}

const cases = [
  { name: 'green files are exit 0', text: passing, exitCode: 0, says: /1 files passed, 0 failed/ },
  { name: 'a failed assertion is exit 1', text: "import t from 'tap'\nt.fail('seen')\n", exitCode: 1, says: /FAILED test\/b\.test\.ts\n# {3}test\/b\.test\.ts > seen/ },
  { name: 'a file that throws is exit 1 and shows its stderr', text: "throw new Error('broken file')\n", exitCode: 1, says: /FAILED[^]*broken file/ },
  { name: 'a file without a test is exit 1', text: 'export {}\n', exitCode: 1, says: /FAILED test\/b[^]*it has no test/ },
  {
    name: 'a temporary file left behind is exit 1',
    text: `${passing}import { writeFileSync } from 'node:fs'\nimport { tmpdir } from 'node:os'\nwriteFileSync(tmpdir() + '/forgotten', '')\n`,
    exitCode: 1, says: /it left the temporary file forgotten/,
  },
  {
    name: 'a process left behind is exit 1',
    text: `${passing}import { spawn } from 'node:child_process'\nspawn('sleep', ['600'], { stdio: 'ignore' }).unref()\n`,
    exitCode: 1, says: /it left a process running/,
  },
]

for (const { name, text, exitCode, says } of cases) {
  t.test(name, async (t) => {
    const result = await run(repository(t, { 'b.test.ts': text }), '--seed', '7')
    t.equal(result.exitCode, exitCode)
    t.match(result.stdout, says)
    if (exitCode === 1) t.match(result.stdout, /npm test -- --seed 7/)
  })
}

t.test('the order hangs on the seed alone', async (t) => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.test.ts`)
  const folder = repository(t, Object.fromEntries(names.map((name) => [name, passing])))
  const order = async (seed: string) => (await run(folder, '--list', '--seed', seed)).stdout
  const first = await order('1')
  t.same(first.split('\n').sort(), names.map((name) => `test/${name}`))
  t.equal(await order('1'), first)
  t.not(await order('3'), first)
})

t.test('the files see the seed', async (t) => {
  const text = "import t from 'tap'\nt.equal(process.env.HANDOFF_TEST_SEED, '123')\n"
  t.equal((await run(repository(t, { 'a.test.ts': text }), '--seed', '123')).exitCode, 0)
})

t.test('filters choose files, and one that chooses nothing is exit 2', async (t) => {
  const folder = repository(t, { 'a.test.ts': passing, 'b.test.ts': passing })
  t.match((await run(folder, 'test/a')).stdout, /1 files passed, 0 failed/)
  const none = await run(folder, 'nowhere')
  t.equal(none.exitCode, 2)
  t.match(none.stderr, /No test file has nowhere in its path/)
})

t.test('an interrupted run is exit 130 and leaves no process', async (t) => {
  const text = "import t from 'tap'\nimport { writeFileSync } from 'node:fs'\nwriteFileSync('pid', String(process.pid))\nsetInterval(() => {}, 1000)\nawait t.test('waits', () => new Promise(() => {}))\n"
  const folder = repository(t, { 'a.test.ts': text })
  const child = run(folder)
  const pidFile = join(folder, 'pid')
  let pid = 0
  for await (const line of child.iterable({ from: 'stdout' })) {
    if (!line.startsWith('# seed')) continue
    pid = await written(pidFile)
    child.kill('SIGINT')
  }
  const result = await child.catch(() => undefined)
  t.equal((result ?? (await child)).exitCode, 130)
  t.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
})

/** Waits until the file is there and has a number in it. */
async function written(file: string): Promise<number> {
  const { watch } = await import('node:fs/promises')
  const { existsSync, readFileSync } = await import('node:fs')
  if (!existsSync(file)) {
    for await (const change of watch(dirname(file))) if (change.filename === 'pid' && existsSync(file)) break
  }
  return Number(readFileSync(file, 'utf8'))
}
