import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import t from 'tap'
import { runProgram } from '../../../harness/external/program.ts'
import type { ProgramOptions } from '../../../harness/external/program.ts'

const node = (script: string, more: Partial<ProgramOptions> = {}): ProgramOptions =>
  ({ command: [process.execPath, '-e', script], timeoutMs: 60_000, signal: new AbortController().signal, ...more })

t.test('outputs are kept apart, and the exit code is told', async (t) => {
  const end = await runProgram(node('console.log("out"); console.error("err"); process.exitCode = 3'))
  t.strictSame(end, { kind: 'ended', code: 3, stdout: 'out\n', stderr: 'err\n' })
})

t.test('it sees nothing of our environment, has an empty home, and its input is at its end', async (t) => {
  process.env['PROGRAM_SECRET'] = 'canary-0123456789'
  t.teardown(() => { delete process.env['PROGRAM_SECRET'] })
  const end = await runProgram(node('process.stdin.resume().on("end", () => console.log(JSON.stringify([process.env, require("fs").readdirSync(process.env.HOME)])))', { env: { GIVEN: 'yes' } }))
  t.equal(end.kind, 'ended')
  if (end.kind !== 'ended') return
  const [env, home] = JSON.parse(end.stdout) as [Record<string, string>, string[]]
  t.equal(env['GIVEN'], 'yes')
  t.equal(env['PROGRAM_SECRET'], undefined)
  t.strictSame(home, [])
  t.notOk(existsSync(env['HOME'] ?? ''), 'and the home is gone afterwards')
})

t.test('a program that is not there is missing', async (t) => {
  t.strictSame(await runProgram({ ...node(''), command: ['no-such-program-of-ours'] }), { kind: 'missing' })
})

const endless = 'const c = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]); require("fs").writeFileSync(process.env.PIDS, String(c.pid)); setInterval(() => {}, 1000)'

t.test('one that does not end is killed with all that it started, at the deadline and when the run ends', async (t) => {
  const folder = t.testdir({})
  const pids = `${folder}/pids`
  const giveUp = new AbortController()
  const running = runProgram(node(endless, { env: { PIDS: pids }, signal: giveUp.signal }))
  while (!existsSync(pids) || readFileSync(pids, 'utf8') === '') await new Promise((resolve) => { setTimeout(resolve, 20) })
  giveUp.abort()
  t.strictSame(await running, { kind: 'broken', why: 'the run ended' })
  const pid = Number(readFileSync(pids, 'utf8'))
  const dead = (): boolean => {
    try {
      return /^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch {
      return true
    }
  }
  while (!dead()) await new Promise((resolve) => { setTimeout(resolve, 20) })
  t.match(await runProgram(node('setInterval(() => {}, 1000)', { timeoutMs: 50 })), { kind: 'broken', why: /did not end within 50 ms/ })
  t.strictSame(await runProgram(node('', { signal: AbortSignal.abort() })), { kind: 'broken', why: 'the run ended' })
})

t.test('one that writes without end is ended', async (t) => {
  t.match(await runProgram(node('const line = "x".repeat(65536); const more = () => { while (process.stdout.write(line)); process.stdout.once("drain", more) }; more()')), { kind: 'broken', why: /wrote more/ })
})

t.test('nothing is left in the folder for temporary files', async (t) => {
  t.strictSame(readdirSync(tmpdir()).filter((name) => name.startsWith(`handoff-conformance-${process.pid}-`)), [])
})
