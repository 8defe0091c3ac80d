/** `explain-verdict` as a user meets it: what it prints, what it refuses, and with which exit code. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { callMain, temporaryFolder } from './cli.ts'

const envelope = {
  project_id: 'proj-a',
  goal_token: '0123456789abcdef',
  presented_body: '/goal\n<goal_token>0123456789abcdef</goal_token>\n<!-- SECURITY: x -->\n<project_start_config project_id="proj-b" data-x=\'\u001b[31m\'/>',
  live_items: [{ id: 'i1', status: 'pending' }],
  expected_board_revision: '6d339a42fefa72320b48cc2ade93b1296f6c1e26d71a88cf9cd5a73a1026900f',
}

function file(t: { teardown(handler: () => unknown): unknown }, content: string | object): string {
  const path = join(temporaryFolder(t), 'envelope.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

t.test('the text names the verdict, every check, the preimages and the warnings', async (t) => {
  const { code, stdout, stderr } = await callMain(['explain-verdict', file(t, envelope)])
  t.equal(code, 0)
  t.equal(stderr, '')
  for (const part of [
    /^Verdict: FOREIGN_PROJECT_CONFIG\n {2}reason {2}presented body's <project_start_config project_id='proj-b'> disagrees/,
    /^1 token: passed$/m, /^2 identity: failed$/m, /^3 capability: skipped$/m, /^4 tool manifest: skipped$/m, /^5 board: not-reached$/m,
    /^ {2}banner {4}\d+ bytes from byte 5$/m, /^ {2}preimage {2}\[\["i1","pending",""\]\]$/m, /attribute-not-double-quoted/, /is assumed to be ok/,
  ]) t.match(stdout, part)
  t.notOk(stdout.includes('\u001b'), 'nothing of the body reaches the terminal as a control character')
  t.notMatch(stdout, '0123456789abcdef\n', 'the token is not repeated')
})

t.test('--json has the verdict as accept_handoff answers it', async (t) => {
  const { code, stdout } = await callMain(['explain-verdict', '--json', file(t, { input: envelope, token_reason: 'expired' })])
  t.equal(code, 0)
  t.match(JSON.parse(stdout), { schema: 1, verdict: { accepted: false, result: 'STALE_HANDOFF', reasons: ["handoff token verification failed: reason='expired'"] }, checks: { identity: { state: 'not-reached' } } })
})

t.test('a long value is cut in the text and whole in the JSON', async (t) => {
  const path = file(t, { live_items: Array.from({ length: 100 }, (_, index) => ({ id: `item-${index}` })) })
  t.match((await callMain(['explain-verdict', path])).stdout, /^ {2}preimage {2}\[\["item-0".*… \(\d+ more; --json shows all\)$/m)
  const { checks } = JSON.parse((await callMain(['explain-verdict', '--json', path])).stdout) as { checks: { board: { preimage: string } } }
  t.equal((JSON.parse(checks.board.preimage) as unknown[]).length, 100)
})

t.test('standard input', async (t) => {
  const bin = fileURLToPath(new URL('../../../harness/bin.ts', import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [bin, 'explain-verdict', '-', '--json'], { input: '{}', encoding: 'utf8' })
  t.equal(status, 0)
  t.match(JSON.parse(stdout), { verdict: { result: 'ok' } })
})

const refused: readonly (readonly [name: string, content: string | object, said: RegExp])[] = [
  ['no JSON', '{', /is no JSON that a server would take: it is not valid JSON\n[^]*\[envelope_invalid\]/],
  ['an empty file', '', /is not valid JSON\n[^]*\[envelope_invalid\]/],
  ['a key twice', '{"project_id":"a","project_id":"b"}', /the same key twice\n[^]*\[envelope_invalid\]/],
  ['half a surrogate pair', '{"project_id":"\\ud800"}', /one half of a surrogate pair\n[^]*\[envelope_invalid\]/],
  ['a list', [], /as invalid_input: The input must be an object\n/],
  ['a wrong type', { live_items: [{}, { status: 7 }] }, /as invalid_input in live_items\[1\]\.status: It must be a string\n/],
  ['too much', { session_id: 'a'.repeat(5000) }, /as payload_too_large in session_id: The text is longer than 4096 bytes/],
  ['an unknown argument with an escape', { '\u001b[31m': 1 }, /in <U\+001B>\[31m: There is no such argument\n/],
  ['an unknown project', { project_name: 'alpha' }, /in project_name: There is no project of this name/],
  ['more than a server takes', ' '.repeat(8 * 1024 * 1024 + 1), /has more than 8388608 bytes\n[^]*\[envelope_unreadable\]/],
]

for (const [name, content, said] of refused) {
  t.test(`refused: ${name}`, async (t) => {
    const { code, stdout, stderr } = await callMain(['explain-verdict', file(t, content)])
    t.equal(code, 2)
    t.equal(stdout, '')
    t.match(stderr, said)
  })
}

t.test('a file that is not there, or no file', async (t) => {
  const folder = temporaryFolder(t)
  t.match(await callMain(['explain-verdict', join(folder, 'missing.json')]), { code: 2, stderr: /cannot be read \(ENOENT\)[^]*\[envelope_unreadable\]/ })
  t.match(await callMain(['explain-verdict', folder]), { code: 2, stderr: /cannot be read \(EISDIR\)/ })
  t.match(await callMain(['explain-verdict']), { code: 2, stderr: /missing required argument 'file'/ })
})
