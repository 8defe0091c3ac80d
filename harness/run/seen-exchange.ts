/**
 * Which exchange gave what a case holds in its hands: a reaction, an answer, a reply or a stream leads back to it for as
 * long as anybody keeps it, so that whatever is said of it can be shown with it, also by a case that did not send it.
 */
import type { WrittenInput } from '../evidence/shown/stdin.ts'
import type { JsonObject } from '../wire/json.ts'
import type { HttpRequest, Reaction } from '../wire/message.ts'
import type { KeptExchange } from './kept-exchange.ts'
import { keepExchange } from './kept-exchange.ts'

/** One exchange that a case has seen. What is given as a function is only asked for when somebody wants to see it. */
export type SeenExchange =
  | {
      readonly kind: 'http'
      /** Undefined where a case wrote bytes of its own. */
      readonly request: HttpRequest | (() => HttpRequest) | undefined
      readonly control?: HttpRequest
      readonly reaction: Reaction
      /** What came on a stream so far; absent where the answer is none. */
      readonly messages?: () => readonly JsonObject[]
    }
  | {
      readonly kind: 'stdio'
      /** With or without the end of its line. */
      readonly sent: string | Uint8Array | (() => string | Uint8Array | WrittenInput)
      readonly received: readonly JsonObject[] | (() => readonly JsonObject[])
      /** What to say where nothing was received. */
      readonly missing?: string | (() => string)
    }

/** More exchanges than these say no more of one observation. */
const maxOfOne = 2

const exchanges = new WeakMap<object, KeptExchange>()

/** @param gave What the exchange came to, by whatever objects it may be known. @returns What is kept of it. */
export function remember(seen: SeenExchange, ...gave: readonly object[]): KeptExchange {
  const kept = keepExchange(seen)
  for (const each of gave) exchanges.set(each, kept)
  return kept
}

/** Says that something was read from what an exchange gave. @returns What was read. */
export function readFrom<Read extends object>(gave: object, read: Read): Read {
  const [kept] = exchangesOf(gave)
  if (kept !== undefined) exchanges.set(read, kept)
  return read
}

/** The exchanges behind what a case holds, or behind several such things; empty where none is known. */
export function exchangesOf(about: object): readonly KeptExchange[] {
  if (Array.isArray(about)) return [...new Set((about as readonly unknown[]).filter((each) => typeof each === 'object' && each !== null).flatMap((each) => exchangesOf(each)))].slice(0, maxOfOne)
  const own = exchanges.get(about)
  if (own !== undefined) return [own]
  // An answer that was put together anew holds the reaction that it was read from.
  const { reaction } = about as { readonly reaction?: unknown }
  return typeof reaction === 'object' && reaction !== null ? exchangesOf(reaction) : []
}
