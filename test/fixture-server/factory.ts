/** The fixture's MCP server object, built for one request, session or connection: everything that the reference does not offer. */
import type { McpFactory } from '../../server/http/stack.ts'
import type { Fixture } from './fixture.ts'
import { speakEarlier } from './earlier-revisions.ts'
import { forward, handleSubscriptions } from './handlers/changes.ts'
import { handleCompletion } from './handlers/completion.ts'
import type { Connection } from './handlers/connection.ts'
import { rawParams } from './handlers/params.ts'
import { handlePrompts } from './handlers/prompts.ts'
import { handleResources } from './handlers/resources.ts'
import { handleTools } from './handlers/tools.ts'
import { handleTasks } from './handlers/tasks.ts'
import { Log } from './logging.ts'
import { imageData } from './media.ts'
import { FixtureServer } from './server.ts'
import { tasksExtension } from './tasks/extension.ts'

const forEverybody = { ttlMs: 60_000, cacheScope: 'public' } as const

export function createFixtureFactory(fixture: Fixture): McpFactory {
  return ({ era, callerOf }) => {
    const changes = era === 'modern' || fixture.longLived
    const server = new FixtureServer(
      { name: 'fixture-server', version: '1.0.0', icons: [{ src: `data:image/png;base64,${imageData}`, mimeType: 'image/png' }] },
      {
        capabilities: {
          tools: { listChanged: changes },
          resources: { listChanged: changes, subscribe: changes },
          prompts: { listChanged: changes },
          completions: {},
          ...(era === 'modern' && { extensions: { [tasksExtension]: {} } }),
        },
        cacheHints: {
          'server/discover': forEverybody,
          'tools/list': forEverybody,
          'prompts/list': forEverybody,
          'resources/list': forEverybody,
          'resources/templates/list': forEverybody,
          'resources/read': { ttlMs: 5000, cacheScope: 'private' },
        },
        requestState: { verify: fixture.states.verify },
      },
    )
    // After the constructor, so that the SDK's own handler, which answers a level that there is not with -32603, is replaced.
    server.registerCapabilities({ logging: {} })
    const connection: Connection = { fixture, server, era, callerOf, log: new Log(era) }
    server.setRequestHandler('logging/setLevel', { params: rawParams }, (params) => {
      connection.log.setLevel(params['level'])
      return {}
    })
    handleTools(connection)
    handleResources(connection)
    handlePrompts(connection)
    handleCompletion(connection)
    if (era === 'modern') handleTasks(connection)
    if (era === 'legacy') speakEarlier(server)
    if (era === 'legacy' && fixture.longLived) handleSubscriptions(connection)
    if (era === 'modern' && fixture.connected) forward(connection, () => true)
    return server
  }
}
