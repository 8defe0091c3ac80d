/**
 * What is kept of all the messages of a run, for cases that judge them together: kinds, codes, keys and, of errors,
 * their text up to a cap. Equal messages are kept once.
 */
import { isJsonObject } from '../wire/json.ts'
import type { Channel } from '../target/profile.ts'
import type { Received } from './ledger.ts'
import type { JsonObject } from './peer.ts'

export interface SeenResult {
  readonly channel: Channel
  /** Which case it came for first, as `Received` has it. */
  readonly by: string | undefined
  /** Of the request. */
  readonly method: string
  /** As it came; undefined where there is none. */
  readonly resultType: unknown
  /** True where `_meta` names the server with a name and a version; `malformed` where it names it otherwise. */
  readonly serverInfo: boolean | 'malformed'
  /** True where it has a hint for caches. */
  readonly cacheHint: boolean
}

export interface SeenError {
  readonly channel: Channel
  /** Which case it came for first, as `Received` has it. */
  readonly by: string | undefined
  /** Of the request. */
  readonly method: string
  /** As they came. */
  readonly code: unknown
  readonly message: unknown
  readonly data: unknown
}

export interface SeenSent {
  readonly channel: Channel
  /** Which case it came for first, as `Received` has it. */
  readonly by: string | undefined
  readonly method: string
  /** Of a cancellation: which request it is about. */
  readonly requestId: unknown
}

export interface Digest {
  readonly results: readonly SeenResult[]
  readonly errors: readonly SeenError[]
  /** What a server must never send in 2026-07-28. */
  readonly requests: readonly SeenSent[]
  readonly notifications: readonly SeenSent[]
  /** The ids of subscriptions that were acknowledged. */
  readonly subscriptions: ReadonlySet<unknown>
  /** Every key of a `_meta` that came in a result, a notification, or an item of either, with the case that it came for first. */
  readonly metaKeys: ReadonlyMap<Channel, ReadonlyMap<string, string | undefined>>
}

/** Of each kind; what comes after is not kept. */
const maxKept = 5_000
/** Of one value, as JSON; of what is longer the kind is kept, and of a text the beginning. */
const maxText = 8_192
/** Of all that is kept of one kind, as JSON. */
const maxChars = 4 * 1024 * 1024
/** Of a name that a target chose, in characters. */
const maxName = 1_024
const acknowledged = 'notifications/subscriptions/acknowledged'
const subscriptionIdKey = 'io.modelcontextprotocol/subscriptionId'
const serverInfoKey = 'io.modelcontextprotocol/serverInfo'

export interface WritableDigest extends Digest {
  received(entry: Received): void
}

export function createDigest(): WritableDigest {
  const results = new Kept<SeenResult>()
  const errors = new Kept<SeenError>()
  const requests = new Kept<SeenSent>()
  const notifications = new Kept<SeenSent>()
  const subscriptions = new Set<unknown>()
  const metaKeys = new Map<Channel, Map<string, string | undefined>>()
  return {
    results: results.all,
    errors: errors.all,
    requests: requests.all,
    notifications: notifications.all,
    subscriptions,
    metaKeys,
    received({ channel, method = '', message, by }) {
      if (Object.hasOwn(message, 'method')) {
        const kept = Object.hasOwn(message, 'id') ? requests : notifications
        const params = isJsonObject(message['params']) ? message['params'] : {}
        kept.add({ channel, by, method: String(message['method']).slice(0, maxName), requestId: bounded(params['requestId']) })
        if (message['method'] === acknowledged && isJsonObject(params['_meta']) && subscriptions.size < maxKept) subscriptions.add(bounded(params['_meta'][subscriptionIdKey]))
      }
      if (isJsonObject(message['result'])) results.add({ channel, by, method, ...resultOf(message['result']) })
      if (Object.hasOwn(message, 'error')) errors.add({ channel, by, method, ...errorOf(message['error']) })
      const keys = metaKeys.get(channel) ?? new Map<string, string | undefined>()
      metaKeys.set(channel, keys)
      for (const key of metaKeysOf(message).map((name) => name.slice(0, maxName))) if (keys.size < maxKept || keys.has(key)) keys.set(key, keys.get(key) ?? by)
    },
  }
}

function resultOf(result: JsonObject): Omit<SeenResult, 'channel' | 'by' | 'method'> {
  const meta = isJsonObject(result['_meta']) ? result['_meta'] : {}
  const { [serverInfoKey]: info } = meta
  const named = isJsonObject(info) && typeof info['name'] === 'string' && typeof info['version'] === 'string'
  return {
    resultType: bounded(result['resultType']),
    serverInfo: named || (info === undefined ? false : 'malformed'),
    cacheHint: Object.hasOwn(result, 'ttlMs') || Object.hasOwn(result, 'cacheScope'),
  }
}

function errorOf(error: unknown): Omit<SeenError, 'channel' | 'by' | 'method'> {
  if (!isJsonObject(error)) return { code: undefined, message: undefined, data: undefined }
  const { code, message, data } = error
  const long = JSON.stringify(data ?? null).length > maxText
  return { code: bounded(code), message: bounded(message), data: long ? JSON.stringify(data).slice(0, maxText) : data }
}

/** The value, or something small of its kind. */
function bounded(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, maxText)
  if (typeof value !== 'object' || value === null || JSON.stringify(value).length <= maxText) return value
  return Array.isArray(value) ? [] : {}
}

/** Those of the message itself and of the items in it; what tools return as data is none of the protocol's. */
function metaKeysOf(message: JsonObject): string[] {
  const holder = isJsonObject(message['result']) ? message['result'] : message['params']
  if (!isJsonObject(holder)) return []
  const items = Object.entries(holder).flatMap(([name, value]) => (name !== 'structuredContent' && Array.isArray(value) ? value.filter(isJsonObject) : []))
  return [holder, ...items].flatMap(({ _meta: meta }) => (isJsonObject(meta) ? Object.keys(meta) : []))
}

/** Different things, in the order in which they were first seen. */
class Kept<Item extends { readonly by: string | undefined }> {
  readonly all: Item[] = []
  readonly #seen = new Map<string, number>()
  #chars = 0

  add(item: Item): void {
    const key = JSON.stringify({ ...item, by: undefined })
    const at = this.#seen.get(key)
    if (at !== undefined) {
      if (this.all[at]?.by === undefined) this.all[at] = item
      return
    }
    if (this.all.length >= maxKept || this.#chars >= maxChars) return
    this.#chars += key.length
    this.#seen.set(key, this.all.length)
    this.all.push(item)
  }
}
