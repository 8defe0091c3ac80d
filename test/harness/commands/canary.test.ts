import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { cases, requirements } from '../../../cases/index.ts'
import { keepRecord } from '../../../harness/commands/run-record.ts'
import { createSecretRegistry } from '../../../harness/evidence/secrets.ts'
import { openEvidence } from '../../../harness/evidence/writer.ts'
import { adapterNamed, createCatalogue, createReferenceDriver, runConformance } from '../../../harness/index.ts'
import { startHttpServer } from '../../../server/index.ts'
import { runCli, temporaryFolder } from './cli.ts'

t.setTimeout(120_000)

/** How a token may stand in a text, by means of their own: case-insensitively and without line ends. */
function formsOf(token: string): string[] {
  const hex = Buffer.from(token).toString('hex')
  const base64 = [0, 1, 2].flatMap((lead) => (['base64', 'base64url'] as const).map((encoding) => {
    const text = Buffer.concat([Buffer.alloc(lead), Buffer.from(token)]).toString(encoding)
    return text.slice(lead === 0 ? 0 : lead + 1, -4)
  }))
  const percent = (hex.match(/../g) ?? []).map((byte) => `%${byte}`).join('')
  const escaped = (hex.match(/../g) ?? []).map((byte) => `\\u00${byte}`).join('')
  return [token, encodeURIComponent(token), hex, percent, escaped, ...base64]
}

function leaks(text: string, token: string): string[] {
  const flat = text.replaceAll(/[\s"']/g, '').toLowerCase()
  return formsOf(token).filter((form) => flat.includes(form.replaceAll(/[\s"']/g, '').toLowerCase()))
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)).filter((file) => statSync(file).isFile())

t.test('no token, in any encoding, is in what a run writes, prints, or makes its target log', async (t) => {
  const cwd = temporaryFolder(t)
  const fixture = await createReferenceDriver({ start: startHttpServer }).open({ rateLimits: 'generous' })
  try {
    const [alpha, beta] = [fixture.identities['alpha']?.token ?? '', fixture.identities['beta']?.token ?? '']
    t.ok(alpha.length > 20 && beta.length > 20)
    t.same(leaks(`x${Buffer.from(`ab${alpha}c`).toString('base64')}y`, alpha).length > 0, true, 'the search finds what it looks for')
    const { code, stdout, stderr } = await runCli(
      ['run', '--suite', 'auth-negative', '--level', 'hardening', '--url', fixture.url.href, '--token-env', 'ALPHA', '--token-env', 'BETA',
        '--evidence-detail', 'exchanges', '--evidence', 'out', '--reporter', 'tap=out/run.tap', '--reporter', 'json=report.json'],
      { cwd, env: { ALPHA: alpha, BETA: beta } },
    )
    t.ok(code === 0 || code === 1 || code === 3, `exit ${code}: ${stderr}`)
    const files = filesBelow(cwd)
    t.same(files.map((file) => file.slice(cwd.length + 1)).sort(), ['out/attestation.json', 'out/exchanges.jsonl', 'out/manifest.json', 'out/results.json', 'out/run.tap', 'report.json'])
    t.ok(readFileSync(join(cwd, 'out', 'exchanges.jsonl'), 'utf8').split('\n').length > 50, 'there was something to leak')
    const places: Record<string, string> = { stdout, stderr, 'the log of the target': await fixture.logs() }
    for (const file of files) places[file.slice(cwd.length + 1)] = readFileSync(file, 'utf8')
    for (const [place, text] of Object.entries(places)) {
      for (const token of [alpha, beta]) t.same(leaks(text, token).length, 0, place)
    }
  } finally {
    await fixture.close()
  }
})

t.test('nor is any token that the driver issued during the run', async (t) => {
  const cwd = temporaryFolder(t)
  mkdirSync(join(cwd, 'out'))
  const tokens = new Set<string>()
  const secrets = createSecretRegistry()
  const catalogue = createCatalogue({ cases, requirements })
  const writer = openEvidence({ folder: join(cwd, 'out'), secrets })
  const keeper = keepRecord({ writer, secrets, facts: catalogue, exchanges: true, files: [], watch: () => {}, onFault: () => {} })
  const adapter = adapterNamed('reference')
  const summary = await runConformance({
    catalogue, level: 'hardening', select: { suites: ['auth-negative'], only: ['auth.expired-token', 'auth.rotated-token', 'auth.revoked-token', 'auth.disabled-identity', 'auth.concurrent-rotation'] },
    driver: createReferenceDriver({ start: startHttpServer }),
    target: { name: 'reference', claims: adapter === undefined ? {} : { adapter } },
    emit: (event) => { keeper.emit(event) },
    secrets(secret) {
      tokens.add(secret)
      secrets.add(secret)
    },
    ...(keeper.record === undefined ? {} : { record: keeper.record }),
  })
  const { errors } = keeper.finish(summary.exitCode)
  t.same(errors, [])
  t.ok(tokens.size > 4, `${tokens.size} tokens`)
  for (const file of filesBelow(cwd)) {
    const text = readFileSync(file, 'utf8')
    for (const token of tokens) t.same(leaks(text, token).length, 0, file.slice(cwd.length + 1))
  }
})
