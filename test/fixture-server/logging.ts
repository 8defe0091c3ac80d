/** Who gets log messages: in 2026 the request that asks for a level, in 2025 the session, from the level that it set. */
import { LOG_LEVEL_META_KEY, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { ServerContext } from '@modelcontextprotocol/server'
import type { Era, JsonObject, LogLevel } from './feature.ts'

const levels: readonly LogLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/** The log of one server object. */
export class Log {
  readonly #era: Era
  #level: LogLevel = 'debug'

  constructor(era: Era) {
    this.#era = era
  }

  /** @throws ProtocolError -32602 for a level that there is not */
  setLevel(level: unknown): void {
    const known = levels.find((each) => each === level)
    if (known === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such level.')
    this.#level = known
  }

  /** Sends on the stream of the request. Without a level on a request of 2026, nothing may be sent (server/utilities/logging). */
  async write(request: ServerContext, level: LogLevel, data: unknown): Promise<void> {
    const wanted = this.#era === 'legacy' ? this.#level : levels.find((each) => each === envelopeOf(request)[LOG_LEVEL_META_KEY])
    if (wanted === undefined || levels.indexOf(level) < levels.indexOf(wanted)) return
    await request.mcpReq.notify({ method: 'notifications/message', params: { level, logger: 'fixture-server', data } })
  }
}

/** What a request of 2026 says of its client; empty for one of 2025. */
export function envelopeOf(request: ServerContext): JsonObject {
  return request.mcpReq.envelope ?? {}
}
