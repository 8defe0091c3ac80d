import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import type { RunEvent } from '../../../harness/run/events.ts'
import { recordOf, sampleEvents } from './sample-run.ts'

const schema = JSON.parse(readFileSync(new URL('../../../harness/evidence/results.schema.json', import.meta.url), 'utf8')) as Record<string, unknown>
const validate = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false }).compile(schema)

t.test('the record fits its schema at every moment of a run', async (t) => {
  const events = sampleEvents()
  for (let length = 0; length <= events.length; length++) {
    t.ok(validate(JSON.parse(JSON.stringify(recordOf(events.slice(0, length))))), `after ${length} events: ${JSON.stringify(validate.errors)}`)
  }
})

t.test('a record without its end, or with an interrupted one, is incomplete', async (t) => {
  const events = sampleEvents()
  const interrupted = events.map((event): RunEvent => (event.type === 'run-end' ? { ...event, interrupted: true, exitCode: 130 } : event))
  t.equal(recordOf(events).status, 'complete')
  t.equal(recordOf(events.slice(0, -1)).status, 'incomplete')
  t.equal(recordOf(events.slice(0, -1)).exitCode, null)
  t.equal(recordOf(interrupted).status, 'incomplete')
})

t.test('results are in the order of their ids, however the cases ended', async (t) => {
  const events = sampleEvents()
  const ends = events.filter((event) => event.type === 'case-end')
  const others = events.filter((event) => event.type !== 'case-end')
  t.same(recordOf([...others, ...ends.toReversed()]), recordOf(events))
})
