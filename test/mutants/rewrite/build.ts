/** The usual kinds of rewrites, so that the data of a mutant says only what is wrong. */
import { objectOr } from './rewrite.ts'
import type { Exchange, HttpAnswer, HttpFate, JsonObject, Rewrite } from './rewrite.ts'

/** One method, several, or all of them: `any`. */
type Methods = string | readonly string[]

function fits(methods: Methods, method: string): boolean {
  return methods === 'any' || methods === method || (typeof methods !== 'string' && methods.includes(method))
}

/** Changes the result of these methods. */
export function onResult(methods: Methods, change: (result: JsonObject, exchange: Exchange) => JsonObject | undefined): Rewrite {
  return {
    response(message, exchange) {
      if (!Object.hasOwn(message, 'result') || !fits(methods, exchange.method)) return undefined
      const changed = change(objectOr(message['result']), exchange)
      return changed === undefined ? undefined : { ...message, result: changed }
    },
  }
}

/** Changes the `error` member of the answers to these methods. */
export function onError(methods: Methods, change: (error: JsonObject, exchange: Exchange) => JsonObject | undefined): Rewrite {
  return {
    response(message, exchange) {
      if (!Object.hasOwn(message, 'error') || !fits(methods, exchange.method)) return undefined
      const changed = change(objectOr(message['error']), exchange)
      return changed === undefined ? undefined : { ...message, error: changed }
    },
  }
}

/** Another code for the errors that have this one. */
export function errorCodeInstead(from: number, to: number, methods: Methods = 'any'): Rewrite {
  return onError(methods, (error) => (error['code'] === from ? { ...error, code: to } : undefined))
}

/** Changes every item of a list result that is an object. */
export function onItems(method: string, member: string, change: (item: JsonObject, index: number) => unknown): Rewrite {
  return onResult(method, (result) => {
    const items = result[member]
    return Array.isArray(items) ? { ...result, [member]: items.map((item, index) => change(objectOr(item), index)) } : undefined
  })
}

/** Changes the notifications of a method; none given back drops it. */
export function onNotification(method: string, change: (message: JsonObject, exchange: Exchange) => JsonObject | readonly JsonObject[]): Rewrite {
  return { response: (message, exchange) => (message['method'] === method && !Object.hasOwn(message, 'id') ? change(message, exchange) : undefined) }
}

/** Changes what surrounds an answer, where the answer is such a one. */
export function onHttp(when: (answer: HttpAnswer, exchange: Exchange) => boolean, change: (answer: HttpAnswer, exchange: Exchange) => HttpFate): Rewrite {
  return { http: (answer, exchange) => (when(answer, exchange) ? change(answer, exchange) : undefined) }
}

/** Changes a request before the server sees it, as a server would that takes it for something else. */
export function onRequest(methods: Methods, change: (message: JsonObject, exchange: Exchange) => JsonObject | undefined): Rewrite {
  return {
    request(message, exchange) {
      if (!fits(methods, exchange.method)) return undefined
      const changed = change(message, exchange)
      return changed === undefined ? undefined : { forward: [changed] }
    },
  }
}

/** Replaces fields by name; undefined removes one. */
export function withFields(headers: HttpAnswer['headers'], fields: Readonly<Record<string, string | undefined>>): HttpAnswer['headers'] {
  const replaced = new Set(Object.keys(fields).map((name) => name.toLowerCase()))
  return [
    ...headers.filter(([name]) => !replaced.has(name.toLowerCase())),
    ...Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  ]
}

/** An object without some of its members. */
export function without(object: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
}
