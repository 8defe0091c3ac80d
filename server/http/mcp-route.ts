/** The MCP endpoint: from a request that was let in to the protocol, one guard after the other. */
import type { ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import type { NodeMcpRequestHandler, NodeServerResponseLike } from '@modelcontextprotocol/node'
import { parseStrictJson, StrictJsonError } from '../../protocol/strict-json.ts'
import { readableId } from '../mcp/message-id.ts'
import { toAuthInfo } from './caller.ts'
import type { Admission } from './caller.ts'
import { misplacedCredentials } from './guards/credentials.ts'
import { checkMessage, hasAccessToken } from './guards/message.ts'
import { checkNameField } from './guards/name-field.ts'
import { checkParamHeaders } from './guards/param-headers.ts'
import type { Exchange, Intake } from './intake.ts'
import type { ProtocolEndpoint } from './protocol-endpoint.ts'
import { sendRpcFault } from './rpc-error.ts'
import type { HttpStackOptions } from './stack.ts'

export interface McpRouteOptions extends HttpStackOptions {
  readonly endpoint: ProtocolEndpoint
  readonly intake: Intake
}

export class McpRoute {
  readonly #options: McpRouteOptions
  readonly #protocol: NodeMcpRequestHandler

  constructor(options: McpRouteOptions) {
    this.#options = options
    this.#protocol = toNodeHandler(options.endpoint, { onerror: (error) => options.log(`mcp: ${error.name}`) })
  }

  async handle(exchange: Exchange): Promise<void> {
    await this.#options.intake.admit(exchange, async (admission, bytes) => {
      return bytes === undefined ? this.#serve(exchange, admission, undefined) : this.#parse(exchange, admission, bytes)
    })
  }

  async #parse(exchange: Exchange, admission: Admission, bytes: Uint8Array): Promise<void> {
    const { request, response } = exchange
    let message: unknown
    try {
      message = parseStrictJson(bytes)
    } catch (error) {
      if (!(error instanceof StrictJsonError)) throw error
      return sendRpcFault(response, { status: 400, code: -32_700, message: error.message })
    }
    if (hasAccessToken(message)) {
      const { status, description, headers = {} } = misplacedCredentials()
      return sendRpcFault(response, { status, code: -32_600, message: description, headers }, readableId(message))
    }
    const { agentId } = admission.caller
    const version = this.#options.endpoint.sessions?.versionOf(single(request.headers['mcp-session-id']), agentId)
    const fault = checkMessage(message, version ?? single(request.headers['mcp-protocol-version']))
    if (fault !== undefined) return sendRpcFault(response, fault)
    const mirrored =
      checkParamHeaders(request, message, this.#options.inputSchemaOf ?? (() => undefined)) ??
      checkNameField(request, message, this.#options.nameParamOf ?? (() => undefined))
    if (mirrored !== undefined) return sendRpcFault(response, mirrored, readableId(message))
    // A batch is as many calls as it holds; the first was counted with the request.
    const overused = Array.isArray(message) ? this.#options.intake.checkRate(agentId, message.length - 1) : undefined
    if (overused !== undefined) {
      const { status, description, headers = {} } = overused
      return sendRpcFault(response, { status, code: -32_600, message: description, headers })
    }
    return this.#serve(exchange, admission, message)
  }

  /** The SDK gets the one path there is, however the target was spelled, and the message as it was parsed here. */
  async #serve({ request, response }: Exchange, admission: Admission, message: unknown): Promise<void> {
    const asSeen = {
      method: request.method ?? 'POST',
      url: '/mcp',
      headers: { ...request.headers, host: 'localhost', authorization: undefined },
      auth: toAuthInfo(admission),
      // The body was read here; where there is none to read, what comes of it is dropped.
      [Symbol.asyncIterator]: nothing,
    }
    await this.#protocol(asSeen, flushing(response), message)
  }
}

/** A stream on which nothing happens yet is open all the same, so its header goes out at once. */
function flushing(response: ServerResponse): NodeServerResponseLike {
  return {
    writeHead: (status, headers) => {
      response.writeHead(status, headers)
      if (headers?.['content-type']?.startsWith('text/event-stream') === true) response.flushHeaders()
    },
    write: (chunk) => response.write(chunk),
    end: (chunk) => response.end(chunk),
    on: (event, listener) => response.on(event, listener),
    get destroyed() {
      return response.destroyed
    },
  }
}

/** No bytes. */
async function* nothing(): AsyncGenerator<never> {}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
