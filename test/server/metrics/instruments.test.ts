/** What is counted is counted once, in the bucket that it belongs to, and written as OTLP has it. */
import * as fc from 'fast-check'
import t from 'tap'
import { Counter, Histogram } from '../../../server/metrics/instruments.ts'
import { createMeter, durationBounds } from '../../../server/metrics/meter.ts'
import { otlpLine } from '../../../server/metrics/otlp.ts'
import { readSnapshot } from './snapshots.ts'

const service = { name: 'handoff-server', version: '0.0.0', instanceId: 'instance' }
const startedAt = Date.parse('2026-03-01T12:00:00.000Z')

t.test('a counter keeps its labels apart', async (t) => {
  const counter = new Counter(['a'])
  counter.add('b')
  counter.add('b')
  t.same(counter.series(), [['a', 0], ['b', 2]])
  t.same(new Counter().series(), [])
})

t.test('a bound belongs to the bucket below it', async (t) => {
  const histogram = new Histogram([1, 2])
  for (const value of [0, 1, 1.5, 2, 2.0001, 1e9]) histogram.record('x', value)
  t.same(histogram.series(), [['x', { count: 6, sum: 0 + 1 + 1.5 + 2 + 2.0001 + 1e9, min: 0, max: 1e9, buckets: [2, 2, 2] }]])
})

t.test('every value is in one bucket, between its bounds', async (t) => {
  fc.assert(fc.property(fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 1, maxLength: 40 }), (values) => {
    const histogram = new Histogram(durationBounds)
    for (const value of values) histogram.record('x', value)
    const buckets = histogram.series()[0]?.[1].buckets ?? []
    const expected = [...durationBounds, Infinity].map((bound, index) => values.filter((value) => value <= bound && (index === 0 || value > (durationBounds[index - 1] ?? 0))).length)
    return buckets.join() === expected.join()
  }))
  t.same(durationBounds.toSorted((a, b) => a - b), durationBounds)
  t.equal(new Set(durationBounds).size, durationBounds.length)
})

t.test('a snapshot is OTLP JSON, one line of it', async (t) => {
  const meter = createMeter()
  const line = (now: number) => otlpLine({ service, startedAt, takenAt: now, instruments: meter.instruments({ counts: { queued: 3, accepted: 2, blocked: 1 }, oldestQueuedAt: new Date(startedAt).toISOString() }, now) })
  const first = readSnapshot(line(startedAt))
  t.same(first.names, ['handoff.created', 'handoff.accepted', 'handoff.completed', 'handoff.expired', 'handoff.store.retries', 'handoff.open', 'handoff.queued.oldest_age'], 'what nothing was seen of is left out')
  t.same(first.counts('handoff.created'), { '': 0 })
  meter.changed('created')
  meter.denied('not_found')
  meter.denied('not_found')
  meter.denied('busy')
  meter.storeFailed('full')
  meter.storeRetried()
  meter.toolAnswered('handoff_get', 0.0005)
  meter.toolAnswered('handoff_get', 0.001)
  meter.toolAnswered('handoff_get', 60)
  const text = line(startedAt + 60_000.25)
  t.notMatch(text, '\n')
  const snapshot = readSnapshot(text)
  t.same(snapshot.resource, { 'service.name': 'handoff-server', 'service.version': '0.0.0', 'service.instance.id': 'instance' })
  t.same(snapshot.points('handoff.created'), [{ startTimeUnixNano: '1772366400000000000', timeUnixNano: '1772366460000250000', asInt: '1' }])
  t.same(snapshot.counts('handoff.denied'), { not_found: 2, busy: 1 })
  t.same(snapshot.counts('handoff.store.errors'), { full: 1 })
  t.same(snapshot.counts('handoff.store.retries'), { '': 1 })
  t.same(snapshot.counts('handoff.open'), { queued: 3, accepted: 2, blocked: 1 })
  t.same(snapshot.points('handoff.queued.oldest_age'), [{ timeUnixNano: '1772366460000250000', asDouble: 60.00025 }])
  const [point] = snapshot.points('handoff.tool.duration')
  t.match(point, { count: '3', sum: 60.0015, min: 0.0005, max: 60, bucketCounts: ['2', ...Array.from({ length: durationBounds.length - 1 }, () => '0'), '1'] })
  t.equal(point?.bucketCounts?.length, (point?.explicitBounds?.length ?? 0) + 1)
  t.same(point?.attributes, [{ key: 'tool', value: { stringValue: 'handoff_get' } }])
  t.same(readSnapshot(line(startedAt - 5000)).points('handoff.created')[0]?.timeUnixNano, '1772366400000000000', 'a period does not end before it begins')
  t.same(readSnapshot(otlpLine({ service, startedAt, takenAt: startedAt, instruments: meter.instruments(undefined, startedAt) })).points('handoff.open'), [], 'what is not known is not told')
})
