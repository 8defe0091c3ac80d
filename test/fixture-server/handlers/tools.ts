/** `tools/list` and `tools/call`. An unknown tool is a protocol error, a bad input a result that the model can read (server/tools, Error Handling). */
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server'
import { isObject, text } from '../feature.ts'
import type { Era, FixtureTool, JsonObject, ToolAnswer } from '../feature.ts'
import { pageOf } from '../pages.ts'
import { toolsOfPage } from '../tools/index.ts'
import { problemOf } from '../validate.ts'
import { featureCall } from './connection.ts'
import type { Connection } from './connection.ts'
import { invalidParams, rawParams, stringParam } from './params.ts'

export function handleTools(connection: Connection): void {
  const { fixture, server, era } = connection
  const offered = fixture.tools.filter((tool) => tool.era === undefined || tool.era === era)
  const listed = offered.map((tool) => listing(tool))
  const byName = new Map(offered.map((tool) => [tool.name, tool]))

  server.setRequestHandler('tools/list', { params: rawParams }, (params, request): ListToolsResult => {
    connection.callerOf(request)
    const { items, nextCursor } = pageOf(`tools of ${era}`, listed, toolsOfPage, params['cursor'])
    return { tools: items as ListToolsResult['tools'], ...(nextCursor !== undefined && { nextCursor }) }
  })

  server.setRequestHandler('tools/call', { params: rawParams }, async (params, request): Promise<CallToolResult> => {
    const tool = byName.get(stringParam(params, 'name'))
    if (tool === undefined) throw invalidParams('Unknown tool.')
    const call = featureCall(connection, request, params)
    const given = params['arguments'] ?? {}
    if (tool.judgesInput !== true) {
      const problem = isObject(given) ? problemOf(tool.inputSchema, given) : 'must be an object'
      if (problem !== undefined) return toResult({ ...text(`The arguments are not valid: ${problem}.`), isError: true }, era)
    }
    return toResult(await tool.run(given as JsonObject, call), era)
  })
}

function listing({ name, title, description, inputSchema, outputSchema, annotations }: FixtureTool): JsonObject {
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    ...(annotations !== undefined && { annotations }),
  }
}

/** Before 2026, structured content is an object or nothing. */
function toResult(answer: ToolAnswer, era: Era): CallToolResult {
  if (era === 'modern' || !('structuredContent' in answer) || isObject(answer.structuredContent)) return answer as CallToolResult
  const { structuredContent: _unknown, ...rest } = answer
  return rest as unknown as CallToolResult
}
