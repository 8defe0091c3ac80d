/** Reads snapshots of metrics as whoever collects them would: strictly by the messages of opentelemetry-proto, metrics/v1, in their JSON mapping. */
import { Ajv2020 } from 'ajv/dist/2020.js'

const integer = { type: 'string', pattern: '^(0|[1-9][0-9]*)$' }
const message = (required: Record<string, object>, optional: Record<string, object> = {}): object => ({
  type: 'object', additionalProperties: false, required: Object.keys(required), properties: { ...required, ...optional },
})
const list = (items: object): object => ({ type: 'array', items })
const some = (items: object): object => ({ ...list(items), minItems: 1 })
const text = { type: 'string', minLength: 1 }
const attributes = some(message({ key: text, value: message({ stringValue: text }) }))
const times = { startTimeUnixNano: integer, timeUnixNano: integer }
const numberPoint = { oneOf: [message({ timeUnixNano: integer, asInt: integer }, { attributes, startTimeUnixNano: integer }), message({ timeUnixNano: integer, asDouble: { type: 'number' } }, { attributes, startTimeUnixNano: integer })] }
const histogramPoint = message({ ...times, count: integer, sum: { type: 'number' }, bucketCounts: some(integer), explicitBounds: some({ type: 'number' }), min: { type: 'number' }, max: { type: 'number' } }, { attributes })
/** 2 is AGGREGATION_TEMPORALITY_CUMULATIVE. */
const cumulative = { const: 2 }
const metric = {
  oneOf: [
    message({ name: text, description: text, unit: text, sum: message({ dataPoints: some(numberPoint), aggregationTemporality: cumulative, isMonotonic: { const: true } }) }),
    message({ name: text, description: text, unit: text, gauge: message({ dataPoints: some(numberPoint) }) }),
    message({ name: text, description: text, unit: text, histogram: message({ dataPoints: some(histogramPoint), aggregationTemporality: cumulative }) }),
  ],
}
const isSnapshot = new Ajv2020({ allErrors: true }).compile(message({
  resourceMetrics: some(message({
    resource: message({ attributes }),
    scopeMetrics: some(message({ scope: message({ name: text, version: text }), metrics: list(metric) })),
  })),
}))

export interface Point {
  readonly attributes?: readonly { readonly key: string; readonly value: { readonly stringValue: string } }[]
  readonly startTimeUnixNano?: string
  readonly timeUnixNano: string
  readonly asInt?: string
  readonly asDouble?: number
  readonly count?: string
  readonly sum?: number
  readonly min?: number
  readonly max?: number
  readonly bucketCounts?: readonly string[]
  readonly explicitBounds?: readonly number[]
}

interface Content {
  readonly resourceMetrics: readonly [{
    readonly resource: { readonly attributes: NonNullable<Point['attributes']> }
    readonly scopeMetrics: readonly [{ readonly metrics: readonly ({ readonly name: string } & Readonly<Partial<Record<'sum' | 'gauge' | 'histogram', { readonly dataPoints: readonly Point[] }>>>)[] }]
  }]
}

export interface ReadSnapshot {
  readonly resource: Readonly<Record<string, string>>
  readonly names: readonly string[]
  /** All points of a metric; none where it is not there. */
  points(name: string): readonly Point[]
  /** Values of whole numbers by their label, or under '' where there is none. */
  counts(name: string): Readonly<Record<string, number>>
}

/** @throws Error that names the first thing that is no OTLP JSON */
export function readSnapshot(line: string): ReadSnapshot {
  const content: unknown = JSON.parse(line)
  if (!isSnapshot(content)) throw new Error(`no OTLP: ${isSnapshot.errors?.map(({ instancePath, message: what }) => `${instancePath} ${what ?? ''}`).join('; ') ?? ''}`)
  const [{ resource, scopeMetrics: [{ metrics }] }] = (content as Content).resourceMetrics
  const points = (name: string): readonly Point[] => {
    const found = metrics.find((each) => each.name === name)
    return (found?.sum ?? found?.gauge ?? found?.histogram)?.dataPoints ?? []
  }
  return {
    resource: Object.fromEntries(resource.attributes.map(({ key, value }) => [key, value.stringValue])),
    names: metrics.map(({ name }) => name),
    points,
    counts: (name) => Object.fromEntries(points(name).map(({ attributes: labels, asInt }) => [labels?.[0]?.value.stringValue ?? '', Number(asInt)])),
  }
}

/** The snapshots among log lines, in their order. @throws Error where a line is no JSON object */
export function snapshotsOf(lines: readonly string[]): ReadSnapshot[] {
  const contents = lines.map((line) => {
    const content: unknown = JSON.parse(line)
    if (typeof content !== 'object' || content === null || Array.isArray(content)) throw new Error('a line is no JSON object')
    return { line, content }
  })
  return contents.filter(({ content }) => 'resourceMetrics' in content).map(({ line }) => readSnapshot(line))
}
