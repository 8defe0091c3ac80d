/**
 * `requestState`: signed, short-lived, and good only for whom and for what it was made (2026-07-28 basic/patterns/mrtr,
 * Server Requirements): the principal is sealed in by the SDK's codec, the request by a digest in the payload.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createRequestStateCodec, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { ServerContext } from '@modelcontextprotocol/server'
import { isObject } from './feature.ts'
import type { JsonObject } from './feature.ts'

interface Sealed {
  readonly for: string
  readonly state: JsonObject
}

export class RequestStates {
  readonly #codec

  /** @param ttlSeconds How long a client has for its answers. */
  constructor(ttlSeconds: number) {
    this.#codec = createRequestStateCodec<Sealed>({
      key: randomBytes(32),
      ttlSeconds,
      bind: (request) => `${request.mcpReq.method}\0${request.http?.authInfo?.clientId ?? ''}`,
    })
  }

  /** For `ServerOptions.requestState`: what does not verify never reaches a handler. */
  readonly verify = async (state: string, request: ServerContext): Promise<Sealed> => this.#codec.verify(state, request)

  async seal(request: ServerContext, params: JsonObject, state: JsonObject): Promise<string> {
    return this.#codec.mint({ for: digest(params), state }, request)
  }

  /** @throws ProtocolError -32602 where it was made for another request */
  open(request: ServerContext, params: JsonObject): JsonObject | undefined {
    const sealed: unknown = request.mcpReq.requestState()
    if (sealed === undefined) return undefined
    if (!isObject(sealed) || sealed['for'] !== digest(params)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The requestState is of another request.')
    }
    return sealed['state'] as JsonObject
  }
}

/** The parameters that make a request the one that it is, whatever the order of their members. */
function digest(params: JsonObject): string {
  const { name, uri, arguments: args } = params
  return createHash('sha256').update(canonical({ name, uri, args: args ?? {} })).digest('base64url')
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const members = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
  return `{${members.join(',')}}`
}
