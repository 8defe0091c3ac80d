/**
 * Holds an answer against the right one and names the first member that differs, in words of ours: what a target wrote
 * is told only where it is one of the contract's own words.
 */
import { canonicalJson } from '../../protocol/canonical-json.ts'
import type { Json } from '../../protocol/canonical-json.ts'
import { isJsonObject } from '../wire/json.ts'
import type { JsonObject } from '../wire/json.ts'
import type { Expected } from './format.ts'
import { verdictMembers } from './read.ts'

/** What a target answered to a call, whatever the transport. */
export type AcceptAnswer =
  | { readonly kind: 'value'; readonly value: JsonObject }
  /** An error as data, from a tool or the endpoint. */
  | { readonly kind: 'error'; readonly code: string; readonly field: string | undefined }
  /** Anything else; `what` in words of ours. */
  | { readonly kind: 'other'; readonly what: string }

/** Texts whose presence alone counts. */
const free: ReadonlySet<string> = new Set(['recovery.message', 'recovery.next_step_hint'])

/** The words that an answer may be quoted with. */
const words: ReadonlySet<string> = new Set([
  'ok', 'STALE_HANDOFF', 'BODY_HASH_MISMATCH', 'FOREIGN_PROJECT_CONFIG', 'CAPABILITY_UNAVAILABLE', 'TOOL_MANIFEST_DRIFT', 'BOARD_DIVERGENCE',
  'not_found', 'already_consumed', 'expired', 'wrong_project', 'body_mismatch',
  'spoofing_suspected', 'sibling_likely_acted', 'body_tampered', 'load_handoff', 'cross_check_live_board',
  'invalid_input', 'payload_too_large', 'not_permitted', 'busy', 'chat_paste',
])

/** The first difference in words; undefined where the answer is right. */
export function difference(expected: Expected, answer: AcceptAnswer): string | undefined {
  if (answer.kind === 'other') return answer.what
  if (expected.kind === 'error') {
    if (answer.kind === 'value') return `${named(answer.value)} where an error is expected`
    if (answer.code !== expected.code) return `an error with ${wordOf(answer.code)} as its code`
    if (expected.field === undefined || answer.field === expected.field) return undefined
    return answer.field === undefined ? `${expected.code} without a field` : `${expected.code} with another field`
  }
  if (answer.kind === 'error') return `an error with ${wordOf(answer.code)} as its code`
  return differenceOfObjects(expected.value, answer.value, '')
}

/** What is expected, for the report. */
export function expectedInWords(expected: Expected): string {
  if (expected.kind === 'error') return `${expected.code}${expected.field === undefined ? '' : ` at ${expected.field}`}`
  return named(expected.value)
}

/** An answer as bytes that do not depend on the order of members. @param wording Whether the words of a recovery count, and not their presence alone. */
export function answerBytes(answer: AcceptAnswer, wording: boolean): string {
  if (answer.kind !== 'value') return canonicalJson({ ...answer })
  return canonicalJson((wording ? answer.value : withoutWording(answer.value, '')) as Json)
}

function withoutWording(value: unknown, place: string): unknown {
  if (isFree(place)) return typeof value === 'string' && value.trim() !== '' ? '…' : value
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutWording(member, `${place}.${key}`)]))
}

function isFree(place: string): boolean {
  return free.has(place.split('.').slice(-2).join('.'))
}

/** What an answer is, in words. */
export function answerInWords(answer: AcceptAnswer): string {
  switch (answer.kind) {
    case 'value':
      return named(answer.value)
    case 'error':
      return `an error with ${wordOf(answer.code)} as its code`
    case 'other':
      return answer.what
  }
}

function named(value: JsonObject): string {
  if (Object.hasOwn(value, 'result')) return `a verdict with ${wordOf(value['result'])} as its result`
  return Object.hasOwn(value, 'reason') ? `a token check with ${wordOf(value['reason'])} as its reason` : 'an object that is no verdict'
}

function differenceAt(expected: unknown, got: unknown, place: string): string | undefined {
  if (isFree(place)) return typeof got === 'string' && got.trim() !== '' ? undefined : `${place} is ${wordOf(got)}`
  if (Array.isArray(expected)) return Array.isArray(got) ? differenceOfLists(expected, got, place) : `${place} is ${wordOf(got)} and no list`
  if (isJsonObject(expected)) return isJsonObject(got) ? differenceOfObjects(expected, got, place) : `${place} is ${wordOf(got)} and no object`
  if (expected === got) return undefined
  const [is, right] = [wordOf(got), wordOf(expected)]
  return is === right ? `${place} is ${is}` : `${place} is ${is} and not ${right}`
}

function differenceOfLists(expected: readonly unknown[], got: readonly unknown[], place: string): string | undefined {
  for (const [at, item] of expected.entries()) {
    if (at >= got.length) break
    const found = differenceAt(item, got[at], `${place}[${at}]`)
    if (found !== undefined) return found
  }
  return expected.length === got.length ? undefined : `${place} has ${got.length} entries and not ${expected.length}`
}

function differenceOfObjects(expected: JsonObject, got: JsonObject, place: string): string | undefined {
  const at = (key: string): string => (place === '' ? key : `${place}.${key}`)
  for (const key of inOrder(Object.keys(expected))) {
    if (!Object.hasOwn(got, key)) return `${at(key)} is missing`
    const found = differenceAt(expected[key], got[key], at(key))
    if (found !== undefined) return found
  }
  const more = Object.keys(got).length - Object.keys(expected).length
  return more === 0 ? undefined : `${place === '' ? 'the answer' : place} has ${more} more ${more === 1 ? 'member' : 'members'}`
}

function inOrder(keys: readonly string[]): readonly string[] {
  const order: readonly string[] = verdictMembers
  return keys.toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
}

function wordOf(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty text' : words.has(value) ? value : 'another text'
  if (typeof value === 'boolean') return String(value)
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
