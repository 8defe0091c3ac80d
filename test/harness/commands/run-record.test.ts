import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { keepRecord } from '../../../harness/commands/run-record.ts'
import { createSecretRegistry } from '../../../harness/evidence/secrets.ts'
import { openEvidence } from '../../../harness/evidence/writer.ts'
import type { RecordedExchange } from '../../../harness/target/taps.ts'
import { requirement, sampleEvents } from '../evidence/sample-run.ts'
import { temporaryFolder } from './cli.ts'

const validFailure = new Ajv2020({ strictRequired: false }).compile(JSON.parse(readFileSync(new URL('../../../harness/evidence/failure.schema.json', import.meta.url), 'utf8')) as Record<string, unknown>)
const secret = 'canary-0123456789-QWERTZ'

function keeperIn(folder: string) {
  const secrets = createSecretRegistry()
  const writer = openEvidence({ folder, secrets })
  let faults = 0
  const keeper = keepRecord({
    writer, secrets, facts: { requirement: (id) => (id === requirement.id ? requirement : undefined), explanation: () => undefined }, exchanges: true,
    files: [{ name: 'tap', file: join(folder, 'run.tap') }], watch: () => {}, onFault: () => { faults++ },
  })
  return { secrets, keeper, faults: () => faults }
}

const exchange = (title: string): RecordedExchange => ({
  case: 'auth.good',
  exchange: {
    way: 'library',
    request: {
      method: 'POST', target: `/mcp?title=${title}`,
      headers: [['Authorization', 'Bearer anything'], ['Mcp-Session-Id', 'session-1'], ['X-Title', title]],
      body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'handoff_send', arguments: { title: 'what agents tell each other' } } })),
    },
    reaction: {
      kind: 'response',
      response: {
        status: 200, headers: [['Set-Cookie', 'a=b'], ['Content-Type', 'text/event-stream']], interim: [], truncated: false, durationMs: 1.4,
        body: Buffer.from(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'what agents tell each other' } })}\n\n`),
      },
    },
  },
})

t.test('exchanges are kept by names, codes and sizes, without credentials or content', async (t) => {
  const folder = temporaryFolder(t)
  const { keeper } = keeperIn(folder)
  for (const event of sampleEvents()) keeper.emit(event)
  keeper.record?.(exchange('\u202etitle'))
  t.same(keeper.finish(1).errors, [])
  const text = readFileSync(join(folder, 'exchanges.jsonl'), 'utf8')
  for (const word of ['anything', 'session-1', 'a=b', 'what agents tell', '\u202e']) t.notMatch(text, word)
  t.match(JSON.parse(text), {
    case: 'auth.good', way: 'library',
    request: { method: 'POST', rpc: { method: 'tools/call', tool: 'handoff_send' }, headers: [['Authorization', '[redacted]'], ['Mcp-Session-Id', '[redacted]'], ['X-Title', '<U+202E>title']] },
    reaction: { status: 200, rpc: { errorCode: -32602 }, headers: [['Set-Cookie', '[redacted]'], ['Content-Type', 'text/event-stream']], durationMs: 1.4 },
  })
  t.same(readdirSync(folder).sort(), ['attestation.json', 'exchanges.jsonl', 'failures', 'manifest.json', 'results.json', 'run.tap'])
})

t.test('what was found is kept as it is found, clean but for its data, which loses nothing but secrets', async (t) => {
  const folder = temporaryFolder(t)
  const { keeper, secrets } = keeperIn(folder)
  secrets.add(secret)
  const events = sampleEvents(`\u202e${secret}`)
  for (const event of events.slice(0, events.findIndex(({ type }) => type === 'failure') + 1)) keeper.emit(event)
  const text = readFileSync(join(folder, 'failures', 'auth.bad-0123abcd.json'), 'utf8')
  t.match(JSON.parse(text), {
    format: 'handoff-conformance/failure', target: /^sample<U\+202E>/, level: 'must', seed: 7,
    title: 'a rule is broken<U+202E>[redacted]', lines: ['1. alpha sends<U+202E>[redacted]', '   2. beta reads'], data: { steps: ['sent\u202e[redacted]'] },
  })
  t.notMatch(text, /\u202e/)
  t.equal(secrets.find(Buffer.from(text)).length, 0)
  t.same(keeper.finish(1).errors, [])
  t.ok(validFailure(JSON.parse(readFileSync(join(folder, 'failures', 'auth.bad-0123abcd.json'), 'utf8'))), JSON.stringify(validFailure.errors))
})

t.test('a file that holds a secret in the end is deleted, and the run is exit 4', async (t) => {
  const folder = temporaryFolder(t)
  const { keeper, secrets } = keeperIn(folder)
  for (const event of sampleEvents()) keeper.emit(event)
  keeper.record?.(exchange(secret))
  secrets.add(secret)
  const { exitCode, errors, run } = keeper.finish(1)
  t.equal(exitCode, 4)
  t.match(errors, [{ code: 'evidence_leak', message: /^exchanges\.jsonl / }])
  t.notMatch(errors[0]?.message, secret)
  t.notOk(existsSync(join(folder, 'exchanges.jsonl')))
  t.equal(run.exitCode, 4)
  t.match(JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')), { exitCode: 4 })
  t.match(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')), { exitCode: 4, files: [{ name: 'failures/auth.bad-0123abcd.json' }, { name: 'failures/auth.dead-4567abcd.json' }, { name: 'results.json' }, { name: 'run.tap' }] })
})

t.test('a folder that breaks during the run ends it once, with exit 4', async (t) => {
  const folder = join(temporaryFolder(t), 'evidence')
  const { keeper, faults } = keeperIn(folder)
  const [start, target, ...rest] = sampleEvents()
  for (const event of [start, target]) if (event !== undefined) keeper.emit(event)
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'in the way')
  keeper.checkpoint()
  for (const event of rest) keeper.emit(event)
  keeper.record?.(exchange('x'))
  t.equal(faults(), 1)
  const { exitCode, errors, run } = keeper.finish(1)
  t.equal(exitCode, 4)
  t.match(errors, [{ code: 'evidence_write_failed', exitCode: 4 }])
  t.equal(run.exitCode, 4)
  t.equal(readFileSync(folder, 'utf8'), 'in the way')
})
