/** What rewrites of the revisions that begin with `initialize` have in common. */
import { objectOr } from './rewrite.ts'
import type { Exchange, JsonObject, Rewrite } from './rewrite.ts'

/** Whether an exchange is in one of them: 2025-03-26 has no field for its version. */
export function isLegacy({ revision, params }: Exchange): boolean {
  return (revision ?? '') < '2026' && !Object.hasOwn(objectOr(params['_meta']), 'io.modelcontextprotocol/protocolVersion')
}

/** The same fault in them alone, and where more is wanted of the exchange, only there. */
export function legacyOnly({ request, response, http }: Rewrite, when: (exchange: Exchange) => boolean = () => true): Rewrite {
  const applies = (exchange: Exchange): boolean => isLegacy(exchange) && when(exchange)
  return {
    ...(request === undefined ? {} : { request: (message, exchange) => (applies(exchange) ? request(message, exchange) : undefined) }),
    ...(response === undefined ? {} : { response: (message, exchange) => (applies(exchange) ? response(message, exchange) : undefined) }),
    ...(http === undefined ? {} : { http: (answer, exchange) => (applies(exchange) ? http(answer, exchange) : undefined) }),
  }
}

/** A field of the request that is answered, as it came. */
export function fieldOf({ http }: Exchange, name: string): string | undefined {
  return http?.headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

/** A body of its own in place of whatever the server answered: one event for each message. */
export function events(...messages: JsonObject[]): { readonly status: number; readonly headers: readonly (readonly [string, string])[]; readonly body: string } {
  return { status: 200, headers: [['content-type', 'text/event-stream']], body: messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join('') }
}
