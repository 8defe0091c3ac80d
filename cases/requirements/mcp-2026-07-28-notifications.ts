/** MCP 2026-07-28, server/utilities/logging and basic/patterns/progress: what comes before the response. */
import type { Level, Requirement } from '../../harness/run/requirement.ts'

const source = 'MCP 2026-07-28'
const root = 'https://modelcontextprotocol.io/specification/2026-07-28'

function logging(name: string, level: Level, section: string, rows: readonly string[], statement: string): Requirement {
  return { id: `mcp-2026-07-28.${name}`, level, source, section: `server/utilities/logging, ${section}`, url: `${root}/server/utilities/logging`, statement, rows }
}

function progress(name: string, level: Level, section: string, rows: readonly string[], statement: string): Requirement {
  return { id: `mcp-2026-07-28.${name}`, level, source, section: `basic/patterns/progress, ${section}`, url: `${root}/basic/patterns/progress`, statement, rows }
}

export const mcp20260728Notifications: readonly Requirement[] = [
  logging('log-opt-in', 'must', 'Per-request log level', ['META-14'],
    'A request that names no log level gets no log messages.'),
  logging('log-threshold', 'must', 'Per-request log level', ['META-15'],
    'A request that names a log level gets no log messages below it.'),
  logging('log-own-stream', 'must', 'Per-request log level', ['META-15'],
    'Log messages come only with the response to the request that named the level, and not to another one that is answered at the same time. Over stdio all messages share one stream and name no request, so that only HTTP shows it.'),
  logging('log-level-invalid', 'should', 'Error Handling', ['META-16'],
    'A server that offers logging refuses a log level that is none as invalid parameters (-32602).'),
  logging('logging-declared', 'must', 'Capabilities', ['META-17'],
    'A server that sends log messages declares the capability logging.'),
  logging('log-no-secrets', 'must', 'Security', [],
    'No log message holds a credential: not the token of the client that reads it either.'),
  progress('progress-token', 'must', 'Behavior Requirements', ['META-18'],
    'A notification of progress carries the token of its request, of the same type and value.'),
  progress('progress-increases', 'must', 'Progress Flow', ['META-19'],
    'Progress grows with each notification of one request.'),
  progress('progress-in-flight', 'must', 'Behavior Requirements', ['META-20'],
    'No progress is reported for a request without a token, and none once the response is there.'),
]
