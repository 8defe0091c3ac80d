/** Rewrites for revision 2026-07-28 alone, so that a fault of its tools, resources or tasks is none of earlier revisions. */
import type { Exchange, JsonObject, Rewrite } from './rewrite.ts'

/** Applies a rewrite to exchanges of the revision only. */
export function inModern(rewrite: Rewrite): Rewrite {
  const isModern = ({ revision }: Exchange): boolean => revision === '2026-07-28'
  const { request, response, http } = rewrite
  return {
    ...(request === undefined ? {} : { request: (message: JsonObject, exchange: Exchange) => (isModern(exchange) ? request(message, exchange) : undefined) }),
    ...(response === undefined ? {} : { response: (message: JsonObject, exchange: Exchange) => (isModern(exchange) ? response(message, exchange) : undefined) }),
    ...(http === undefined ? {} : { http: (answer: Parameters<typeof http>[0], exchange: Exchange) => (isModern(exchange) ? http(answer, exchange) : undefined) }),
  }
}

/** What a complete result of the fixture server has beside what is in it, so that a made-up one has no other fault. */
export const complete: JsonObject = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'fixture-server', version: '1.0.0' } } }

type When = (exchange: Exchange) => boolean

/** Answers some requests with a result of the rewrite's own, in place of the server. */
export function resultInstead(method: string, when: When, result: (exchange: Exchange) => JsonObject): Rewrite {
  return inModern({
    request: (message, exchange) => (exchange.method === method && when(exchange) ? { answer: [{ jsonrpc: '2.0', id: message['id'], result: { ...complete, ...result(exchange) } }] } : undefined),
  })
}

/** Answers some requests with an error of the rewrite's own, in place of the server. */
export function errorInstead(method: string, when: When, error: JsonObject): Rewrite {
  return inModern({
    request: (message, exchange) => (exchange.method === method && when(exchange) ? { answer: [{ jsonrpc: '2.0', id: message['id'], error: { message: 'No.', ...error } }] } : undefined),
  })
}

/** Changes the errors of some requests: their members, or the whole into a result. */
export function errorAs(method: string, when: (exchange: Exchange, error: JsonObject) => boolean, change: (error: JsonObject, exchange: Exchange) => { readonly error: JsonObject } | { readonly result: JsonObject }): Rewrite {
  return inModern({
    response(message, exchange) {
      const { error, ...rest } = message
      if (exchange.method !== method || typeof error !== 'object' || error === null || !when(exchange, error as JsonObject)) return undefined
      return { ...rest, ...change(error as JsonObject, exchange) }
    },
  })
}
