/** The page about drivers: its lines are the protocol's, its table names every request, and its example is under test. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import type { RunRecord } from '../../harness/evidence/results.ts'
import { checkResult } from '../../harness/fixture/lines/messages.ts'
import type { Method } from '../../harness/fixture/lines/messages.ts'
import schema from '../../harness/fixture/lines/protocol.schema.json' with { type: 'json' }
import { parseTargetFile } from '../../harness/target/target-file.ts'
import { pythonMissing } from '../../tools/fuzz/python.ts'
import { runCli, temporaryFolder } from '../harness/commands/cli.ts'
import { root } from '../project/tree.ts'

t.setTimeout(300_000)
const page = readFileSync(join(root, 'docs/drivers.md'), 'utf8')
const missing = pythonMissing()

t.test('every line of the conversation is one of the protocol, and every result that of its request', async (t) => {
  const validate = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(schema)
  const text = /^```json\n([^]*?)^```/m.exec(page)?.[1] ?? ''
  const asked = new Map<number, Method>()
  const lines = text.trim().split('\n').map((line) => JSON.parse(line) as { id: number; method?: Method; result?: unknown })
  t.ok(lines.length >= 12)
  for (const line of lines) {
    t.ok(validate(line), JSON.stringify(validate.errors))
    const method = asked.get(line.id)
    if (line.method !== undefined) asked.set(line.id, line.method)
    else if (method !== undefined && line.result !== undefined) t.match(checkResult(method, line.result), { ok: true })
  }
})

t.test('its table names every request, and its text every ability and error', async (t) => {
  const methods = schema.$defs.request.oneOf.flatMap(({ properties: { method } }) => ('const' in method ? [method.const] : method.enum ?? []))
  t.same([...page.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name]) => name ?? '').sort(), methods.toSorted())
  for (const name of [...schema.$defs.ability.enum, ...schema.$defs.error.properties.code.enum]) t.ok(page.includes(`\`${name}\``), name)
})

t.test('its target file is one', async (t) => {
  t.match(parseTargetFile(/^```yaml\n([^]*?)^```/m.exec(page)?.[1] ?? '', 'x.yaml'), { connection: { kind: 'driver' } })
})

t.test('the server in Python passes auth-negative through its driver', { skip: missing !== undefined && process.env['CI'] === undefined ? missing : false }, async (t) => {
  const cwd = temporaryFolder(t)
  const { code, stderr } = await runCli(['run', '--suite', 'auth-negative', '--level', 'hardening', '--target', join(root, 'docs/examples/python-driver/handoff-target.yaml'), '--evidence', join(cwd, 'evidence'), '--quiet'], { cwd, env: { PYTHONDONTWRITEBYTECODE: '1' } })
  const { results } = JSON.parse(readFileSync(join(cwd, 'evidence/results.json'), 'utf8')) as RunRecord
  t.same(results.filter(({ outcome }) => outcome !== 'pass').map(({ id, outcome }) => `${id} ${outcome}`).sort(), ['auth.identity-spoof not-applicable', 'auth.session-needs-token not-applicable', 'auth.session-of-another not-applicable'])
  t.equal(stderr, '')
  t.equal(code, 0)
})
