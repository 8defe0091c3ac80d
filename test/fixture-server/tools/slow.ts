/** A tool that takes its time and can be cancelled, and one that tells what became of it. */
import { setTimeout as delay } from 'node:timers/promises'
import { readOnly, structured } from '../feature.ts'
import type { FixtureTool } from '../feature.ts'

const label = { type: 'string', minLength: 1, maxLength: 200, description: 'A name of your own for the call.' }

export const slowTools: readonly FixtureTool[] = [
  {
    name: 'slow_call',
    description: 'Answers after a while, unless it is cancelled before. slow_call_state tells what became of it.',
    inputSchema: {
      type: 'object',
      properties: { label, duration_ms: { type: 'integer', minimum: 1, maximum: 60_000, default: 200 } },
      additionalProperties: false,
    },
    annotations: readOnly,
    run: async (input, { caller, fixture, request }) => {
      const { agentId } = caller()
      const name = typeof input['label'] === 'string' ? input['label'] : 'unnamed'
      fixture.witness.note(agentId, name, 'running')
      const { signal, _meta } = request.mcpReq
      if (_meta?.progressToken !== undefined) {
        const { progressToken } = _meta
        await request.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 0, total: 1 } })
      }
      const state = await delay(Number(input['duration_ms'] ?? 200), 'finished' as const, { signal }).catch(() => 'cancelled' as const)
      fixture.witness.note(agentId, name, state)
      return structured({ label: name, state })
    },
  },
  {
    name: 'slow_call_state',
    description: 'Tells whether a slow_call of yours with that label is running, finished, cancelled or unknown.',
    inputSchema: { type: 'object', properties: { label }, required: ['label'], additionalProperties: false },
    outputSchema: {
      type: 'object',
      properties: { state: { type: 'string', enum: ['running', 'finished', 'cancelled', 'unknown'] } },
      required: ['state'],
      additionalProperties: false,
    },
    annotations: readOnly,
    run: (input, { caller, fixture }) => structured({ state: fixture.witness.of(caller().agentId, String(input['label'])) }),
  },
]
