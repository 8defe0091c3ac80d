import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createReferenceDriver } from '../../../harness/fixture/reference.ts'
import { startHttpServer } from '../../../server/index.ts'
import { alwaysMethodNotFound, alwaysOk, alwaysResult, alwaysUnauthorized, deadPort } from '../../mutants/sentinel-servers.ts'
import { startMcpServer, twoTokens } from '../support/mcp-server.ts'
import { callMain, runCli, temporaryFolder } from './cli.ts'

t.setTimeout(150_000)

interface Shown {
  readonly revisions: readonly { readonly revision: string; readonly ready: string; readonly spoken: boolean | null; readonly reason: string; readonly cases: readonly unknown[] }[]
  readonly exitCode: number
}

t.test('the reference server is ready for what it speaks, with a token, and unknown behind its wall without one', async (t) => {
  const fixture = await createReferenceDriver({ start: startHttpServer }).open()
  t.teardown(async () => fixture.close())
  const cwd = temporaryFolder(t)
  const token = fixture.identities['alpha']?.token ?? ''
  writeFileSync(join(cwd, 'token'), token, { mode: 0o600 })
  const json = await runCli(['readiness', fixture.url.href, '--token-file', 'token', '--json'], { cwd })
  const shown = JSON.parse(json.stdout) as Shown
  t.same(shown.revisions.map(({ revision }) => revision), ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'])
  t.same(shown.revisions.filter(({ ready }) => ready !== 'YES').map(({ revision, reason }) => `${revision}: ${reason}`), [])
  t.same([json.code, shown.exitCode, json.stderr], [0, 0, ''])
  t.notMatch(json.stdout, token)

  const walled = await callMain(['readiness', fixture.url.href])
  t.equal(walled.code, 3)
  t.same(walled.stdout.trim().split('\n').map((line) => line.replace(/UNKNOWN {2}.* demands credentials.*$/, 'UNKNOWN demands credentials')), ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'].map((revision) => `${revision}  ready UNKNOWN demands credentials`))
})

for (const [name, start, code, ready] of [
  ['a dead port', deadPort, 3, ['UNKNOWN', 'UNKNOWN']],
  ['a wall', alwaysUnauthorized, 3, ['UNKNOWN', 'UNKNOWN']],
  ['200 for everything', alwaysOk, 1, ['NO', 'NO']],
  ['404 for everything', alwaysMethodNotFound, 1, ['NO', 'NO']],
  ['a result for everything', alwaysResult, 1, ['NO', 'NO']],
] as const) {
  t.test(`${name} is never ready`, async (t) => {
    const server = await start()
    t.teardown(async () => server.close())
    const { code: exitCode, stdout } = await callMain(['readiness', server.url, '--json'])
    const { revisions } = JSON.parse(stdout) as Shown
    t.equal(exitCode, code)
    t.same(revisions.slice(0, 2).map((each) => each.ready), ready)
    for (const { revision, reason } of revisions) t.not(reason, '', revision)
  })
}

t.test('a server that is elsewhere needs permission', async (t) => {
  const { code, stderr } = await callMain(['readiness', 'http://192.0.2.1/mcp'])
  t.equal(code, 2)
  t.match(stderr, 'remote_refused')
})

t.test('a server as a target file names it, and neither both nor none', async (t) => {
  const server = await startMcpServer()
  t.teardown(async () => server.close())
  const cwd = temporaryFolder(t)
  writeFileSync(join(cwd, 'target.yaml'), `version: 1\nname: by-file\nurl: ${server.url.href}\nauth: { kind: static-bearer, identities: { alpha: { token_env: ALPHA } } }\n`)
  const [token = ''] = Object.keys(twoTokens)
  const { code, stdout, stderr } = await callMain(['readiness', '--target', join(cwd, 'target.yaml'), '--revision', '2026-07-28', '--json'], { ALPHA: token })
  t.match(JSON.parse(stdout), { target: 'by-file', revisions: [{ revision: '2026-07-28', spoken: true }] }, stderr)
  t.not(code, 2)
  for (const args of [[], [server.url.href, '--target', 'target.yaml']]) t.match(await callMain(['readiness', ...args]), { code: 2, stderr: /or a target file, and not both/ })
})
