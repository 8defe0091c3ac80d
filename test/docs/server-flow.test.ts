/** What docs/server.md says works by pasting is pasted here, in a folder of its own and on a free port. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { execa } from 'execa'
import getPort from 'get-port'
import t from 'tap'
import { root } from '../project/tree.ts'

const page = readFileSync(join(root, 'docs/server.md'), 'utf8')
const blocks = [...page.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, text]) => text ?? '')
const tools = await Promise.all(['bash', 'curl', 'jq', 'sed'].map(async (tool) => (await execa('which', [tool], { reject: false })).exitCode === 0 ? [] : [tool]))
const missing = tools.flat()

t.test('the flow of docs/server.md', { skip: missing.length > 0 ? `this host has no ${missing.join(', ')}` : false }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'server-flow-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(root, 'server'), join(folder, 'server'))
  const port = String(await getPort())
  const [, start, handoff] = blocks.map((block) => block.replaceAll('3220', port))
  if (start === undefined || handoff === undefined) throw new Error('docs/server.md has fewer blocks than this test knows')
  // The other terminal begins when the server is ready, and the server ends with it.
  const script = `set -eu
${start.replace(/^(node server\/bin\.ts http\b).*$/m, '$1 & server=$!')}
trap 'kill "$server"; wait "$server"' EXIT
until curl -fsS -o /dev/null http://127.0.0.1:${port}/readyz 2>/dev/null; do kill -0 "$server"; sleep 0.1; done
${handoff}`
  const result = await execa('bash', ['-c', script], {
    cwd: folder, reject: false, stdin: 'ignore',
    env: { PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter), HANDOFF_MCP_PORT: port },
  })
  t.equal(result.exitCode, 0, 'every command is done')
  const last = result.stdout.slice(result.stdout.lastIndexOf('\n{\n'))
  t.match(JSON.parse(last), { handoff: { status: 'completed', sender: 'planner', recipient: 'builder' }, events: [{ to_status: 'queued' }, { to_status: 'accepted' }, { to_status: 'completed' }] })
})
