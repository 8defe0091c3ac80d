import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { lockName } from '../../../harness/evidence/lock.ts'
import { type Manifest, sha256 } from '../../../harness/evidence/manifest.ts'
import { createSecretRegistry } from '../../../harness/evidence/secrets.ts'
import { checkWritable, openEvidence } from '../../../harness/evidence/writer.ts'
import { recordOf, sampleEvents } from './sample-run.ts'

const secret = 'canary-0123456789-QWERTZ'
const run = recordOf(sampleEvents())

const place = (t: { teardown(handler: () => unknown): unknown }): string => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const registry = () => {
  const secrets = createSecretRegistry()
  secrets.add(secret)
  return secrets
}
const open = (folder: string) => openEvidence({ folder, secrets: registry() })
const read = (...path: string[]) => readFileSync(join(...path), 'utf8')

t.test('what is written is redacted, named in the manifest with its hash, and leaves nothing else', async (t) => {
  const folder = join(place(t), 'deep', 'down')
  const writer = open(folder)
  writer.write('results.json', `{"token":"${secret}"}`)
  writer.write('failures/one.json', '{}')
  const lines = writer.openLines('exchanges.jsonl')
  lines.add(`"${Buffer.from(secret).toString('base64')}"`)
  t.notOk(existsSync(join(folder, 'exchanges.jsonl')), 'a growing file has its name only once it is whole')
  lines.close()
  t.same(writer.finish(run), [])
  t.same(readdirSync(folder).sort(), ['attestation.json', 'exchanges.jsonl', 'failures', 'manifest.json', 'results.json'])
  t.equal(read(folder, 'results.json'), '{"token":"[redacted]"}')
  t.equal(read(folder, 'exchanges.jsonl'), '"[redacted]"\n')
  const manifest = JSON.parse(read(folder, 'manifest.json')) as Manifest
  t.same(manifest.files.map(({ name }) => name), ['exchanges.jsonl', 'failures/one.json', 'results.json'])
  for (const { name, size, sha256: hash } of manifest.files) {
    const bytes = readFileSync(join(folder, name))
    t.same([size, hash], [bytes.length, sha256(bytes)], name)
  }
  t.match(manifest, { status: 'complete', seed: 7, revision: '2026-07-28', harnessVersion: '0.1.0', exitCode: 1, target: { name: 'sample' } })
})

t.test('a file that holds a secret all the same is deleted and named', async (t) => {
  const folder = place(t)
  const secrets = createSecretRegistry()
  const writer = openEvidence({ folder, secrets })
  writer.write('results.json', `{"token":"${secret}"}`)
  writer.write('other.json', '{}')
  const outside = join(place(t), 'report.tap')
  writer.writeElsewhere(outside, Buffer.from(`..${secret}..`).toString('base64url'))
  secrets.add(secret)
  t.same([...writer.finish(run)].sort(), [outside, 'results.json'].sort())
  t.notOk(existsSync(join(folder, 'results.json')))
  t.notOk(existsSync(outside))
  t.match(JSON.parse(read(folder, 'manifest.json')), { exitCode: 4, files: [{ name: 'other.json' }] })
})

t.test('the folder of an earlier run is replaced, and its files only', async (t) => {
  const folder = place(t)
  const first = open(folder)
  first.write('old.json', '{}')
  first.write('failures/old.json', '{}')
  first.finish(run)
  writeFileSync(join(folder, '.gitkeep'), '')
  open(folder).abandon()
  t.same(readdirSync(folder).sort(), ['.gitkeep', 'attestation.json', 'failures', 'manifest.json', 'old.json'], 'a run that never starts loses nothing')
  const second = open(folder)
  second.write('new.json', '{}')
  t.same(readdirSync(folder).sort(), ['.gitkeep', lockName, 'new.json'].sort(), 'nothing of the earlier run is left beside the new one')
  second.finish(run)
  t.same(readdirSync(folder).sort(), ['.gitkeep', 'attestation.json', 'manifest.json', 'new.json'])
})

t.test('what is not ours is never touched', async (t) => {
  const planted: Record<string, (folder: string) => void> = {
    'a file of the user': (folder) => writeFileSync(join(folder, 'notes.txt'), 'mine'),
    'a file of the user in a folder': (folder) => { mkdirSync(join(folder, 'src')); writeFileSync(join(folder, 'src/notes.txt'), 'mine') },
    'one of our files, changed since': (folder) => { const writer = open(folder); writer.write('notes.txt', 'ours'); writer.finish(run); writeFileSync(join(folder, 'notes.txt'), 'mine') },
    'a manifest of somebody else': (folder) => writeFileSync(join(folder, 'manifest.json'), '{"name":"app"}'),
    'a manifest that names a path outside': (folder) => {
      writeFileSync(join(folder, '..', 'victim.txt'), 'mine')
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ format: 'handoff-conformance/manifest', files: [{ name: '../victim.txt', size: 4, sha256: sha256(Buffer.from('mine')) }] }))
    },
    'a link in place of one of our files': (folder) => {
      writeFileSync(join(folder, '..', 'victim.txt'), 'mine')
      const writer = open(folder)
      writer.write('notes.txt', 'mine')
      writer.finish(run)
      rmSync(join(folder, 'notes.txt'))
      symlinkSync('../victim.txt', join(folder, 'notes.txt'))
    },
  }
  for (const [what, plant] of Object.entries(planted)) {
    const parent = place(t)
    const folder = join(parent, 'evidence')
    mkdirSync(folder)
    plant(folder)
    const before = readdirSync(parent, { recursive: true, encoding: 'utf8' }).sort()
    t.throws(() => open(folder), { code: 'evidence_foreign', exitCode: 2 }, what)
    t.same(readdirSync(parent, { recursive: true, encoding: 'utf8' }).sort(), before, `${what}: everything is still there`)
    if (existsSync(join(parent, 'victim.txt'))) t.equal(read(parent, 'victim.txt'), 'mine')
  }
})

t.test('a file outside, named by a hostile folder through a link that is no file of ours, is not removed', async (t) => {
  const parent = place(t)
  const folder = join(parent, 'evidence')
  mkdirSync(folder)
  mkdirSync(join(parent, 'outside'))
  writeFileSync(join(parent, 'outside', 'victim.txt'), 'mine')
  symlinkSync('../outside', join(folder, '.gitignore'))
  const earlier = open(folder)
  earlier.write('results.json', '{}')
  earlier.finish(run)
  const manifest = JSON.parse(read(folder, 'manifest.json')) as Manifest
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, files: [...manifest.files, { name: '.gitignore/victim.txt', size: 4, sha256: sha256(Buffer.from('mine')) }] }))
  rmSync(join(folder, 'attestation.json'))
  const writer = open(folder)
  writer.write('results.json', '{}')
  writer.finish(run)
  t.equal(read(parent, 'outside', 'victim.txt'), 'mine')
})

t.test('a folder that cannot be written is one clear error, as root too', async (t) => {
  const parent = place(t)
  writeFileSync(join(parent, 'file'), 'x')
  symlinkSync('nowhere/at/all', join(parent, 'dangling'))
  const table: readonly (readonly [folder: string, reason: RegExp])[] = [
    [join(parent, 'file'), /a file is in the way/],
    [join(parent, 'file', 'below'), /part of the path is a file/],
    ['/dev/full', /a file is in the way/],
    [join(parent, 'x'.repeat(300)), /too long/],
    [join(parent, 'dangling'), /evidence folder/],
  ]
  for (const [folder, reason] of table) t.throws(() => open(folder), { code: 'evidence_unwritable', exitCode: 2, message: reason }, folder.slice(-30))
  t.equal(read(parent, 'file'), 'x')
})

t.test('where a report cannot be written is known before the run', async (t) => {
  const parent = place(t)
  const evidence = join(parent, 'evidence')
  writeFileSync(join(parent, 'file'), 'x')
  const wrong = [join(parent, 'none', 'x.tap'), join(parent, 'file', 'x.tap'), parent, join(evidence, 'results.json'), join(evidence, 'results.json', 'x.tap'), join(evidence, 'manifest.json'), join(evidence, 'below', 'x.tap')]
  for (const file of wrong) t.throws(() => checkWritable(file, evidence), { code: 'evidence_unwritable', exitCode: 2 }, file.slice(parent.length))
  for (const file of [join(parent, 'x.tap'), join(parent, 'file'), join(evidence, 'x.tap')]) t.doesNotThrow(() => checkWritable(file, evidence), file.slice(parent.length))
})

t.test('two runs cannot write into one folder', async (t) => {
  const folder = place(t)
  const first = open(folder)
  t.throws(() => open(folder), { code: 'evidence_locked', exitCode: 2 }, 'of one process')
  first.finish(run)
  t.doesNotThrow(() => open(folder).finish(run), 'the folder is free again')
})

t.test('a run that never starts leaves no folder behind that it made', async (t) => {
  const parent = place(t)
  open(join(parent, 'a', 'b')).abandon()
  t.same(readdirSync(parent), [])
})

const child = `
import { openEvidence } from ${JSON.stringify(new URL('../../../harness/evidence/writer.ts', import.meta.url).href)}
import { createSecretRegistry } from ${JSON.stringify(new URL('../../../harness/evidence/secrets.ts', import.meta.url).href)}
const writer = openEvidence({ folder: process.argv[1], secrets: createSecretRegistry() })
writer.write('results.json', '{}')
writer.openLines('exchanges.jsonl').add('{}')
console.log('ready')
setInterval(() => {}, 1000)
`

t.test('another process holds the folder while it lives, and a killed one leaves only what we know to be ours', async (t) => {
  const folder = place(t)
  const other = spawn(process.execPath, ['--input-type=module', '-e', child, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => other.kill('SIGKILL'))
  await once(other.stdout, 'data')
  t.throws(() => open(folder), { code: 'evidence_locked', message: new RegExp(`process ${other.pid}`) })
  other.kill('SIGKILL')
  await once(other, 'exit')
  t.ok(existsSync(join(folder, 'results.json')), 'what it had written is there')
  const writer = open(folder)
  writer.write('results.json', '{"new":true}')
  t.same(readdirSync(folder).sort(), [lockName, 'results.json'], 'and is cleared away by the next run')
  writer.finish(run)
  t.same(readdirSync(folder).sort(), ['attestation.json', 'manifest.json', 'results.json'])
})
