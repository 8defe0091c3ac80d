/**
 * `POST /projects/{project_id}/handoff/accept`: accept_handoff for callers that do not speak MCP, behind the guards of the
 * MCP endpoint. From the parse on its errors are what the tool answers, with an HTTP status for each code.
 */
import { parseStrictJson, StrictJsonError } from '../../protocol/strict-json.ts'
import { HandoffError } from '../handoff/errors.ts'
import type { ErrorCode } from '../handoff/errors.ts'
import { isRecord } from '../mcp/message-id.ts'
import { errorResult } from '../tools/table.ts'
import type { ToolResult } from '../tools/tool.ts'
import type { Admission } from './caller.ts'
import { misplacedCredentials } from './guards/credentials.ts'
import { hasAccessToken } from './guards/message.ts'
import type { Exchange, Intake } from './intake.ts'
import { refuse, sendJson } from './refusal.ts'
import type { HttpStackOptions } from './stack.ts'

export interface AcceptRouteOptions {
  readonly intake: Intake
  readonly acceptHandoff: NonNullable<HttpStackOptions['acceptHandoff']>
}

/** One segment of RFC 3986 §3.3 between the fixed ones, and it is not empty. */
const acceptPath = /^\/projects\/((?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+)\/handoff\/accept$/

/** What the tool can be refused with; any other code is a fault of the server. */
const statuses: Partial<Record<ErrorCode, number>> = {
  invalid_input: 400,
  payload_too_large: 413,
  not_permitted: 403,
  busy: 503,
}

export class AcceptRoute {
  readonly #options: AcceptRouteOptions

  constructor(options: AcceptRouteOptions) {
    this.#options = options
  }

  /** The route of a path; undefined where the path is another, or does not decode to UTF-8. */
  find(path: string): { readonly methods: readonly string[]; readonly handle: (exchange: Exchange) => Promise<void> } | undefined {
    const projectId = projectIdOf(path)
    if (projectId === undefined) return undefined
    return { methods: ['POST'], handle: async (exchange) => this.#handle(exchange, projectId) }
  }

  async #handle(exchange: Exchange, projectId: string): Promise<void> {
    await this.#options.intake.admit(exchange, async (admission, bytes = new Uint8Array()) => this.#answer(exchange, admission, bytes, projectId))
  }

  async #answer({ response }: Exchange, { caller }: Admission, bytes: Uint8Array, projectId: string): Promise<void> {
    let given: unknown
    try {
      given = parseStrictJson(bytes)
    } catch (error) {
      if (!(error instanceof StrictJsonError)) throw error
      return send(response, errorResult(new HandoffError('invalid_input', error.message)))
    }
    if (hasAccessToken(given)) return refuse(response, misplacedCredentials())
    if (!isRecord(given)) return send(response, errorResult(new HandoffError('invalid_input', 'The body must be a JSON object.')))
    const named = given['project_id'] ?? projectId
    if (named !== projectId) {
      return send(response, errorResult(new HandoffError('invalid_input', 'The project of the body is another than that of the path.', { field: 'project_id' })))
    }
    return send(response, await this.#options.acceptHandoff({ ...given, project_id: projectId }, caller))
  }
}

function send(response: Exchange['response'], { structuredContent, isError }: ToolResult): void {
  if (isError !== true) return sendJson(response, 200, structuredContent)
  const { code } = structuredContent['error'] as { readonly code: ErrorCode }
  return sendJson(response, statuses[code] ?? 500, structuredContent, code === 'busy' ? { 'retry-after': '1' } : {})
}

function projectIdOf(path: string): string | undefined {
  const segment = acceptPath.exec(path)?.[1]
  if (segment === undefined) return undefined
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
