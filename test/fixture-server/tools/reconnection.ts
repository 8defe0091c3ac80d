/** A tool whose stream is closed before it answers: a client of 2025 gets the answer when it comes back with Last-Event-ID. */
import { setTimeout as delay } from 'node:timers/promises'
import { noInput, readOnly, text } from '../feature.ts'
import type { FixtureTool } from '../feature.ts'

export const testReconnection: FixtureTool = {
  name: 'test_reconnection',
  description: 'Closes the stream of its call where that can be resumed, and answers a moment later.',
  inputSchema: noInput,
  annotations: readOnly,
  run: async (_input, { request }) => {
    request.http?.closeSSE?.()
    await delay(100)
    return text('The answer after the stream was closed.')
  },
}
