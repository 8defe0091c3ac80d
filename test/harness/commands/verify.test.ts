import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { writeKeys } from '../evidence/keys.ts'
import { edit, evidencePlace } from '../evidence/verify/evidence-folder.ts'
import { readSigningKey } from '../../../harness/evidence/signing-key.ts'
import { writeRun } from '../../../harness/evidence/write-run.ts'
import { recordOf, sampleEvents } from '../evidence/sample-run.ts'
import { callMain, temporaryFolder } from './cli.ts'

const valid = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(JSON.parse(readFileSync(new URL('../../../harness/evidence/verify/verification.schema.json', import.meta.url), 'utf8')) as Record<string, unknown>)

t.setTimeout(120_000)

t.test('a signed run is verified by its public key, in words and as JSON', async (t) => {
  const cwd = temporaryFolder(t)
  const keys = writeKeys(cwd, 'key')
  const ran = await callMain(['run', '--only', 'manifest.schema', '--sign', keys.private, '--evidence', join(cwd, 'out'), '--quiet', '--reporter', `tap=${join(cwd, 'out/run.tap')}`])
  t.equal(ran.code, 0, ran.stderr)
  const { code, stdout, stderr } = await callMain(['verify', join(cwd, 'out'), '--key', keys.public])
  t.equal(code, 0, stdout + stderr)
  t.match(stdout, /^genuine: signed with the given key/)
  t.match(stdout, /attested PASSED/)
  t.notMatch(stdout, /Hashes alone/)
  const json = await callMain(['verify', join(cwd, 'out'), '--key', keys.public, '--json'])
  const verification: unknown = JSON.parse(json.stdout)
  t.ok(valid(verification), JSON.stringify(valid.errors))
  t.match(verification, { genuine: true, signature: 'verified', result: 'PASSED', problems: [] })
  for (const name of ['results.json', 'manifest.json', 'attestation.json']) t.notMatch(readFileSync(join(cwd, 'out', name), 'utf8'), readFileSync(keys.private, 'utf8').split('\n')[1] ?? '')
})

t.test('without a key it says plainly what hashes do not show', async (t) => {
  const place = evidencePlace(t)
  for (const [folder, what] of [[place.genuine, /Its signature was not checked/], [place.write(recordOf(sampleEvents())), /It is not signed/]] as const) {
    const { code, stdout } = await callMain(['verify', folder])
    t.equal(code, 0)
    t.match(stdout, /^consistent: /)
    t.match(stdout, what)
    t.match(stdout, /not who wrote it.*--key PUBLIC\.pem/)
    t.notMatch(stdout, /genuine/)
  }
})

t.test('what is wrong is told, each with its file, and is exit 1', async (t) => {
  const place = evidencePlace(t)
  const folder = place.copy()
  edit(folder, 'exchanges.jsonl', (text) => `${text}{}\n`)
  writeFileSync(join(folder, '\u001B[31mred'), '')
  const { code, stdout } = await callMain(['verify', folder, '--key', join(place.root, 'foreign.pub.pem')])
  t.equal(code, 1)
  t.match(stdout, /^not genuine: 3 problems$/m)
  t.match(stdout, /^ {2}exchanges\.jsonl: .*\[changed-file\]$/m)
  t.match(stdout, /^ {2}<U\+001B>\[31mred: .*\[added-file\]$/m)
  t.match(stdout, /^ {2}attestation\.json: the given key did not make its signature \[signature\]$/m)
  t.notMatch(stdout, '\u001B')
  const json = await callMain(['verify', folder, '--json'])
  t.equal(json.code, 1)
  t.ok(valid(JSON.parse(json.stdout)), JSON.stringify(valid.errors))
})

t.test('a secret that the verifier knows is looked for, and never shown', async (t) => {
  const cwd = temporaryFolder(t)
  const secret = 'canary-0123456789-QWERTZ'
  const folder = join(cwd, 'out')
  writeRun(folder, recordOf(sampleEvents(` ${secret}`)))
  writeFileSync(join(cwd, 'token'), secret, { mode: 0o600 })
  t.equal((await callMain(['verify', folder])).code, 0, 'nobody else could know')
  for (const [args, env] of [[['--token-env', 'SECRET'], { SECRET: secret }], [['--token-file', join(cwd, 'token')], {}]] as const) {
    const { code, stdout, stderr } = await callMain(['verify', folder, ...args], env)
    t.equal(code, 1)
    t.match(stdout, /^ {2}results\.json: it holds a secret \[secret\]$/m)
    t.notMatch(stdout + stderr, secret)
  }
})

t.test('what cannot be asked is exit 2', async (t) => {
  const place = evidencePlace(t)
  const inside = place.copy()
  const keys = writeKeys(inside, 'key')
  const table: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [['verify'], /\[usage\]/],
    [['verify', join(place.root, 'none')], /\[evidence_unreadable\]/],
    [['verify', place.genuine, '--key', join(place.root, 'none')], /\[key_unreadable\]/],
    [['verify', place.genuine, '--key', join(place.root, 'own.pem')], /openssl pkey.*\n\[key_invalid\]/],
    [['verify', inside, '--key', keys.public], /lies in the folder[^]*\[usage\]/],
    [['verify', place.genuine, '--token-env', 'NONE'], /\[token_missing\]/],
    [['run', '--sign', join(place.root, 'own.pub.pem'), '--evidence', join(place.root, 'x')], /chmod 600[^]*\[key_unsafe\]/],
    [['run', '--sign', join(place.root, 'none'), '--evidence', join(place.root, 'x')], /\[key_unreadable\]/],
  ]
  for (const [args, says] of table) {
    const { code, stdout, stderr } = await callMain(args)
    t.equal(code, 2, args.join(' '))
    t.equal(stdout, '')
    t.match(stderr, says)
  }
  t.equal(readSigningKey(join(place.root, 'own.pem')).keyId, place.key.keyId)
})
