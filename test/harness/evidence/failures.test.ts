import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { failureFile, failureText, readFailure, savedFailures } from '../../../harness/evidence/failures.ts'
import { failureOf } from '../../../harness/fuzz/failure.ts'
import { temporaryFolder } from '../commands/cli.ts'
import { recordOf, sampleEvents } from './sample-run.ts'

const failure = failureOf({ case: 'lifecycle.model', seed: 4_294_967_295 }, {
  kind: 'program', title: 'two acknowledgements both succeed', lines: ['1. alpha sends h1 to beta', '2. beta acknowledges h1'],
  data: { steps: [{ kind: 'send', title: 'a\u202eb\u0000\u001b[2J \u{1f600}', note: 'x'.repeat(10_000) }] },
})
const text = failureText(failure, recordOf(sampleEvents()))

function folderWith(t: { teardown(handler: () => unknown): unknown }, name: string, content: string): string {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'failures'))
  writeFileSync(join(folder, 'failures', `${name}.json`), content)
  return folder
}

t.test('what is kept comes back as it was, and nothing in the file is hidden', async (t) => {
  const folder = folderWith(t, failure.id, text)
  t.same(readFailure(folder, failure.id), { format: 'handoff-conformance/failure', schemaVersion: 1, harnessVersion: '0.1.0', catalogueDigest: 'ab'.repeat(32), level: 'must', target: 'sample', ...failure })
  t.match(text, /^[\n -~]*$/, 'printable ASCII only')
  t.equal(failureFile(failure.id), `failures/${failure.id}.json`)
})

t.test('what is not there is named with what is', async (t) => {
  const folder = folderWith(t, failure.id, text)
  t.throws(() => readFailure(folder, 'lifecycle.other'), { code: 'failure_unknown', exitCode: 2, message: new RegExp(`there is ${failure.id}$`) })
  t.throws(() => readFailure(temporaryFolder(t), failure.id), { code: 'failure_unknown', message: /nothing is kept there/ })
  t.throws(() => readFailure(join(folder, 'nowhere'), failure.id), { code: 'failure_unknown' })
  t.throws(() => readFailure(join(folder, 'failures'), `../failures/${failure.id}`), { code: 'failure_unknown' }, 'an id is no path')
  t.same(savedFailures(folder), [failure.id])
})

const changed = (change: object): string => JSON.stringify({ ...(JSON.parse(text) as object), ...change })
const broken: readonly { name: string; content: string; why: RegExp }[] = [
  { name: 'no JSON', content: '{"format":', why: /the text is not JSON/ },
  { name: 'nothing', content: '', why: /the JSON text is empty/ },
  { name: 'cut off', content: text.slice(0, -20), why: /the text is not JSON/ },
  { name: 'deeply nested', content: '['.repeat(10_000), why: /nests deeper than 512/ },
  { name: 'of another program', content: '{"name":"something"}', why: /its format is not handoff-conformance\/failure/ },
  { name: 'null', content: 'null', why: /its format is not/ },
  { name: 'of a later version', content: changed({ schemaVersion: 2 }), why: /another version of this program/ },
  { name: 'without a seed', content: changed({ seed: undefined }), why: /must have required property 'seed'/ },
  { name: 'with a seed that is text', content: changed({ seed: '7' }), why: /seed must be integer/ },
  { name: 'with a kind that is none', content: changed({ kind: 'guess' }), why: /kind must be equal/ },
  { name: 'with a member that is none', content: changed({ more: 1 }), why: /\("more"\)/ },
  { name: 'of another id', content: changed({ id: 'lifecycle.model-00000000' }), why: /it is the failure lifecycle\.model-00000000/ },
]
for (const { name, content, why } of broken) {
  t.test(`a file that is ${name} is refused, with the reason`, async (t) => {
    const folder = folderWith(t, failure.id, content)
    t.throws(() => readFailure(folder, failure.id), { code: 'failure_invalid', exitCode: 2, message: why })
  })
}

t.test('a folder in the place of the file is refused, and a link to nowhere', async (t) => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, failureFile('a.b')), { recursive: true })
  symlinkSync(join(folder, 'nowhere'), join(folder, failureFile('a.c')))
  t.throws(() => readFailure(folder, 'a.b'), { code: 'failure_invalid' })
  t.throws(() => readFailure(folder, 'a.c'), { code: 'failure_invalid' })
})

t.test('a pipe in the place of the file that nobody writes to holds nobody up', { skip: process.platform === 'win32' }, async (t) => {
  const folder = folderWith(t, 'a.b', text)
  execFileSync('mkfifo', [join(folder, failureFile('a.pipe'))])
  t.throws(() => readFailure(folder, 'a.pipe'), { code: 'failure_invalid', message: /it is no regular file/ })
})
