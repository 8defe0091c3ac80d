import t from 'tap'
import { cases, requirements } from '../../cases/index.ts'

/** How many rows each table of the catalogue of revisions has. */
const tables = {
  HTTP: 32, VER: 12, HDR: 27, META: 20, RPC: 16, DISC: 8, CACHE: 10, PAGE: 2, SUB: 13, TOOL: 18, RES: 8, PROM: 4, COMP: 3, MRTR: 12,
}
const rows = Object.entries(tables).flatMap(([name, count]) => Array.from({ length: count }, (_, index) => `${name}-${String(index + 1).padStart(2, '0')}`))

t.test('every row is covered by a requirement, or said to be unobservable', async (t) => {
  const covered = new Set(requirements.flatMap((requirement) => requirement.rows ?? []))
  t.same(rows.filter((row) => !covered.has(row)), [])
})

t.test('every row that a requirement names is in a table', async (t) => {
  const known = (row: string): boolean => rows.includes(row) || !/^(HTTP|VER|HDR|META|RPC|DISC|CACHE|PAGE|SUB|TOOL|RES|PROM|COMP|MRTR)-/.test(row)
  t.same(requirements.flatMap((requirement) => requirement.rows ?? []).filter((row) => !known(row)), [])
})

t.test('a requirement with rows has a case, or a reason why it has none', async (t) => {
  const observed = new Set(cases.flatMap((entry) => entry.requirements))
  t.same(requirements.filter(({ id, rows: own, unobservable }) => own !== undefined && !observed.has(id) && unobservable === undefined).map(({ id }) => id), [])
})
