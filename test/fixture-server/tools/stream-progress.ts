/** A tool that reports progress for a while: what the reference has no use for, and what open streams are tested with. */
import { setTimeout as delay } from 'node:timers/promises'
import { readOnly, text } from '../feature.ts'
import type { FixtureTool } from '../feature.ts'

/** Progress goes only to a caller that gave a token for it; the answer follows in any case. */
export const streamProgress: FixtureTool = {
  name: 'stream_progress',
  description: 'Reports progress at an interval, as often as asked, and then answers.',
  inputSchema: {
    type: 'object',
    properties: {
      steps: { type: 'integer', minimum: 1, maximum: 10_000, default: 3 },
      interval_ms: { type: 'integer', minimum: 1, maximum: 1000, default: 20 },
    },
    additionalProperties: false,
  },
  annotations: readOnly,
  run: async (input, { request }) => {
    const steps = Number(input['steps'] ?? 3)
    const intervalMs = Number(input['interval_ms'] ?? 20)
    const progressToken = request.mcpReq._meta?.progressToken
    const { signal } = request.mcpReq
    for (let progress = 1; progress <= steps && !signal.aborted; progress += 1) {
      await delay(intervalMs, undefined, { signal }).catch(() => undefined)
      if (progressToken === undefined || signal.aborted) continue
      await request.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: steps } })
    }
    return text(`${steps} steps`)
  },
}
