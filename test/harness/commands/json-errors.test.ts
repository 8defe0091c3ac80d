import { join } from 'node:path'
import t from 'tap'
import { quoted, targetWords } from '../../../harness/commands/target-words.ts'
import { targetUnderTest, type TargetParts } from '../../../harness/commands/target.ts'
import { callMain, temporaryFolder } from './cli.ts'

for (const [args, code] of [
  [['list', '--json', '--suite', 'nope'], 'unknown_suite'],
  [['list', '--json', '--only', 'auth.no-credentails'], 'unknown_case'],
  [['explain', 'nope', '--json'], 'unknown_case'],
  [['run', '--json', '--only', 'nope'], 'unknown_case'],
  [['run', '--json', '--level', 'hardning'], 'usage'],
  [['run', '--json', '--evidence-detail', 'exchange'], 'usage'],
  [['run', '--json', '--url', 'nope'], 'url_invalid'],
  [['readiness', 'nope', '--json'], 'url_invalid'],
] as const) {
  t.test(`${args.join(' ')}: an error leaves stdout empty, for whoever parses it`, async (t) => {
    const { code: exitCode, stdout, stderr } = await callMain(args)
    t.same([exitCode, stdout], [2, ''])
    t.match(stderr, `[${code}]`)
  })
}

t.test('mistyped values are told what was meant', async (t) => {
  for (const [args, meant] of [
    [['run', '--level', 'hardning'], 'hardening'], [['run', '--evidence-detail', 'exchange'], 'exchanges'], [['run', '--suite', 'isolatoin'], 'isolation'],
    [['list', '--only', 'auth.no-credentails'], 'auth.no-credentials'], [['run', '--reporter', 'junti'], 'junit'],
  ] as const) t.match((await callMain(args)).stderr, `Did you mean ${meant}`, args.join(' '))
})

t.test('what is JSON on success is JSON and nothing else', async (t) => {
  for (const args of [['list', '--json'], ['explain', 'auth.no-credentials', '--json'], ['run', '--json', '--only', 'manifest.json', '--evidence', join(temporaryFolder(t), 'evidence')]]) {
    const { code, stdout, stderr } = await callMain(args)
    t.same([code, stderr], [0, ''], args.join(' '))
    t.doesNotThrow(() => { JSON.parse(stdout) })
  }
})

t.test('rate, revision and what may be destroyed reach the target and the command that replays', async (t) => {
  const parts: TargetParts = { manifest: '/server.json', environment: {}, reference: { start: async () => { throw new Error('not started here') }, command: { node: 'node', args: [] }, stdio: { command: ['node'] } } }
  const options = { url: 'http://127.0.0.1:1/mcp', tokens: [], rate: 7, revision: '2025-11-25', allowDestructive: true }
  t.match((await targetUnderTest(options, parts)).target, { ratePerSecond: 7, revision: '2025-11-25', allowDestructive: true })
  t.equal(targetWords(options, {}), ' --url http://127.0.0.1:1/mcp --revision 2025-11-25 --allow-destructive --rate 7')
  t.equal(quoted('a b'), "'a b'")
})
