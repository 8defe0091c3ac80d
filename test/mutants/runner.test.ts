import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { mutants } from './catalogue.ts'
import { mutantJob } from './jobs.ts'
import type { Mutant } from './mutant.ts'

const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))

t.test('a mutant is killed by its case', async (t) => {
  const mutant = mutants.find(({ id }) => id === 'scheme-letter-by-letter')
  if (mutant === undefined) throw new Error('it is gone')
  t.same(await mutantJob(mutant, folder, ['auth.scheme-case', 'auth.scheme-spaces']).run(), [])
})

t.test('a mutant that changes nothing survives and is reported', async (t) => {
  const find = 'if (!agent.enabled) return false'
  const idle: Mutant = { id: 'idle', title: 'Nothing is changed.', target: 'reference', patch: { file: 'server/registry/active.ts', find, replace: find }, kills: ['auth.scheme-case'] }
  t.same(await mutantJob(idle, folder, ['auth.scheme-case']).run(), ['survived: no case failed', 'auth.scheme-case does not see it'])
})

t.test('a patch that does not fit is told from a survivor', async (t) => {
  const stale: Mutant = { id: 'stale', title: 'The text is gone.', target: 'reference', patch: { file: 'server/registry/active.ts', find: 'no such text', replace: '' }, kills: ['auth.scheme-case'] }
  t.match(await mutantJob(stale, folder, ['auth.scheme-case']).run(), [/the patch does not apply/])
})
