/**
 * The SDK's low-level server, but for two of its checks of a tool call (it knows no task, and tells a wrong name in the
 * words of its validator), and for answers to questions that are no answers.
 */
import { Server } from '@modelcontextprotocol/server'
import type { ServerContext, Transport } from '@modelcontextprotocol/server'
import { isObject } from './feature.ts'
import { invalidParams } from './handlers/params.ts'
import { refusalOf } from './input-responses.ts'

type Handler = Parameters<Server['_wrapHandler']>[1]

export class FixtureServer extends Server {
  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport)
    const pass = transport.onmessage
    transport.onmessage = (message, extra) => {
      const refusal = refusalOf(message)
      if (refusal === undefined) pass?.(message, extra)
      else void transport.send(refusal as unknown as Parameters<Transport['send']>[0])
    }
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    if (method !== 'tools/call') return super._wrapHandler(method, handler)
    return async (request, context: ServerContext) => {
      const params: unknown = request.params
      if (!isObject(params) || typeof params['name'] !== 'string') throw invalidParams('params.name must be a string.')
      if (params['arguments'] !== undefined && !isObject(params['arguments'])) throw invalidParams('params.arguments must be an object.')
      let task: Awaited<ReturnType<Handler>> | undefined
      const checked = super._wrapHandler(method, async (again, inner) => {
        const result = await handler(again, inner)
        if (result['resultType'] !== 'task') return result
        task = result
        return { content: [] }
      })
      const result = await checked(request, context)
      return task ?? result
    }
  }
}
