import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { RunRecord } from '../../../harness/evidence/results.ts'
import { startMcpServer } from '../support/mcp-server.ts'
import { callMain, type CliResult, temporaryFolder } from './cli.ts'

t.setTimeout(120_000)

interface Expected {
  readonly case?: string
  readonly expires?: string
  readonly flaky?: boolean
}

const text = (entries: readonly Expected[]): string => ['version: 1', 'expected:', ...entries.map(({ case: id = 'auth.no-credentials', expires = '9999-12-31', flaky }) =>
  `  - { case: ${id}, reason: The proxy lets everybody in, owner: platform, expires: ${expires}${flaky === undefined ? '' : `, flaky: ${flaky}`} }`)].join('\n')

interface Row {
  readonly name: string
  readonly entries: readonly Expected[]
  /** Somebody without credentials is let in. */
  readonly open: boolean
  readonly exitCode: number
  readonly says: RegExp
  readonly notes?: RegExp
}

const rows: readonly Row[] = [
  { name: 'a failure that was foretold', entries: [{}], open: true, exitCode: 0, says: /expected failure: The proxy lets everybody in \(platform, until 9999-12-31\)[^]*\n1 fail \(1 expected\) in / },
  { name: 'a failure that nobody foretold', entries: [{ case: 'auth.empty-credentials' }], open: true, exitCode: 1, says: /\n1 fail in /, notes: /^note: the expected failure of auth\.empty-credentials was not looked at: the case is not in the plan of this run\n$/ },
  { name: 'an expected failure that did not happen', entries: [{}], open: false, exitCode: 1, says: /1 pass in [^]*exit code 1: auth\.no-credentials was expected to fail and did not/ },
  { name: 'one that may pass as well', entries: [{ flaky: true }], open: false, exitCode: 0, says: /1 pass in / },
  { name: 'an entry whose day is over, where the case fails', entries: [{ expires: '2020-01-01' }], open: true, exitCode: 1, says: /1 fail in [^]*exit code 1: auth\.no-credentials has an expected failure\s+whose day is over/ },
  { name: 'an entry whose day is over, where the case passes', entries: [{ expires: '2020-01-01' }], open: false, exitCode: 1, says: /whose day is over/ },
]

async function serve(t: { teardown(handler: () => unknown): unknown }, open: boolean): Promise<URL> {
  const server = await startMcpServer({ flaw({ message, agent, perform, answer }) {
    if (!open || agent !== undefined || message?.method === undefined) return false
    const result = perform('alpha')
    answer(200, { jsonrpc: '2.0', id: message.id, result: result === undefined ? { resultType: 'complete', tools: [] } : { resultType: 'complete', content: [], structuredContent: result } })
    return true
  } })
  t.teardown(async () => { await server.close() })
  return server.url
}

for (const row of rows) {
  t.test(row.name, async (t) => {
    const folder = temporaryFolder(t)
    const file = join(folder, 'expected.yaml')
    writeFileSync(file, text(row.entries))
    const url = await serve(t, row.open)
    const ended = await run(folder, ['--url', url.href, '--token-env', 'TOKEN', '--expected', file])
    t.equal(ended.code, row.exitCode, ended.stdout + ended.stderr)
    t.match(ended.stdout, row.says)
    t.match(ended.stderr, row.notes ?? /^$/)
    const record = recordIn(folder)
    t.equal(record.exitCode, row.exitCode)
    t.equal(record.unexpected?.[0]?.kind, row.exitCode === 0 || row.notes !== undefined ? undefined : (row.name.includes('day') ? 'expired' : 'passed'))
  })
}

t.test('the file that a target file names, from its folder; the option goes before it', async (t) => {
  const folder = temporaryFolder(t)
  const url = await serve(t, true)
  writeFileSync(join(folder, 'known.yaml'), text([{}]))
  writeFileSync(join(folder, 'none.yaml'), 'version: 1\nexpected: []\n')
  writeFileSync(join(folder, 'target.yaml'), `version: 1\nname: open\nurl: ${url.href}\nauth: { kind: static-bearer, identities: { alpha: { token_env: TOKEN } } }\nexpected: ./known.yaml\n`)
  t.equal((await run(folder, ['--target', join(folder, 'target.yaml')])).code, 0)
  t.match(recordIn(folder).results, [{ outcome: 'fail', expectedFailure: { owner: 'platform' } }])
  t.equal((await run(folder, ['--target', join(folder, 'target.yaml'), '--expected', join(folder, 'none.yaml')])).code, 1)
})

t.test('an entry of a case that does not exist is an error before anything is sent', async (t) => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'expected.yaml'), text([{ case: 'auth.no-credentails' }]))
  const ended = await run(folder, ['--url', 'http://127.0.0.1:9/mcp', '--expected', join(folder, 'expected.yaml')])
  t.equal(ended.code, 2)
  t.match(ended.stderr, /expected\.yaml:3:7 this version has no case of that id\. Did you mean auth\.no-credentials/)
  t.match(ended.stderr, '[expected_file_invalid]')
})

t.test('a part without a case is no failure, unless its target is dead', async (t) => {
  const folder = temporaryFolder(t)
  const url = await serve(t, false)
  const empty = await run(folder, ['--url', url.href, '--token-env', 'TOKEN', '--shard', '2/2'])
  t.equal(empty.code, 0, empty.stdout)
  t.match(empty.stdout, /part 2 of 2[^]*no case ran[^]*nothing of this part applied/)
  t.match(recordIn(folder), { shard: { index: 2, of: 2, planned: 1 }, results: [], exitCode: 0 })
  t.equal((await run(folder, ['--url', 'http://127.0.0.1:9/mcp', '--token-env', 'TOKEN', '--shard', '2/2'])).code, 3)
})

async function run(folder: string, args: readonly string[]): Promise<CliResult> {
  return callMain(['run', '--only', 'auth.no-credentials', '--evidence', join(folder, 'out'), ...args], { TOKEN: 'alpha-token-0123456789' })
}

const recordIn = (folder: string): RunRecord => JSON.parse(readFileSync(join(folder, 'out', 'results.json'), 'utf8')) as RunRecord
