/** `completion/complete` for the arguments of prompts and the variables of templates; at most 100 values (server/utilities/completion). */
import type { CompleteResult } from '@modelcontextprotocol/server'
import { isObject } from '../feature.ts'
import type { JsonObject } from '../feature.ts'
import type { Fixture } from '../fixture.ts'
import type { Connection } from './connection.ts'
import { invalidParams, rawParams, stringArguments } from './params.ts'

const maxValues = 100

export function handleCompletion({ fixture, server }: Connection): void {
  server.setRequestHandler('completion/complete', { params: rawParams }, (params): CompleteResult => {
    const { ref, argument, context } = params
    if (!isObject(ref)) throw invalidParams('params.ref must be an object.')
    if (!isObject(argument) || typeof argument['name'] !== 'string' || typeof argument['value'] !== 'string') {
      throw invalidParams('params.argument must have a name and a value.')
    }
    if (context !== undefined) {
      if (!isObject(context)) throw invalidParams('params.context must be an object.')
      stringArguments(context['arguments'])
    }
    const all = valuesOf(fixture, ref, argument['name'])
    const prefix = argument['value']
    const fitting = all.filter((value) => value.startsWith(prefix))
    return { completion: { values: fitting.slice(0, maxValues), total: fitting.length, hasMore: fitting.length > maxValues } }
  })
}

/** @throws ProtocolError -32602 where the reference, or its argument, is not there */
function valuesOf({ prompts, templates }: Fixture, ref: JsonObject, name: string): readonly string[] {
  switch (ref['type']) {
    case 'ref/prompt': {
      const prompt = prompts.find((each) => each.name === ref['name'])
      if (prompt === undefined) throw invalidParams('Unknown prompt.')
      const argument = prompt.arguments?.find((each) => each.name === name)
      if (argument === undefined) throw invalidParams('The prompt has no such argument.')
      return argument.values ?? []
    }
    case 'ref/resource': {
      const template = templates.find((each) => each.uriTemplate === ref['uri'])
      if (template === undefined) throw invalidParams('Unknown resource template.')
      const values = Object.hasOwn(template.variables, name) ? template.variables[name] : undefined
      if (values === undefined) throw invalidParams('The template has no such variable.')
      return values
    }
    default:
      throw invalidParams('params.ref is of no known type.')
  }
}
