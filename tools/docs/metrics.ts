/** The table of the instruments that the reference server tells with `HANDOFF_MCP_METRICS=1`. */
import { createMeter } from '../../server/metrics/meter.ts'
import { code, table } from './markdown.ts'

const kinds = { counter: 'sum, cumulative and monotonic', histogram: 'histogram, cumulative', gauge: 'gauge' } as const

export function metricsTable(): string {
  const instruments = createMeter().instruments({ counts: { queued: 0, accepted: 0, blocked: 0 }, oldestQueuedAt: undefined }, 0)
  return table(['metric', 'kind', 'unit', 'attribute', 'what'], instruments.map(({ name, kind, unit, label, description }) => [
    code(name), kinds[kind], code(unit), label === undefined ? '' : code(label), description,
  ]))
}
