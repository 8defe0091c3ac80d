import t from 'tap'
import type { ListedCase } from '../../../harness/commands/list.ts'
import { nearest } from '../../../harness/commands/suggest.ts'
import { callMain, runCli, temporaryFolder } from './cli.ts'

t.test('list shows each case with suite, level and source, in every form', async (t) => {
  const cwd = temporaryFolder(t)
  const [json, plain, markdown] = await Promise.all([runCli(['list', '--json'], { cwd }), callMain(['list']), callMain(['list', '--markdown'])])
  const cases = JSON.parse(json.stdout) as ListedCase[]
  t.ok(cases.length > 0)
  for (const { id, suite, level, source, section, requirements } of cases) {
    t.ok(plain.stdout.split('\n').some((line) => line.startsWith(id) && line.includes(suite) && line.includes(level) && line.endsWith(`${source} ${section}`)), id)
    t.ok(markdown.stdout.includes(`| \`${id}\` |`))
    t.ok(requirements.every(({ url }) => url.startsWith('https://')))
  }
  t.same([json.code, plain.code, markdown.code, json.stderr], [0, 0, 0, ''])
})

t.test('list is no wider than somebody says that lines may be, and whole otherwise', async (t) => {
  const { stdout } = await callMain(['list'], { COLUMNS: '80' })
  const lines = stdout.trimEnd().split('\n')
  t.same(lines.filter((line) => line.length > 80), [])
  t.ok(lines.some((line) => line.endsWith('…')))
  t.ok((await callMain(['list'])).stdout.split('\n').every((line) => !line.endsWith('…')))
})

t.test('list selects like run does', async (t) => {
  const { stdout } = await callMain(['list', '--json', '--suite', 'auth-negative', '--only', 'auth.no-*', '--skip', 'auth.no-store'])
  const ids = (JSON.parse(stdout) as ListedCase[]).map(({ id }) => id)
  t.ok(ids.includes('auth.no-credentials'))
  t.ok(ids.every((id) => id.startsWith('auth.no-') && id !== 'auth.no-store'))
})

t.test('explain says what is sent, expected, why, and how to fix it, with level, source and link', async (t) => {
  const { code, stdout, stderr } = await callMain(['explain', 'auth.no-credentials'])
  t.equal(code, 0)
  t.equal(stderr, '')
  t.match((await callMain(['explain', 'auth.revoked-token'])).stdout, /^Needs: +a driver that can issue_token, revoke$/m, 'as the driver protocol calls it')
  t.match(stdout, /^auth\.no-credentials\n/)
  for (const part of ['Sends:', 'Expects:', 'Why:', 'Failing:', 'Fix:', /\((must|should|hardening), \w+/, 'https://', 'run --suite auth-negative --only auth.no-credentials']) t.match(stdout, part)
  const json = await callMain(['explain', 'auth.no-credentials', '--json'])
  t.match(JSON.parse(json.stdout), { id: 'auth.no-credentials', sends: String, fix: String, requirements: [{ url: String }] })
})

t.test('explain says which conversations a case is about', async (t) => {
  const [about, any, json] = await Promise.all([callMain(['explain', 'spec.envelope-required']), callMain(['explain', 'spec.messages-match-schema']), callMain(['list', '--json', '--only', 'spec.envelope-required'])])
  t.match(about.stdout, /^About: {3}2026-07-28$/m)
  t.notMatch(any.stdout, 'About:')
  t.match(JSON.parse(json.stdout), [{ channels: { revisions: ['2026-07-28'] } }])
})

t.test('a typo finds what was meant, and nonsense finds nothing', async (t) => {
  const known = ['auth.no-credentials', 'auth.no-store', 'spec.ping']
  t.same(nearest('auth.no-credentails', known), ['auth.no-credentials'])
  t.same(nearest('AUTH.NO-STORE', known), ['auth.no-store'])
  t.same(nearest('credentials', known), ['auth.no-credentials'])
  t.same(nearest('qqqqqqqq', known), [])
  t.same(nearest('', known), [])
})
