import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { lockName } from '../../../harness/evidence/lock.ts'
import type { RunRecord } from '../../../harness/evidence/results.ts'
import { startCli, temporaryFolder } from './cli.ts'

t.setTimeout(120_000)

const schema = JSON.parse(readFileSync(new URL('../../../harness/evidence/results.schema.json', import.meta.url), 'utf8')) as Record<string, unknown>
const validate = new Ajv2020({ strictTypes: false, strictRequired: false }).compile(schema)

/** A run that is slow by its own pace, interrupted as soon as its first results are on disk. */
async function interrupted(t: { teardown(handler: () => unknown): unknown }, signals: readonly NodeJS.Signals[], targetFile?: string) {
  const cwd = temporaryFolder(t)
  const temporary = join(cwd, 'tmp')
  mkdirSync(temporary)
  const args = ['run', '--suite', 'auth-negative', '--rate', '20', '--evidence', 'out', '--evidence-detail', 'exchanges']
  if (targetFile !== undefined) {
    writeFileSync(join(cwd, 'target.yaml'), targetFile)
    args.push('--target', 'target.yaml')
  }
  const { child, ended } = startCli(args, { cwd, env: { TMPDIR: temporary } })
  t.teardown(() => child.kill('SIGKILL'))
  const results = join(cwd, 'out', 'results.json')
  while (!existsSync(results) && child.exitCode === null) await pause(20)
  const fixture = readdirSync(temporary)
  for (const signal of signals) child.kill(signal)
  return { ...(await ended), fixture, temporary, out: join(cwd, 'out'), pid: child.pid ?? 0, run: JSON.parse(readFileSync(results, 'utf8')) as RunRecord }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  t.test(`${signal} ends the run in good order: exit 130, valid partial evidence, nothing left`, async (t) => {
    const { code, stderr, stdout, run, out, fixture, temporary } = await interrupted(t, [signal])
    t.equal(code, 130, stderr)
    t.match(stderr, 'interrupted: ending the run')
    t.match(stdout, 'incomplete: the run was interrupted')
    t.ok(validate(run), JSON.stringify(validate.errors))
    t.match(run, { status: 'incomplete', exitCode: 130 })
    t.ok(run.counts['not-run'] > 0)
    t.match(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')), { status: 'incomplete', exitCode: 130 })
    t.same(readdirSync(out).sort(), ['attestation.json', 'exchanges.jsonl', 'manifest.json', 'results.json'])
    for (const line of readFileSync(join(out, 'exchanges.jsonl'), 'utf8').trim().split('\n')) t.doesNotThrow(() => JSON.parse(line))
    t.equal(fixture.length, 1, 'there was a fixture')
    t.same(readdirSync(temporary), [], 'and it is gone')
  })
}

const started = `
version: 1
name: started
start:
  command: ["{node}", ${JSON.stringify(fileURLToPath(new URL('../../../server/bin.ts', import.meta.url)))}, http]
  url: "http://127.0.0.1:{port}/mcp"
  env: { HANDOFF_MCP_PORT: "{port}", HANDOFF_MCP_DB: "{workdir}/handoffs.sqlite", HANDOFF_MCP_REGISTRY: "{registry}" }
  ready: { url: "http://127.0.0.1:{port}/readyz", timeout_ms: 60000 }
registry: { format: agents-yaml }
handoff: { adapter: reference }
`

t.test('a target that the run had started is stopped, and its port is free again', async (t) => {
  const { code, stderr, run, temporary, fixture } = await interrupted(t, ['SIGINT'], started)
  t.equal(code, 130, stderr)
  t.equal(run.status, 'incomplete')
  t.equal(fixture.length, 1)
  t.same(readdirSync(temporary), [])
  const { hostname, port } = new URL(run.target?.url ?? 'http://none')
  t.not(port, '')
  const socket = connect(Number(port), hostname)
  const [error] = (await Promise.race([once(socket, 'error'), once(socket, 'connect')])) as [NodeJS.ErrnoException | undefined]
  socket.destroy()
  t.equal(error?.code, 'ECONNREFUSED')
})

t.test('a second signal leaves at once, and the partial evidence is valid all the same', async (t) => {
  const { code, run, out, temporary } = await interrupted(t, ['SIGINT', 'SIGTERM'])
  t.equal(code, 130)
  t.ok(validate(run), JSON.stringify(validate.errors))
  t.equal(run.status, 'incomplete')
  t.same(readdirSync(temporary), [], 'the fixture is gone')
  t.ok(existsSync(join(out, lockName)) || existsSync(join(out, 'manifest.json')), 'what is there is known to be ours')
})

t.test('a command that does not hear of interrupts itself ends with 130 too', async (t) => {
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.teardown(() => { silent.close() })
  const { child, ended } = startCli(['init', '--url', `http://127.0.0.1:${(silent.address() as AddressInfo).port}/mcp`], { cwd: temporaryFolder(t) })
  const [socket] = await once(silent, 'connection') as [Socket]
  t.teardown(() => { socket.destroy() })
  child.kill('SIGTERM')
  t.equal((await ended).code, 130)
})
