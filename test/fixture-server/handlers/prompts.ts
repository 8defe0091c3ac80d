/** `prompts/list` and `prompts/get`; unknown prompts and missing arguments are -32602 (server/prompts, Error Handling). */
import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server'
import { pageOf } from '../pages.ts'
import { promptsOfPage } from '../prompts/index.ts'
import { featureCall } from './connection.ts'
import type { Connection } from './connection.ts'
import { invalidParams, rawParams, stringArguments, stringParam } from './params.ts'

export function handlePrompts(connection: Connection): void {
  const { fixture, server } = connection
  const byName = new Map(fixture.prompts.map((prompt) => [prompt.name, prompt]))
  const listed = fixture.prompts.map(({ name, title, description, arguments: args }) => ({
    name,
    title,
    description,
    ...(args !== undefined && { arguments: args.map(({ values: _values, ...argument }) => argument) }),
  }))

  server.setRequestHandler('prompts/list', { params: rawParams }, (params): ListPromptsResult => {
    const { items, nextCursor } = pageOf('prompts', listed, promptsOfPage, params['cursor'])
    return { prompts: [...items], ...(nextCursor !== undefined && { nextCursor }) }
  })

  server.setRequestHandler('prompts/get', { params: rawParams }, (params, request): GetPromptResult => {
    const prompt = byName.get(stringParam(params, 'name'))
    if (prompt === undefined) throw invalidParams('Unknown prompt.')
    const args = stringArguments(params['arguments'])
    const missing = prompt.arguments?.find(({ name, required }) => required && !Object.hasOwn(args, name))
    if (missing !== undefined) throw invalidParams(`The argument ${missing.name} is missing.`)
    const answer = prompt.get(args, featureCall(connection, request, params))
    return ('resultType' in answer ? answer : { description: prompt.description, ...answer }) as unknown as GetPromptResult
  })
}
