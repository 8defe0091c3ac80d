/** What the handlers of one server object share: the era it serves, its log, and how a call is put together. */
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server'
import type { Server, ServerContext } from '@modelcontextprotocol/server'
import type { McpFactoryContext } from '../../../server/http/stack.ts'
import { isObject } from '../feature.ts'
import type { Era, FeatureCall, JsonObject } from '../feature.ts'
import type { Fixture } from '../fixture.ts'
import { envelopeOf } from '../logging.ts'
import type { Log } from '../logging.ts'
import { declaresTasks } from '../tasks/extension.ts'

export interface Connection {
  readonly fixture: Fixture
  readonly server: Server
  readonly era: Era
  readonly log: Log
  readonly callerOf: McpFactoryContext['callerOf']
}

/** @param params What the request is about: a `requestState` is good for them alone. */
export function featureCall(connection: Connection, request: ServerContext, params: JsonObject): FeatureCall {
  const { fixture, era, log, callerOf } = connection
  const clientCapabilities = clientCapabilitiesOf(connection, request)
  return {
    fixture,
    era,
    request,
    caller: () => callerOf(request),
    clientCapabilities,
    log: async (level, data) => log.write(request, level, data),
    state: fixture.states.open(request, params),
    seal: async (state) => fixture.states.seal(request, params, state),
    startTask:
      era === 'modern' && declaresTasks(clientCapabilities)
        ? (run) => ({ resultType: 'task', ...fixture.tasks.create(callerOf(request).agentId, run).base() })
        : undefined,
  }
}

/** What the client declared: on the request (2026), or when it opened the connection. */
export function clientCapabilitiesOf({ server, era }: Connection, request: ServerContext): JsonObject {
  const declared: unknown = era === 'modern' ? envelopeOf(request)[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities()
  return isObject(declared) ? declared : {}
}
