/** The walk of docs/accept-handoff.md, step by step: what the page says of each first try is what the suite says of it. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { RunRecord } from '../../harness/evidence/results.ts'
import { pythonMissing } from '../../tools/fuzz/python.ts'
import { runCli, temporaryFolder } from '../harness/commands/cli.ts'
import { root } from '../project/tree.ts'

t.setTimeout(300_000)

const page = readFileSync(join(root, 'docs/accept-handoff.md'), 'utf8')
const missing = pythonMissing()
const skip = missing !== undefined && process.env['CI'] === undefined ? missing : false

interface Step {
  readonly firstTry: string
  /** Case ids. */
  readonly fail: readonly string[]
}

/** The rows of the table whose first cell names first tries. */
const steps: readonly Step[] = [...page.matchAll(/^\| (?:`([a-z,]+)`|\(empty\)) \| (.*?) \| /gm)]
  .filter(([, , cases = '']) => /^(?:`[a-z-]+`(?: |$))+$|^none$/.test(cases))
  .map(([, firstTry = '', cases = '']) => ({ firstTry, fail: [...cases.matchAll(/`([a-z-]+)`/g)].map(([, name]) => `accept.vectors-${name}`) }))

async function run(t: Test, target: string, firstTry: string, only: readonly string[]): Promise<{ readonly code: number | null; readonly results: RunRecord['results'] }> {
  const cwd = temporaryFolder(t)
  const { code, stderr } = await runCli(['run', '--suite', 'accept-handoff', ...only, '--level', 'hardening', '--target', join(root, 'docs/examples', target), '--evidence', join(cwd, 'evidence'), '--quiet'], {
    cwd,
    env: { ACCEPT_TOKEN: randomBytes(16).toString('hex'), FIRST_TRY: firstTry, PYTHONDONTWRITEBYTECODE: '1' },
  })
  t.equal(stderr, '')
  return { code, results: (JSON.parse(readFileSync(join(cwd, 'evidence/results.json'), 'utf8')) as RunRecord).results }
}

t.test('the page begins with every rule and ends with none', async (t) => {
  t.same(steps.map(({ firstTry }) => firstTry), ['json,board,tag,banner,tools', 'board,tag,banner,tools', 'tag,banner,tools', 'banner,tools', 'tools', ''])
})

for (const [index, { firstTry, fail }] of steps.entries()) {
  // What this step mends, and what the next one does: each theme where it passes first, and where it fails last. What fails
  // with fewer rules to mend fails with more, and the rest is asked of the server itself.
  const later = steps[index + 1]?.fail ?? []
  const asked = [...(steps[index - 1]?.fail ?? []).filter((id) => !fail.includes(id)), ...fail.filter((id) => !later.includes(id))]
  const expected = fail.filter((id) => asked.includes(id))
  t.test(`first try of ${firstTry === '' ? 'nothing' : firstTry}`, { skip }, async (t) => {
    const { code, results } = await run(t, 'accept-handoff-first-try.yaml', firstTry, asked.flatMap((id) => ['--only', id]))
    t.same(results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id).sort(), expected)
    t.equal(results.length, asked.length)
    t.same(results.filter(({ outcome }) => outcome !== 'fail' && outcome !== 'pass').map(({ id }) => id), [])
    t.equal(code, expected.length === 0 ? 0 : 1)
  })
}

t.test('the server itself passes the whole suite', { skip }, async (t) => {
  const { code, results } = await run(t, 'accept-handoff.yaml', '', [])
  t.same(results.filter(({ outcome }) => outcome === 'not-applicable').map(({ id }) => id).sort(), ['accept.plain-http', 'accept.plain-http-project', 'accept.transports-agree'])
  t.same(results.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable').map(({ id }) => id), [])
  t.equal(code, 0)
})
