import t from 'tap'
import { cases, requirements } from '../../cases/index.ts'
import type { RunRecord } from '../../harness/evidence/results.ts'
import { createCatalogue } from '../../harness/run/catalogue.ts'
import { fromGate } from './gate-record.ts'

const result = { suite: 'spec', title: 'A case', observations: [], durationMs: 1 } as const
const green: RunRecord = {
  format: 'handoff-conformance/results', schemaVersion: 2, status: 'complete', harnessVersion: '0.0.0',
  catalogueDigest: createCatalogue({ cases, requirements }).digest, nodeVersion: process.version, seed: 1, level: 'hardening', suites: ['spec'], planned: 2,
  // Later than any source.
  start: '2999-01-01T00:00:00.000Z', durationMs: 1, exitCode: 0,
  target: { name: 'reference', driver: 'reference', url: 'http://127.0.0.1:1/mcp', revision: '2026-07-28', revisions: ['2026-07-28'], auth: 'static-bearer' },
  counts: { 'pass': 1, 'fail': 0, 'warn': 0, 'not-applicable': 1, 'inconclusive': 0, 'not-run': 0 }, findings: [], failures: [],
  results: [{ ...result, id: 'a.passes', outcome: 'pass' }, { ...result, id: 'a.elsewhere', outcome: 'not-applicable' }],
  requirements: {}, explanations: {},
}

t.test('a green gate of these sources is a clean run', async (t) => {
  t.same(fromGate(['a.passes', 'a.elsewhere'], green), { problems: [], passed: ['a.passes'] })
})

const others: Readonly<Record<string, RunRecord>> = {
  'older than a source': { ...green, start: '1999-01-01T00:00:00.000Z' },
  'cut short': { ...green, status: 'incomplete' },
  'red': { ...green, exitCode: 1 },
  'of another catalogue': { ...green, catalogueDigest: '0'.repeat(64) },
  'of another level': { ...green, level: 'must' },
  'on another Node': { ...green, nodeVersion: 'v1.0.0' },
  'of another server': { ...green, target: green.target === null ? null : { ...green.target, driver: 'url' } },
  'with a case that failed': { ...green, results: [{ ...result, id: 'a.passes', outcome: 'fail' }] },
  'without one of the cases': { ...green, results: green.results.slice(1) },
}

for (const [name, record] of Object.entries(others)) {
  t.test(`a gate ${name} is none`, async (t) => {
    t.equal(fromGate(['a.passes'], record), undefined)
  })
}
