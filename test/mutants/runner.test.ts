import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { mutants } from './catalogue.ts'
import { proveMutant } from './jobs.ts'
import type { Ended } from './workers.ts'
import { runJobs } from './workers.ts'
import type { Mutant } from './mutant.ts'

const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))
const file = 'server/registry/active.ts'
const find = 'if (!agent.enabled) return false'

t.test('a mutant of each kind is killed by its case', async (t) => {
  for (const id of ['scheme-letter-by-letter', 'envelope-status', 'nul-dropped']) {
    const mutant = mutants.find((each) => each.id === id)
    if (mutant === undefined || !('kills' in mutant)) throw new Error('it is gone')
    t.same(await proveMutant(mutant, mutant.kills, folder), [], id)
  }
})

t.test('a mutant that changes nothing survives and is reported', async (t) => {
  const idle: Mutant = { id: 'idle', title: 'Nothing is changed.', target: 'reference', patch: { file, find, replace: find }, kills: ['auth.scheme-case'] }
  t.same(await proveMutant(idle, ['auth.scheme-case'], folder), ['survived: no case failed', 'auth.scheme-case does not see it (pass)'])
})

t.test('a patch that does not fit is told from a survivor', async (t) => {
  const stale: Mutant = { id: 'stale', title: 'The text is gone.', target: 'reference', patch: { file, find: 'no such text', replace: '' }, kills: ['auth.scheme-case'] }
  t.match(await proveMutant(stale, ['auth.scheme-case'], folder), [/the patch does not apply/])
  const elsewhere: Mutant = { ...stale, id: 'elsewhere', patch: { file: 'server/commands/rotate.ts', find, replace: '' } }
  t.match(await proveMutant(elsewhere, ['auth.scheme-case'], folder), [/was never loaded/])
})

t.test('workers run jobs, and what they cannot run is told', async (t) => {
  const ended: Ended[] = []
  await runJobs([{ kind: 'mutant', id: 'no-such-mutant', cases: [] }, { kind: 'mutant', id: 'scheme-letter-by-letter', cases: ['auth.scheme-case'] }], { atOnce: 1, folder, ended: (each) => ended.push(each) })
  t.match(ended.map(({ result }) => result.problems), [[/there is no no-such-mutant/], []])
})
