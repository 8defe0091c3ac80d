/** `resources/*`: lists in pages, reading, and what is not there: -32602 in 2026, -32002 before. */
import { ProtocolError } from '@modelcontextprotocol/server'
import type { ListResourcesResult, ListResourceTemplatesResult, ReadResourceResult } from '@modelcontextprotocol/server'
import type { FixtureTemplate, JsonObject } from '../feature.ts'
import { pageOf } from '../pages.ts'
import { resourcesOfPage, templatesOfPage } from '../resources/index.ts'
import { featureCall } from './connection.ts'
import type { Connection } from './connection.ts'
import { rawParams, stringParam } from './params.ts'

/** 2025-11-25 server/resources, Error Handling; the SDK writes it as -32602 in 2026, where that is the code. */
const resourceNotFound = -32_002

export function handleResources(connection: Connection): void {
  const { fixture, server } = connection
  const listed = fixture.resources.map(({ uri, name, title, description, mimeType }) => ({ uri, name, title, description, mimeType }))
  const listedTemplates = fixture.templates.map(({ uriTemplate, name, title, description, mimeType }) => ({ uriTemplate, name, title, description, mimeType }))

  server.setRequestHandler('resources/list', { params: rawParams }, (params): ListResourcesResult => {
    const { items, nextCursor } = pageOf('resources', listed, resourcesOfPage, params['cursor'])
    return { resources: [...items], ...(nextCursor !== undefined && { nextCursor }) }
  })

  server.setRequestHandler('resources/templates/list', { params: rawParams }, (params): ListResourceTemplatesResult => {
    const { items, nextCursor } = pageOf('templates', listedTemplates, templatesOfPage, params['cursor'])
    return { resourceTemplates: [...items], ...(nextCursor !== undefined && { nextCursor }) }
  })

  server.setRequestHandler('resources/read', { params: rawParams }, (params, request): ReadResourceResult => {
    const uri = stringParam(params, 'uri')
    const resource = fixture.resources.find((each) => each.uri === uri)
    if (resource !== undefined) {
      const read = resource.read(featureCall(connection, request, params))
      return 'resultType' in read ? (read as unknown as ReadResourceResult) : contents(uri, resource.mimeType, read)
    }
    for (const template of fixture.templates) {
      const variables = match(template, uri)
      const read = variables === undefined ? undefined : template.read(variables)
      if (read !== undefined) return contents(uri, template.mimeType, read)
    }
    throw notFound(uri)
  })
}

export function notFound(uri: string): ProtocolError {
  return new ProtocolError(resourceNotFound, 'There is no such resource.', { uri })
}

export function isResource({ fixture }: Connection, uri: string): boolean {
  return fixture.resources.some((each) => each.uri === uri) || fixture.templates.some((template) => template.read(match(template, uri) ?? {}) !== undefined)
}

function contents(uri: string, mimeType: string, read: JsonObject): ReadResourceResult {
  return { contents: [{ uri, mimeType, ...read }] } as unknown as ReadResourceResult
}

/** The variables of a template in a URI: unreserved characters alone, so that nothing of a path can be smuggled in. */
function match({ uriTemplate }: FixtureTemplate, uri: string): Record<string, string> | undefined {
  const names = [...uriTemplate.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const parts = uriTemplate.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const found = new RegExp(`^${parts.join('([A-Za-z0-9_~-]+)')}$`).exec(uri)
  return found === null ? undefined : Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? '']))
}
