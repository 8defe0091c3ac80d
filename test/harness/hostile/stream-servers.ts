/** Servers that hold the harness up within an event stream: no end, no line end, one event of megabytes, questions without end. */
import type { ServerResponse } from 'node:http'
import type { HostileKind, HostileSetting, HostileTarget } from './support/kind.ts'
import { decentTarget, pour } from './support/http-target.ts'

const cases = ['spec.tools-listed', 'spec.tools-list-stable', 'spec.result-type', 'spec.stream-*', 'auth.no-credentials'] as const
const common = {
  cases, codes: [1, 3], options: ['--timeout', '3s'],
  mayPass: { 'auth.no-credentials': 'it refuses as it should', 'spec.result-type': 'the results that it gave before are of a type' },
} as const

/** Serves the list of tools well as long as the harness asks what the target is, and as a stream from then on. */
async function streaming(setting: HostileSetting, write: (response: ServerResponse) => void): Promise<HostileTarget> {
  let lists = 0
  return decentTarget(setting, ({ authorised, method }, response) => {
    if (!authorised || method !== 'tools/list') return false
    lists += 1
    if (lists === 1) return false
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    write(response)
    return true
  })
}

const note = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'again' } })

export const streamServers: readonly HostileKind[] = [
  { ...common, name: 'streams events without end', start: async (setting) => streaming(setting, (response) => { pour(response, `data: ${note}\n\n`) }) },
  { ...common, name: 'streams comments without end', start: async (setting) => streaming(setting, (response) => { pour(response, `: ${'k'.repeat(1_000)}\n\n`) }) },
  { ...common, name: 'streams a line without end', start: async (setting) => streaming(setting, (response) => { response.write('data: "'); pour(response, 'l'.repeat(16_384)) }) },
  {
    ...common, name: 'streams an event of many megabytes', start: async (setting) => streaming(setting, (response) => {
      for (let count = 0; count < 512; count += 1) response.write(`data: ${'g'.repeat(65_536)}\n`)
      response.end('\n')
    }),
  },
  {
    ...common, name: 'asks its client something without end, and never answers', start: async (setting) => streaming(setting, (response) => {
      let asked = 0
      pour(response, Array.from({ length: 200 }, () => `data: ${JSON.stringify({ jsonrpc: '2.0', id: (asked += 1), method: asked % 2 === 0 ? 'ping' : 'sampling/createMessage', params: {} })}\n\n`).join(''))
    }),
  },
]
