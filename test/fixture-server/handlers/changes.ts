/** Tells a connection of changes: in 2025 all lists and the resources it subscribed to, on stdio in 2026 what the SDK lets through to its subscriptions. */
import type { ServerEvent } from '@modelcontextprotocol/server'
import type { Connection } from './connection.ts'
import { rawParams, stringParam } from './params.ts'
import { isResource, notFound } from './resources.ts'

const maxSubscriptions = 1000

/** For clients of 2025, whose connection outlives a request. */
export function handleSubscriptions(connection: Connection): void {
  const { server } = connection
  const uris = new Set<string>()
  server.setRequestHandler('resources/subscribe', { params: rawParams }, (params) => {
    const uri = stringParam(params, 'uri')
    if (!isResource(connection, uri)) throw notFound(uri)
    if (uris.size < maxSubscriptions) uris.add(uri)
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', { params: rawParams }, (params) => {
    uris.delete(stringParam(params, 'uri'))
    return {}
  })
  server.oninitialized = () => forward(connection, (event) => event.kind !== 'resource_updated' || uris.has(event.uri))
}

/** From now on to the end of the connection. */
export function forward({ fixture, server }: Connection, wanted: (event: ServerEvent) => boolean): void {
  const stop = fixture.bus.subscribe((event) => {
    if (server.transport !== undefined && wanted(event)) void send(server, event).catch(() => undefined)
  })
  const { onclose } = server
  server.onclose = () => {
    stop()
    onclose?.()
  }
}

async function send(server: Connection['server'], event: ServerEvent): Promise<void> {
  switch (event.kind) {
    case 'tools_list_changed':
      return server.sendToolListChanged()
    case 'prompts_list_changed':
      return server.sendPromptListChanged()
    case 'resources_list_changed':
      return server.sendResourceListChanged()
    case 'resource_updated':
      return server.sendResourceUpdated({ uri: event.uri })
  }
}
