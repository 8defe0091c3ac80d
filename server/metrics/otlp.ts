/**
 * Writes a snapshot as OTLP JSON: the JSON mapping of the Protocol Buffers of opentelemetry-proto (metrics/v1), with its
 * exceptions (docs/specification.md, JSON Protobuf Encoding): 64-bit integers are decimal strings, enums numbers.
 */
import type { Distribution } from './instruments.ts'

interface Described {
  readonly name: string
  /** UCUM, as OpenTelemetry has it. */
  readonly unit: string
  readonly description: string
  /** The key of the attribute that tells the series apart; undefined: there is one series, and its label is ''. */
  readonly label?: string
}

type Series<T> = readonly (readonly [label: string, value: T])[]

export type Instrument = Described & (
  | { readonly kind: 'counter'; readonly series: Series<number> }
  | { readonly kind: 'gauge'; readonly number: 'whole' | 'real'; readonly series: Series<number> }
  | { readonly kind: 'histogram'; readonly bounds: readonly number[]; readonly series: Series<Distribution> }
)

export interface Snapshot {
  readonly service: { readonly name: string; readonly version: string; readonly instanceId: string }
  /** When counting began, in ms since the epoch. */
  readonly startedAt: number
  readonly takenAt: number
  readonly instruments: readonly Instrument[]
}

const cumulative = 2

/** One line, without line end. An instrument of which nothing was seen yet is left out. */
export function otlpLine({ service, startedAt, takenAt, instruments }: Snapshot): string {
  const start = nanoseconds(startedAt)
  // A clock that went back does not end a period before it began.
  const times = { startTimeUnixNano: start, timeUnixNano: nanoseconds(Math.max(startedAt, takenAt)) }
  const { name, version, instanceId } = service
  const resource = [attribute('service.name', name), attribute('service.version', version), attribute('service.instance.id', instanceId)]
  const metrics = instruments.filter(({ series }) => series.length > 0).map((instrument) => metricOf(instrument, times))
  return JSON.stringify({ resourceMetrics: [{ resource: { attributes: resource }, scopeMetrics: [{ scope: { name, version }, metrics }] }] })
}

interface Times {
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
}

function metricOf(instrument: Instrument, times: Times): object {
  const { name, unit, description, label } = instrument
  const described = { name, description, unit }
  const attributes = (value: string): object => (label === undefined ? {} : { attributes: [attribute(label, value)] })
  switch (instrument.kind) {
    case 'counter': {
      const dataPoints = instrument.series.map(([value, count]) => ({ ...attributes(value), ...times, asInt: String(count) }))
      return { ...described, sum: { dataPoints, aggregationTemporality: cumulative, isMonotonic: true } }
    }
    case 'gauge': {
      const { timeUnixNano } = times
      const numbered = (amount: number): object => (instrument.number === 'whole' ? { asInt: String(amount) } : { asDouble: amount })
      return { ...described, gauge: { dataPoints: instrument.series.map(([value, amount]) => ({ ...attributes(value), timeUnixNano, ...numbered(amount) })) } }
    }
    case 'histogram': {
      const dataPoints = instrument.series.map(([value, { count, sum, min, max, buckets }]) => ({
        ...attributes(value), ...times, count: String(count), sum, bucketCounts: buckets.map(String), explicitBounds: instrument.bounds, min, max,
      }))
      return { ...described, histogram: { dataPoints, aggregationTemporality: cumulative } }
    }
  }
}

function attribute(key: string, value: string): object {
  return { key, value: { stringValue: value } }
}

/** @param ms since the epoch, decimals included; a double has microseconds of today, and no more. */
function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n)
}
