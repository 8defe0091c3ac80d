/** Real commands as validators: one file a process, many a process, and what comes of those that do not answer. */
import t from 'tap'
import { readdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { tmpdir } from 'node:os'
import { checkFiles } from '../../../harness/registry/check-files.ts'
import { commandValidator } from '../../../harness/registry/validator.ts'
import type { RegistryValidator } from '../../../harness/registry/validator.ts'

const files = ['good', 'bad'].map((name) => ({ name, bytes: Buffer.from(name) }))
const signal = new AbortController().signal

/** @param script Reads the files that are named behind it. */
const running = (script: string, many = false): RegistryValidator => commandValidator({ command: ['{node}', '-e', script, '{registry}'], many })
const exits = 'process.exitCode = require("fs").readFileSync(process.argv[1], "utf8") === "good" ? 0 : 1'
const lines = 'for (const registry of process.argv.slice(1)) { const ok = require("fs").readFileSync(registry, "utf8") === "good"; console.log(JSON.stringify({ registry, ok })); if (!ok) process.exitCode = 1 }'

t.test('a process for each file', async (t) => {
  const { verdicts } = await checkFiles(running(exits), files, signal)
  t.same([...verdicts].map(([name, { kind }]) => [name, kind]), [['good', 'accepted'], ['bad', 'refused']])
})

t.test('one process for all of them, and nothing is left', async (t) => {
  const { verdicts, said } = await checkFiles(running(lines, true), files, signal)
  t.same([...verdicts].map(([name, { kind }]) => [name, kind]), [['good', 'accepted'], ['bad', 'refused']])
  const folder = dirname((JSON.parse(said.split('\n')[0] ?? '') as { registry: string }).registry)
  t.ok(folder.startsWith(tmpdir()))
  t.notOk(readdirSync(dirname(folder)).some((name) => folder.endsWith(name)), 'the folder is gone')
})

t.test('files have the mode that is asked for', async (t) => {
  const modes: number[] = []
  const looking: RegistryValidator = {
    many: false,
    async run([path = '']) {
      modes.push(statSync(path).mode & 0o777)
      return Promise.resolve({ kind: 'ended', code: 0, stdout: '', stderr: '' })
    },
  }
  await checkFiles(looking, [{ name: 'a', bytes: Buffer.from('') }, { name: 'b', bytes: Buffer.from(''), mode: 0o666 }], signal)
  t.same(modes, [0o600, 0o666])
})

t.test('long command lines are split', async (t) => {
  const sizes: number[] = []
  const counting: RegistryValidator = {
    many: true,
    async run(paths) {
      sizes.push(paths.length)
      return Promise.resolve({ kind: 'ended', code: 0, stdout: paths.map((registry) => JSON.stringify({ registry, ok: true })).join('\n'), stderr: '' })
    },
  }
  const { verdicts } = await checkFiles(counting, Array.from({ length: 400 }, (_, index) => ({ name: `${index}-${'x'.repeat(200)}`, bytes: Buffer.from('') })), signal)
  t.ok(sizes.length > 1, `${sizes.length} processes`)
  t.equal(verdicts.size, 400)
  t.ok([...verdicts.values()].every(({ kind }) => kind === 'accepted'))
})

for (const [name, validator, why] of [
  ['a program that is not there', commandValidator({ command: ['/no/such/validator', '{registry}'] }), /there is no such program/],
  ['an empty command', commandValidator({ command: [] }), /could not be started/],
  ['another exit code', running('process.exitCode = 7'), /exit code 7/],
  ['an end by a signal', running('process.kill(process.pid, "SIGKILL")'), /gave no verdict/],
] as const) {
  t.test(`${name} tells nothing`, async (t) => {
    const { verdicts } = await checkFiles(validator, files.slice(0, 1), signal)
    t.match([...verdicts.values()], [{ kind: 'unknown', why }])
  })
}

t.test('a run that has ended starts nothing', async (t) => {
  const { verdicts } = await checkFiles(running(exits), files.slice(0, 1), AbortSignal.abort())
  t.match([...verdicts.values()], [{ kind: 'unknown', why: /the run ended/ }])
})
