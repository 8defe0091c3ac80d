/** The runner itself: it must be red where a file is, and where a file leaves something behind. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
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

const bad: Readonly<Record<string, { readonly text: string; readonly says: RegExp }>> = {
  'asserts.test.ts': { text: "import t from 'tap'\nt.fail('seen')\n", says: /FAILED test\/asserts.test.ts\n# {3}test\/asserts.test.ts > seen/ },
  'throws.test.ts': { text: "throw new Error('broken file')\n", says: /FAILED test\/throws.test.ts[^]*Error: broken file/ },
  'empty.test.ts': { text: 'export {}\n', says: /FAILED test\/empty.test.ts\n# {3}it has no test/ },
  'litters.test.ts': {
    text: `${passing}import { writeFileSync } from 'node:fs'\nimport { tmpdir } from 'node:os'\nwriteFileSync(tmpdir() + '/forgotten', '')\n`,
    says: /FAILED test\/litters.test.ts\n# {3}it left the temporary file forgotten/,
  },
  'lingers.test.ts': {
    text: `${passing}import { spawn } from 'node:child_process'\nspawn('sleep', ['600'], { stdio: 'ignore' }).unref()\n`,
    says: /FAILED test\/lingers.test.ts\n# {3}it left a process running/,
  },
}

t.test('a run with a bad file is exit 1 and says which, why, and how to have it again', async (t) => {
  const texts = Object.fromEntries(Object.entries(bad).map(([name, { text }]) => [name, text]))
  const result = await run(repository(t, { ...texts, 'fine.test.ts': passing }), '--seed', '7')
  t.equal(result.exitCode, 1)
  for (const { says } of Object.values(bad)) t.match(result.stdout, says)
  t.match(result.stdout, /# 1 files passed, 5 failed/)
  t.notMatch(result.stdout, /FAILED test\/fine/)
  t.match(result.stdout, /npm test -- --seed 7/)
})

t.test('the order hangs on the seed alone', async (t) => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.test.ts`)
  const folder = repository(t, Object.fromEntries(names.map((name) => [name, passing])))
  const order = async (seed: string) => (await run(folder, '--list', '--seed', seed)).stdout
  const first = await order('1')
  t.same(first.split('\n').sort(), names.map((name) => `test/${name}`))
  t.equal(await order('1'), first)
  t.not(await order('3'), first)
})

t.test('filters choose files, the files see the seed, and a green run is exit 0', async (t) => {
  const text = "import t from 'tap'\nt.equal(process.env.HANDOFF_TEST_SEED, '123')\n"
  const result = await run(repository(t, { 'a.test.ts': text, 'b.test.ts': 'throw 1' }), '--seed', '123', 'test/a')
  t.equal(result.exitCode, 0)
  t.match(result.stdout, /# 1 files passed, 0 failed/)
})

t.test('a filter that chooses nothing is exit 2', async (t) => {
  const none = await run(repository(t, { 'a.test.ts': passing }), 'nowhere')
  t.equal(none.exitCode, 2)
  t.match(none.stderr, /No test file has nowhere in its path/)
})

t.test('an interrupted run is exit 130 and leaves no process', async (t) => {
  const text = "import t from 'tap'\nimport { writeFileSync } from 'node:fs'\nwriteFileSync('pid', String(process.pid))\nsetInterval(() => {}, 1000)\nawait t.test('waits', () => new Promise(() => {}))\n"
  const folder = repository(t, { 'a.test.ts': text })
  const child = run(folder)
  const pidFile = join(folder, 'pid')
  const pid = await written(pidFile)
  child.kill('SIGINT')
  const result = await child
  t.equal(result.exitCode, 130)
  t.match(result.stderr, /Interrupted[^]*npm test -- --seed/)
  t.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
})

/** Waits until the file is there and has a number in it. */
async function written(file: string): Promise<number> {
  for (;;) {
    const number = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
    if (number > 0) return number
    await delay(20)
  }
}
