/** A tool that reports progress for a while: what the reference has no use for, and what open streams are tested with. */
import { setTimeout as delay } from 'node:timers/promises'
import type { CallToolResult, ListToolsResult, ServerContext } from '@modelcontextprotocol/server'

export const streamingTool: ListToolsResult['tools'][number] = {
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
}

/** Progress goes only to a caller that gave a token for it; the answer follows in any case. */
export async function streamProgress(input: Readonly<Record<string, unknown>>, request: ServerContext): Promise<CallToolResult> {
  const steps = bounded(input['steps'], 10_000, 3)
  const intervalMs = bounded(input['interval_ms'], 1000, 20)
  const progressToken = request.mcpReq._meta?.progressToken
  const { signal } = request.mcpReq
  for (let progress = 1; progress <= steps && !signal.aborted; progress += 1) {
    await delay(intervalMs, undefined, { signal }).catch(() => undefined)
    if (progressToken === undefined) continue
    await request.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: steps } })
  }
  return { content: [{ type: 'text', text: `${steps} steps` }] }
}

function bounded(value: unknown, max: number, fallback: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max ? value : fallback
}
