import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { attestationName } from '../../../../harness/evidence/attestation.ts'
import { preAuthenticationEncoding } from '../../../../harness/evidence/dsse.ts'
import { lockName } from '../../../../harness/evidence/lock.ts'
import { manifestName } from '../../../../harness/evidence/manifest.ts'
import { resultsName } from '../../../../harness/evidence/read-results.ts'
import type { RunRecord } from '../../../../harness/evidence/results.ts'
import { createSecretRegistry } from '../../../../harness/evidence/secrets.ts'
import { contradictions } from '../../../../harness/evidence/verify/consistency.ts'
import type { ProblemCode } from '../../../../harness/evidence/verify/problem.ts'
import { verifyFolder } from '../../../../harness/evidence/verify/verify-folder.ts'
import { attestAnew, edit, editEnvelope, editManifest, editResults, evidencePlace, type Place, readText, rehash, run } from './evidence-folder.ts'

const codes = (folder: string, place: Place, withKey = true): ProblemCode[] =>
  [...new Set(verifyFolder(folder, withKey ? { key: place.key } : {}).problems.map(({ code }) => code))].sort()
const noFailure: RunRecord = {
  ...run, exitCode: 3, counts: { ...run.counts, pass: 2, fail: 0 },
  results: run.results.map((result) => (result.id === 'auth.bad' ? { id: result.id, suite: result.suite, title: result.title, durationMs: 1, outcome: 'pass' as const, observations: [] } : result)),
}

t.test('what a run wrote is genuine, with its key and without', async (t) => {
  const place = evidencePlace(t)
  t.match(verifyFolder(place.genuine, { key: place.key }), { problems: [], signature: 'verified', keyId: place.key.keyId, result: 'FAILED', files: 6, run: { exitCode: 1 } })
  t.match(verifyFolder(place.genuine), { problems: [], signature: 'unchecked', keyId: place.key.keyId })
  t.match(verifyFolder(place.write(run)), { problems: [], signature: 'none', keyId: null, result: 'FAILED' })
  t.match(verifyFolder(place.write(run), { key: place.key }), { problems: [{ code: 'signature', file: attestationName }], signature: 'refused' })
})

t.test('a part without a case is genuine as the run ended it: with its target open, and where it could not be opened', async (t) => {
  const empty: RunRecord = { ...run, exitCode: 0, planned: 0, results: [], findings: [], failures: [], explanations: {}, requirements: {}, counts: { pass: 0, fail: 0, warn: 0, 'not-applicable': 0, inconclusive: 0, 'not-run': 0 }, shard: { index: 2, of: 2, planned: 1, plan: 'ab'.repeat(32) } }
  const unopened: RunRecord = { ...empty, exitCode: 3, target: null, findings: [{ id: 'target-unreachable', title: 'nothing answers', remedy: 'Start it.' }] }
  t.same([empty, unopened].map(contradictions), [[], []])
  t.same([{ ...empty, exitCode: 3 }, { ...unopened, exitCode: 0 }].map((record) => contradictions(record).length), [1, 1])
})

/** What is done to a signed folder, what must be told of it with the key, and whether hashes alone tell it as well. */
const forgeries: Readonly<Record<string, { readonly change: (folder: string, place: Place) => unknown; readonly told: readonly ProblemCode[]; readonly unseenWithoutKey?: true }>> = {
  'a changed result': { change: (folder) => edit(folder, resultsName, (text) => text.replace('"outcome": "fail"', '"outcome": "pass"')), told: ['changed-file', 'contradiction'] },
  'a result that was changed by one white space': { change: (folder) => edit(folder, resultsName, (text) => `${text} `), told: ['changed-file'] },
  'a changed file': { change: (folder) => edit(folder, 'exchanges.jsonl', (text) => text.replace('bad', 'bed')), told: ['changed-file'] },
  'a longer file': { change: (folder) => edit(folder, 'exchanges.jsonl', (text) => `${text}{}\n`), told: ['changed-file'] },
  'a changed failure': { change: (folder) => edit(folder, 'failures/auth.bad-0123abcd.json', (text) => text.replace('"seed": 7', '"seed": 8')), told: ['changed-file', 'contradiction'] },
  'a removed file': { change: (folder) => rmSync(join(folder, 'exchanges.jsonl')), told: ['missing-file'] },
  'a removed failure': { change: (folder) => rmSync(join(folder, 'failures/auth.bad-0123abcd.json')), told: ['missing-file'] },
  'removed results': { change: (folder) => rmSync(join(folder, resultsName)), told: ['missing-file'] },
  'a removed manifest': { change: (folder) => rmSync(join(folder, manifestName)), told: ['missing-file'] },
  'a removed attestation': { change: (folder) => rmSync(join(folder, attestationName)), told: ['missing-file', 'signature'] },
  'nothing at all': { change: (folder) => { rmSync(folder, { recursive: true }); mkdirSync(folder) }, told: ['missing-file', 'signature'] },
  'an added file': { change: (folder) => writeFileSync(join(folder, 'notes.txt'), ''), told: ['added-file'] },
  'an added hidden file': { change: (folder) => writeFileSync(join(folder, '.gitkeep'), ''), told: ['added-file'] },
  'an added failure': { change: (folder) => cpSync(join(folder, 'failures/auth.bad-0123abcd.json'), join(folder, 'failures/more.json')), told: ['added-file'] },
  'a folder that a run is still writing': { change: (folder) => writeFileSync(join(folder, lockName), '{}'), told: ['unfinished'] },
  'a link in place of a file': { change: (folder) => { renameSync(join(folder, 'exchanges.jsonl'), `${folder}.away`); symlinkSync(`${folder}.away`, join(folder, 'exchanges.jsonl')) }, told: ['missing-file', 'unsafe-file'] },
  'a link in place of a folder': { change: (folder) => { renameSync(join(folder, 'failures'), `${folder}.away`); symlinkSync(`${folder}.away`, join(folder, 'failures')) }, told: ['missing-file', 'unsafe-file'] },
  'a link in place of the manifest': { change: (folder) => { renameSync(join(folder, manifestName), `${folder}.json`); symlinkSync(`${folder}.json`, join(folder, manifestName)) }, told: ['missing-file', 'unsafe-file'] },
  'a pipe in place of a file': { change: (folder) => { rmSync(join(folder, 'exchanges.jsonl')); execFileSync('mkfifo', [join(folder, 'exchanges.jsonl')]) }, told: ['missing-file', 'unsafe-file'] },
  'a file of a terabyte': { change: (folder) => truncateSync(join(folder, 'exchanges.jsonl'), 2 ** 40), told: ['changed-file'] },
  'results of a terabyte': { change: (folder) => truncateSync(join(folder, resultsName), 2 ** 40), told: ['unsafe-file'] },
  'half a manifest': { change: (folder) => edit(folder, manifestName, (text) => text.slice(0, text.length / 2)), told: ['invalid-document'] },
  'half the results, with their hash': { change: (folder) => { edit(folder, resultsName, (text) => text.slice(0, text.length / 2)); rehash(folder) }, told: ['invalid-document'] },
  'half an attestation': { change: (folder) => edit(folder, attestationName, (text) => text.slice(0, text.length / 2)), told: ['invalid-document', 'signature'] },
  'a number for an attestation': { change: (folder) => edit(folder, attestationName, () => '7'), told: ['invalid-document', 'signature'] },
  'a manifest with a key twice': { change: (folder) => edit(folder, manifestName, (text) => text.replace('"exitCode": 1', '"exitCode": 1, "exitCode": 1')), told: ['invalid-document'] },
  'a manifest of another version': { change: (folder) => editManifest(folder, (manifest) => ({ ...manifest, schemaVersion: 2 })), told: ['invalid-document'] },
  'a manifest that names a path outside': { change: (folder) => editManifest(folder, (manifest) => ({ ...manifest, files: [...manifest.files, { ...manifest.files[0], name: '../own.pem' }] })), told: ['invalid-document'] },
  'a manifest that names a file twice': { change: (folder) => editManifest(folder, (manifest) => ({ ...manifest, files: [...manifest.files, manifest.files[0]] })), told: ['invalid-document'] },
  'a manifest with the names of an object': { change: (folder) => edit(folder, manifestName, (text) => text.replace('"files"', '"__proto__": {}, "files"')), told: ['invalid-document'] },
  'an added file that the manifest names': { change: (folder) => { writeFileSync(join(folder, 'notes.txt'), ''); editManifest(folder, (manifest) => ({ ...manifest, files: [...manifest.files, { name: 'notes.txt', size: 0, sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' }] })) }, told: ['attestation'] },
  'a removed file that the manifest does not name any more': { change: (folder) => { rmSync(join(folder, 'exchanges.jsonl')); editManifest(folder, (manifest) => ({ ...manifest, files: manifest.files.filter(({ name }) => name !== 'exchanges.jsonl') })) }, told: ['attestation'] },
  'a changed file with its new hash': { change: (folder) => { edit(folder, 'exchanges.jsonl', (text) => `${text}{}\n`); rehash(folder) }, told: ['attestation'] },
  'a manifest that says another exit code': { change: (folder) => editManifest(folder, (manifest) => ({ ...manifest, exitCode: 0 })), told: ['attestation', 'contradiction'] },
  'the attestation of another run': { change: (folder, place) => cpSync(join(place.write(noFailure, place.signer), attestationName), join(folder, attestationName)), told: ['attestation'] },
  'one thing more in the configuration': { change: (folder) => editEnvelope(folder, ({ payload }) => { const statement = JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as { predicate: { configuration: object[] } }; statement.predicate.configuration.push({ name: 'more', digest: { sha256: 'ab'.repeat(32) } }); return statement }), told: ['attestation', 'signature'] },
  'a stripped signature': { change: (folder) => editEnvelope(folder, ({ payload }) => JSON.parse(Buffer.from(payload, 'base64').toString('utf8'))), told: ['signature'], unseenWithoutKey: true },
  'an envelope without a signature': { change: (folder) => editEnvelope(folder, (envelope) => ({ ...envelope, signatures: [] })), told: ['signature'], unseenWithoutKey: true },
  'another key': { change: (folder, place) => attestAnew(folder, run, place.other), told: ['signature'], unseenWithoutKey: true },
  'another key under the name of the right one': { change: (folder, place) => { attestAnew(folder, run, place.other); editEnvelope(folder, (envelope) => ({ ...envelope, signatures: [{ ...envelope.signatures[0], keyid: place.key.keyId }] })) }, told: ['signature'], unseenWithoutKey: true },
  'the right key under another name': { change: (folder, place) => editEnvelope(folder, (envelope) => ({ ...envelope, signatures: [{ ...envelope.signatures[0], keyid: place.other.keyId }] })), told: ['signature'], unseenWithoutKey: true },
  'everything made anew by somebody without the key': { change: (folder, place) => { rmSync(folder, { recursive: true }); renameSync(place.write({ ...noFailure, failures: run.failures }), folder) }, told: ['signature'], unseenWithoutKey: true },
  'another payload type': { change: (folder) => editEnvelope(folder, (envelope) => ({ ...envelope, payloadType: 'application/json' })), told: ['invalid-document', 'signature'] },
  'another payload type, signed': { change: (folder, place) => editEnvelope(folder, (envelope) => ({ ...envelope, payloadType: 'text/plain', signatures: [{ sig: place.signer.sign(preAuthenticationEncoding('text/plain', Buffer.from(envelope.payload, 'base64'))).toString('base64') }] })), told: ['invalid-document', 'signature'] },
  'another signature beside the right one': { change: (folder) => editEnvelope(folder, (envelope) => ({ ...envelope, signatures: [...envelope.signatures, { sig: 'AAAA' }] })), told: ['signature'], unseenWithoutKey: true },
  'the right signature twice': { change: (folder) => editEnvelope(folder, (envelope) => ({ ...envelope, signatures: [...envelope.signatures, ...envelope.signatures] })), told: ['signature'], unseenWithoutKey: true },
  'a signature with white space in its base64': { change: (folder) => editEnvelope(folder, (envelope) => ({ ...envelope, signatures: [{ ...envelope.signatures[0], sig: ` ${envelope.signatures[0]?.sig ?? ''}` }] })), told: ['signature'], unseenWithoutKey: true },
  'a payload without the padding of its base64, or with more of it': { change: (folder) => editEnvelope(folder, (envelope) => ({ ...envelope, payload: `${envelope.payload}=` })), told: ['invalid-document', 'signature'] },
  'a payload with an unknown character': { change: (folder) => editEnvelope(folder, (envelope) => ({ ...envelope, payload: `${envelope.payload}*` })), told: ['invalid-document', 'signature'] },
  'an unknown key in the envelope': { change: (folder) => editEnvelope(folder, (envelope) => ({ ...envelope, more: 1 })), told: ['invalid-document', 'signature'] },
  'a signature of the payload alone': { change: (folder, place) => editEnvelope(folder, (envelope) => ({ ...envelope, signatures: [{ sig: place.signer.sign(Buffer.from(envelope.payload, 'base64')).toString('base64') }] })), told: ['signature'], unseenWithoutKey: true },
  'an empty signature': { change: (folder) => editEnvelope(folder, (envelope) => ({ ...envelope, signatures: [{ sig: '' }] })), told: ['signature'], unseenWithoutKey: true },
}

t.test('each forgery is refused, and by hashes alone too where nobody but the key could tell', async (t) => {
  const place = evidencePlace(t)
  for (const [what, { change, told, unseenWithoutKey }] of Object.entries(forgeries)) {
    const folder = place.copy()
    change(folder, place)
    const found = codes(folder, place)
    for (const code of told) t.ok(found.includes(code), `${what}: ${code} among ${found.join(', ')}`)
    t.equal(verifyFolder(folder).problems.length === 0, unseenWithoutKey === true, `${what}, without the key`)
  }
  t.same(codes(place.genuine, place), [], 'the original is still genuine')
})

const token = 'handoff_abcdefghijklmnopqrstuvwxyz0123456789'
const known = 'canary-0123456789-QWERTZ'

t.test('a planted secret is refused even where whoever planted it has the key', async (t) => {
  const place = evidencePlace(t)
  const secrets = createSecretRegistry()
  secrets.add(known)
  const planted: Readonly<Record<string, readonly [file: string, text: string]>> = {
    'a token of ours': ['exchanges.jsonl', `{"x":"${token}"}\n`],
    'a field with credentials': ['exchanges.jsonl', '{"headers":{"Authorization":"Bearer 0123456789abcdef"}}\n'],
    'a JWT': ['exchanges.jsonl', `{"x":"${['eyJhbGciOiJFZERTQSJ9', 'eyJzdWIiOiJhIn0', 'c2lnbmF0dXJl'].join('.')}"}\n`],
    'a known secret': ['exchanges.jsonl', `{"x":"${known}"}\n`],
    'a known secret in base64': ['exchanges.jsonl', `{"x":"${Buffer.from(`x${known}`).toString('base64')}"}\n`],
    'a known secret in two lines': ['exchanges.jsonl', `{"x":"${known.slice(0, 9)}"}\n"${known.slice(9)}"\n`.replaceAll('{"x":', '').replaceAll('}', '')],
    'a known secret behind two megabytes': ['exchanges.jsonl', `${'x'.repeat(2 * 1024 * 1024 - 10)}${known}`],
    'a token behind two megabytes of lines': ['exchanges.jsonl', `${'"x"\n'.repeat(512 * 1024)}${token}`],
  }
  for (const [what, [file, text]] of Object.entries(planted)) {
    const folder = place.copy()
    writeFileSync(join(folder, file), text)
    attestAnew(folder, run, place.signer)
    const { problems } = verifyFolder(folder, { key: place.key, secrets })
    t.same(problems.map(({ code, file: name }) => [code, name]), [['secret', file]], what)
    t.notMatch(JSON.stringify(problems), /canary|abcdef/, what)
  }
  const folder = place.copy()
  edit(folder, resultsName, (text) => text.replace('a requirement is violated', `a requirement ${token}`))
  attestAnew(folder, run, place.signer)
  t.ok(codes(folder, place).includes('secret'), 'in the results')
})

t.test('whoever has the key cannot make a folder contradict itself', async (t) => {
  const place = evidencePlace(t)
  const first = run.results[0]
  const changes: Readonly<Record<string, (run: RunRecord) => unknown>> = {
    'counts that are not those of the results': (record) => ({ ...record, counts: { ...record.counts, pass: 99 } }),
    'a result left out': (record) => ({ ...record, results: record.results.slice(1), counts: { ...record.counts, fail: 0 }, exitCode: 3 }),
    'exit code 0 in spite of a failure': (record) => ({ ...record, exitCode: 0 }),
    'no exit code': (record) => ({ ...record, exitCode: null }),
    'a complete run that was interrupted': (record) => ({ ...record, exitCode: 130 }),
    'a pass in which something was violated': (record) => ({ ...record, exitCode: 3, counts: { ...record.counts, fail: 0, pass: 2 }, results: record.results.map((result) => (result === first ? { ...result, outcome: 'pass' } : result)) }),
    'hidden characters': (record) => ({ ...record, harnessVersion: '1\u001B[2J' }),
    'results of version 1': ({ explanations: _none, ...record }) => ({ ...record, schemaVersion: 1 }),
    'results of a later version': (record) => ({ ...record, schemaVersion: 3 }),
  }
  for (const [what, change] of Object.entries(changes)) {
    const folder = place.copy()
    editResults(folder, change)
    const changed = JSON.parse(readText(folder, resultsName)) as RunRecord
    editManifest(folder, (manifest) => ({ ...manifest, exitCode: changed.exitCode, harnessVersion: changed.harnessVersion }))
    attestAnew(folder, changed, place.signer)
    const found = codes(folder, place)
    t.ok(found.some((code) => code === 'contradiction' || code === 'invalid-document'), `${what}: ${found.join(', ')}`)
    t.notOk(found.includes('signature'))
  }
})

t.test('whichever byte of a file is changed, it is seen', async (t) => {
  const place = evidencePlace(t)
  const folder = place.copy()
  let seed = 1
  for (const name of [resultsName, manifestName, attestationName, 'exchanges.jsonl', 'failures/auth.bad-0123abcd.json']) {
    const path = join(folder, name)
    const whole = readFileSync(path)
    for (let round = 0; round < 25; round++) {
      seed = (seed * 48_271) % 2_147_483_647
      const at = seed % whole.length
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      writeFileSync(path, changed)
      const white = name === attestationName && /\s/.test(String.fromCharCode(whole[at] ?? 0))
      if (!white) t.not(verifyFolder(folder, { key: place.key }).problems.length, 0, `${name} at ${at}`)
    }
    writeFileSync(path, whole)
  }
  t.same(codes(folder, place), [])
})

t.test('the names in a hostile folder are shown as what they are, and no list is endless', async (t) => {
  const place = evidencePlace(t)
  const folder = place.copy()
  writeFileSync(join(folder, 'red\u001B[31m\n\u202Ename'), '')
  writeFileSync(join(folder, 'x'.repeat(250)), '')
  let deep = folder
  for (let level = 0; level < 40; level++) mkdirSync((deep = join(deep, 'd')))
  const { problems } = verifyFolder(folder, { key: place.key })
  t.ok(problems.some(({ file }) => file === 'red<U+001B>[31m<U+000A><U+202E>name'))
  t.ok(problems.some(({ file, text }) => file === '.' && text.includes('nests deeper')))
  for (const { file } of problems) t.ok(file.length <= 201)
  const secrets = createSecretRegistry()
  secrets.add(known)
  writeFileSync(join(folder, `named-${known}`), '')
  t.notMatch(JSON.stringify(verifyFolder(folder, { key: place.key, secrets })), known, 'a name that holds a secret')
})

t.test('a folder that is none is an error of its own', async (t) => {
  const place = evidencePlace(t)
  for (const folder of [join(place.root, 'none'), join(place.root, 'own.pem')]) t.throws(() => verifyFolder(folder), { code: 'evidence_unreadable', exitCode: 2 })
})
