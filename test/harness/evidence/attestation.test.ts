import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { exitCodes } from '../../../harness/errors.ts'
import { attestationName, attestedResult, runUrlOf, type Statement } from '../../../harness/evidence/attestation.ts'
import { keepRecord } from '../../../harness/commands/run-record.ts'
import { lockName } from '../../../harness/evidence/lock.ts'
import { manifestName, sha256 } from '../../../harness/evidence/manifest.ts'
import type { RunRecord } from '../../../harness/evidence/results.ts'
import { createSecretRegistry } from '../../../harness/evidence/secrets.ts'
import { readSigningKey } from '../../../harness/evidence/signing-key.ts'
import { openEvidence } from '../../../harness/evidence/writer.ts'
import { writeRun } from '../../../harness/evidence/write-run.ts'
import { writeKeys } from './keys.ts'
import { recordOf, sampleEvents } from './sample-run.ts'

const run = recordOf(sampleEvents())
const none = { pass: 0, fail: 0, warn: 0, 'not-applicable': 0, inconclusive: 0, 'not-run': 0 }
const place = (t: { teardown(handler: () => unknown): unknown }): string => {
  const folder = mkdtempSync(join(tmpdir(), 'attest-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8')

t.test('only a run in which everything that applies ran and held is PASSED', async (t) => {
  const table: readonly (readonly [what: string, ended: Partial<Parameters<typeof attestedResult>[0]>, counts: Partial<RunRecord['counts']>, result: string])[] = [
    ['everything passed', {}, { pass: 3, 'not-applicable': 2 }, 'PASSED'],
    ['a warning', {}, { pass: 3, warn: 1 }, 'WARNED'],
    ['a failure that was foretold', {}, { pass: 3, fail: 1 }, 'WARNED'],
    ['one shard', { shard: { index: 1, of: 2 } as RunRecord['shard'] & object }, { pass: 3 }, 'WARNED'],
    ['something could not be told', { exitCode: exitCodes.incomplete }, { pass: 3, inconclusive: 1 }, 'WARNED'],
    ['something did not run', { exitCode: exitCodes.incomplete }, { pass: 3, 'not-run': 1 }, 'WARNED'],
    ['parts of a plan are missing', { exitCode: exitCodes.incomplete, status: 'incomplete' }, { pass: 3 }, 'WARNED'],
    ['nothing was shown', { exitCode: exitCodes.incomplete }, { 'not-run': 3 }, 'FAILED'],
    ['nothing ran', { exitCode: exitCodes.incomplete }, {}, 'FAILED'],
    ['a failure', { exitCode: exitCodes.failed }, { pass: 3, fail: 1 }, 'FAILED'],
    ['an expected failure that passed', { exitCode: exitCodes.failed }, { pass: 3 }, 'FAILED'],
    ['a fault of the harness', { exitCode: exitCodes.fault }, { pass: 3 }, 'FAILED'],
    ['an interrupt', { exitCode: exitCodes.interrupted, status: 'incomplete' }, { pass: 3 }, 'FAILED'],
    ['no end', { exitCode: null, status: 'incomplete' }, { pass: 3 }, 'FAILED'],
    ['incomplete, whatever the exit code says', { status: 'incomplete' }, { pass: 3 }, 'FAILED'],
    ['exit code 0 in spite of what did not run', {}, { pass: 3, 'not-run': 1 }, 'WARNED'],
  ]
  for (const [what, ended, counts, result] of table) t.equal(attestedResult({ status: 'complete', exitCode: exitCodes.ok, ...ended, counts: { ...none, ...counts } }), result, what)
})

t.test('the statement covers the manifest and each file that it names, and tells cases by outcome', async (t) => {
  const folder = join(place(t), 'evidence')
  writeRun(folder, run, { files: [{ name: 'failures/x.json', text: '{}' }], url: 'https://ci.example/run/1' })
  const statement = JSON.parse(read(folder, attestationName)) as Statement
  t.same(statement.subject, [manifestName, 'failures/x.json', 'results.json'].map((name) => ({ name, digest: { sha256: sha256(readFileSync(join(folder, name))) } })))
  t.match(statement, {
    _type: 'https://in-toto.io/Statement/v1', predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: 'FAILED', url: 'https://ci.example/run/1', passedTests: ['auth.good'], warnedTests: ['auth.soft'], failedTests: ['auth.bad'],
      configuration: [
        { name: manifestName, annotations: { exitCode: 1, level: 'must', counts: run.counts } },
        { name: 'harness', uri: 'pkg:npm/handoff-conformance@0.1.0' }, { name: 'catalogue', digest: { sha256: run.catalogueDigest } },
      ],
    },
  })
})

t.test('a later run replaces an attestation of ours, and no other', async (t) => {
  const folder = join(place(t), 'evidence')
  const keys = writeKeys(place(t), 'key')
  for (const sign of [undefined, readSigningKey(keys.private), undefined]) t.doesNotThrow(() => writeRun(folder, run, sign === undefined ? {} : { sign }))
  writeFileSync(join(folder, attestationName), '{"mine":true}')
  t.throws(() => writeRun(folder, run), { code: 'evidence_foreign' })
  t.equal(read(folder, attestationName), '{"mine":true}')
})

t.test('where the attestation cannot be written there is no manifest that says that all is well', async (t) => {
  const folder = join(place(t), 'evidence')
  const secrets = createSecretRegistry()
  const keeper = keepRecord({
    writer: openEvidence({ folder, secrets }), secrets, facts: { requirement: () => undefined, explanation: () => undefined }, exchanges: false, files: [], watch: () => {}, onFault: () => {},
  })
  for (const event of sampleEvents()) keeper.emit(event)
  mkdirSync(join(folder, attestationName))
  const { exitCode, errors, run: ended } = keeper.finish(0)
  t.equal(exitCode, exitCodes.fault)
  t.match(errors, [{ code: 'evidence_write_failed', message: /attestation\.json/ }])
  t.equal(ended.exitCode, exitCodes.fault)
  t.match(JSON.parse(read(folder, 'results.json')), { exitCode: exitCodes.fault })
  t.notOk(existsSync(join(folder, manifestName)))
  t.ok(existsSync(join(folder, lockName)), 'the lock says whose the rest is')
  rmdirSync(join(folder, attestationName))
})

t.test('the address of a run comes from the CI, and only where it is one', async (t) => {
  const github = { GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'a/b', GITHUB_RUN_ID: '7' }
  t.equal(runUrlOf(github), 'https://github.example/a/b/actions/runs/7')
  t.equal(runUrlOf({ CI_JOB_URL: 'https://gitlab.example/a/b/-/jobs/9' }), 'https://gitlab.example/a/b/-/jobs/9')
  for (const env of [{}, { ...github, GITHUB_RUN_ID: '' }, { CI_JOB_URL: 'javascript:alert(1)' }, { CI_JOB_URL: 'https://user:secret@host/x' }, { CI_JOB_URL: 'no address' }]) t.equal(runUrlOf(env), undefined)
})
