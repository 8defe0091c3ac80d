import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { clean, patient, referenceDriver, runInterop, spoiled, violations } from './run.ts'

t.test('curl sees the wall of the reference server', clean, async (t) => {
  t.match(await runInterop(referenceDriver(), 'interop.curl-*'), [{ outcome: 'pass' }])
})

const walls = [
  ['no wall at all', { flaw: ({ agent, answer }) => agent === undefined && (answer(200, {}), true) }, ['no token', 'a token that nobody was given']],
  ['a wall without a challenge', { flaw: ({ agent, answer }) => agent === undefined && (answer(401), true) }, ['no token', 'a token that nobody was given']],
  ['a wall that says 403', { flaw: ({ agent, answer }) => agent === undefined && (answer(403, {}, { 'www-authenticate': 'Bearer' }), true) }, ['no token', 'a token that nobody was given']],
  ['a wall that takes any token', { flaw: ({ request, agent, answer }) => agent === undefined && request.headers.authorization !== undefined && (answer(200, {}), true) }, ['a token that nobody was given']],
] satisfies [string, Parameters<typeof spoiled>[1], string[]][]

for (const [name, options, seen] of walls) {
  t.test(`curl sees ${name}`, patient, async (t) => {
    const [result] = await runInterop(await spoiled(t, options), 'interop.curl-*')
    t.equal(result?.outcome, 'fail')
    t.strictSame(result === undefined ? [] : violations(result), seen)
  })
}

t.test('Inspector is content with the reference server, in both eras', clean, async (t) => {
  const [result] = await runInterop(referenceDriver(), 'interop.inspector-http')
  t.match(result, { outcome: 'pass' })
  t.strictSame(result?.observations.flatMap(({ input }) => input ?? []), ['modern: tools/list', 'modern: tools/call', 'legacy: tools/list', 'legacy: tools/call'])
})

t.test('Inspector sees a call that is answered with a tool error, and a list that its SDK does not take', patient, async (t) => {
  const inspectors = (body: Buffer): boolean => body.includes('inspector-cli') || body.includes('"mcp-inspector')
  const driver = await spoiled(t, {
    flaw({ message, body, agent, answer }) {
      if (agent === undefined || !inspectors(body)) return false
      if (message?.method === 'tools/list') answer(200, { jsonrpc: '2.0', id: message.id, result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools: [{ name: 1 }] } })
      else if (message?.method === 'tools/call') answer(200, { jsonrpc: '2.0', id: message.id, result: { resultType: 'complete', isError: true, content: [] } })
      else return false
      return true
    },
  })
  const [result] = await runInterop(driver, 'interop.inspector-http')
  t.equal(result?.outcome, 'fail')
  t.strictSame(result === undefined ? [] : violations(result), ['modern: tools/list', 'modern: tools/call'])
})

t.test('what is not installed is not run, with the line that installs it, and never a pass', patient, async (t) => {
  // Outside the repository, whose node_modules would be found from below.
  const folder = mkdtempSync(join(tmpdir(), 'without-packages-'))
  t.teardown(() => { rmSync(folder, { recursive: true }) })
  const results = await runInterop(referenceDriver(), 'interop.*', { folders: [folder], curl: 'no-such-curl-of-ours' })
  t.equal(results.length, 9)
  for (const { id, outcome, reason } of results) t.match([outcome, reason], ['not-run', id === 'interop.curl-bearer' ? /apt-get install curl/ : /npm install --save-dev @modelcontextprotocol\//], id)
})
