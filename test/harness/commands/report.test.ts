import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { reportCommand } from '../../../harness/commands/report.ts'
import type { Terminal } from '../../../harness/commands/terminal.ts'
import { readResults } from '../../../harness/evidence/read-results.ts'
import { reporterNames, reporters } from '../../../harness/reporters/reporters.ts'
import { plain, richRecord } from '../reporters/sample.ts'

const folder = mkdtempSync(join(tmpdir(), 'handoff-report-'))
t.teardown(() => { rmSync(folder, { recursive: true, force: true }) })
const results = join(folder, 'results.json')
// As a run writes it: without credentials.
const run = readResults(reporters.json(richRecord(), plain), results)
writeFileSync(results, reporters.json(run, plain))

let said = ''
const terminal: Terminal = { out: (text) => { said += text }, err: () => {}, env: {}, color: false, columns: 100, live: undefined, liveColor: false, flushed: async () => {} }

t.test('every reporter renders a finished run again, from its folder and from the file', async (t) => {
  for (const place of [folder, results]) {
    for (const name of reporterNames) {
      said = ''
      t.equal(reportCommand(terminal, place, [{ name, file: undefined }]), 0)
      t.equal(said, reporters[name](run, { ...plain, evidence: place, replay: ` --evidence ${place}`, targetUnsaid: true }), name)
      if (!['badge', 'json', 'github'].includes(name)) t.match(said, '--target FILE, --url URL or -- COMMAND', `${name}: nothing in the evidence says how to reach the target`)
    }
  }
})

t.test('into files nothing goes to stdout, and without a choice a person reads it there', async (t) => {
  const file = join(folder, 'junit.xml')
  said = ''
  reportCommand(terminal, folder, [{ name: 'junit', file }])
  t.equal(said, '')
  t.match(readFileSync(file, 'utf8'), /^<\?xml/)
  reportCommand(terminal, folder, [])
  t.match(said, 'auth.bad')
})

t.test('what cannot be done is a clear error', async (t) => {
  t.throws(() => reportCommand(terminal, join(folder, 'none'), []), { code: 'results_unreadable', exitCode: 2 })
  t.throws(() => reportCommand(terminal, folder, [{ name: 'tap', file: undefined }, { name: 'json', file: undefined }]), { code: 'usage' })
  t.throws(() => reportCommand(terminal, folder, [{ name: 'json', file: results }]), { code: 'evidence_unwritable' }, 'the results are not overwritten')
  writeFileSync(join(folder, 'other.json'), '{}')
  t.throws(() => reportCommand(terminal, join(folder, 'other.json'), []), { code: 'results_invalid' })
})

t.test('finished evidence stays as it is', async (t) => {
  const evidence = mkdtempSync(join(folder, 'evidence-'))
  writeFileSync(join(evidence, 'results.json'), reporters.json(run, plain))
  writeFileSync(join(evidence, 'manifest.json'), '{}')
  for (const place of [evidence, join(evidence, 'results.json')]) {
    t.throws(() => reportCommand(terminal, place, [{ name: 'html', file: join(evidence, 'report.html') }]), { code: 'evidence_unwritable', exitCode: 2 })
  }
  t.same(readdirSync(evidence).toSorted(), ['manifest.json', 'results.json'])
})
